"""The t quantile that scoring uses, against scipy."""

import pytest
from scipy.special import ndtri, stdtr, stdtrit

from cultural_tom.score.student import NORMAL_FROM, central_probability, normal_quantile, t_quantile

DOFS = [*range(1, 60), 99, 100, 101, 999, 1184, 2859, 10_000, 99_999, NORMAL_FROM - 1]


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_quantiles_are_scipys(level):
    for dof in DOFS:
        assert t_quantile(level, dof) == pytest.approx(stdtrit(dof, 0.5 + level / 2), rel=1e-9)


def test_probabilities_are_scipys():
    for dof in DOFS:
        for t in (0.01, 0.5, 1.96, 5.0, 40.0):
            assert central_probability(t, dof) == pytest.approx(2 * stdtr(dof, t) - 1, rel=1e-9)


def test_many_degrees_of_freedom_are_the_normal():
    assert t_quantile(0.95, NORMAL_FROM) == normal_quantile(0.95)
    assert t_quantile(0.95, NORMAL_FROM) == pytest.approx(stdtrit(NORMAL_FROM, 0.975), rel=1e-5)
    assert normal_quantile(0.95) == pytest.approx(ndtri(0.975))
