"""The t quantile that scoring uses, against scipy."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import ndtri, stdtr, stdtrit

from cultural_tom.scoring.student import (
    NORMAL_FROM,
    _log_ratio,
    central_probability,
    normal_quantile,
    t_quantile,
)

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


@pytest.mark.parametrize("level", [0.01, 0.5, 0.8, 0.95, 0.99])
def test_from_one_degree_of_freedom_on_a_quantile_has_its_probability(level):
    dof = np.array([1.0, 1.5, 2.0, 2.9])
    assert t_quantile(level, dof) == pytest.approx(stdtrit(dof, 0.5 + level / 2), rel=1e-6)


def test_no_degrees_of_freedom_have_no_quantiles():
    assert t_quantile(0.95, np.array([])).tolist() == []


@pytest.mark.parametrize("half", [1, 10, 499, 500, 700, 5000])
def test_the_ratio_of_gammas_is_that_of_exact_whole_numbers(half):
    """Γ(m + 1/2) / Γ(m) = √π m C(2m, m) / 4^m; at 1000 degrees of freedom the series takes over."""
    exact = Fraction(half * math.comb(2 * half, half), 4**half)
    expected = math.log(float(exact) * math.sqrt(math.pi))
    assert _log_ratio(2.0 * half) == pytest.approx(expected, abs=1e-12)


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
