"""The t quantile that scoring uses, against scipy."""

import numpy as np
import pytest
from scipy.special import ndtri, stdtr, stdtrit

from cultural_tom.scoring.student import NORMAL_FROM, central_probability, normal_quantile, t_quantile

# Intervals have at least one degree of freedom of their own and two of the prior.
DOFS = np.array(
    [*np.arange(3, 60, 0.37), 99, 100.5, 999.9, 1000, 1184.6, 2859, 10_000, 99_999, NORMAL_FROM - 1]
)


@pytest.mark.parametrize("level", [0.01, 0.5, 0.6, 0.8, 0.9, 0.95, 0.99])
def test_quantiles_are_scipys(level):
    assert t_quantile(level, DOFS) == pytest.approx(stdtrit(DOFS, 0.5 + level / 2), rel=1e-9)


def test_one_and_two_degrees_of_freedom_are_the_closed_forms():
    found = t_quantile(0.95, np.array([2.0, 1.0]))
    assert found == pytest.approx([0.95 / np.sqrt(2 * 0.975 * 0.025), np.tan(np.pi * 0.475)], rel=1e-8)


def test_probabilities_are_scipys():
    for t in (0.01, 0.5, 1.96, 5.0):
        found = central_probability(np.full(len(DOFS), t), DOFS)
        assert found == pytest.approx(2 * stdtr(DOFS, t) - 1, rel=1e-9)


def test_equal_degrees_of_freedom_have_equal_quantiles_in_any_order():
    dof = np.array([7.0, 3.5, 7.0, 3.5, 1e9])
    found = t_quantile(0.9, dof)
    assert found[0] == found[2] == pytest.approx(t_quantile(0.9, dof[:1])[0], rel=1e-12)
    assert found[1] == found[3] == pytest.approx(t_quantile(0.9, dof[1:2])[0], rel=1e-12)


def test_many_degrees_of_freedom_are_the_normal():
    (found,) = t_quantile(0.95, np.array([float(NORMAL_FROM)]))
    assert found == normal_quantile(0.95)
    assert found == pytest.approx(stdtrit(NORMAL_FROM, 0.975), rel=1e-5)
    assert normal_quantile(0.95) == pytest.approx(ndtri(0.975))
