from __future__ import annotations

import pytest

from topicspider.lab.statistics import Comparison, bootstrap_interval, compare, wilcoxon_p


def test_interval_of_equal_differences_has_no_width():
    assert bootstrap_interval([0.25] * 5) == (0.25, 0.25)
    assert bootstrap_interval([0.25]) == (0.25, 0.25)


def test_interval_of_rare_differences():
    # The mean of a draw is k/10 with k ~ Bin(10, 0.1): P(k = 0) = 0.35, P(k ≤ 2) = 0.930, P(k ≤ 3) = 0.987.
    assert bootstrap_interval([0.0] * 9 + [1.0]) == pytest.approx((0.0, 0.3))


def test_interval_of_two_differences():
    # 0, 1/2 and 1 with probabilities 1/4, 1/2 and 1/4
    assert bootstrap_interval([0.0, 1.0]) == (0.0, 1.0)


def test_draws_depend_on_the_seed_alone():
    differences = [0.01 * i**2 for i in range(12)]
    assert bootstrap_interval(differences) == bootstrap_interval(differences)
    assert bootstrap_interval(differences, seed=1) != bootstrap_interval(differences, seed=2)


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([1, 2, 3, 4], 2 / 2**4),
        ([-1, -2, -3, -4], 2 / 2**4),
        # negative ranks sum to 3; of 32 subsets of the ranks ∅, 1, 2, 3 and 1+2 sum to no more
        ([1, 2, -3, 4, 5], 2 * 5 / 2**5),
        ([0, 1, 2, 3, 4], 2 / 2**4),
    ],
)
def test_wilcoxon_by_counting_signs(differences, p):
    assert wilcoxon_p(differences) == pytest.approx(p)


@pytest.mark.parametrize("differences", [[], [0.5], [0.0, 0.0, 0.0]])
def test_wilcoxon_of_nothing_to_test(differences):
    assert wilcoxon_p(differences) is None


@pytest.mark.parametrize("differences", [[0.0, 0.5], [0.5, 0.5, 0.5], [0.1] * 60, [0.1, -0.1] * 30])
def test_wilcoxon_of_few_equal_and_many_differences_does_not_warn(differences):
    assert 0 <= wilcoxon_p(differences) <= 1


def test_compare():
    result = compare([0.5, 0.75, 0.25], [0.25, 0.5, 0.0])
    assert result == Comparison(difference=0.25, low=0.25, high=0.25, p=0.25, pairs=3)


def test_what_floating_point_leaves_is_no_difference():
    result = compare([0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2])
    assert result == Comparison(0.0, 0.0, 0.0, None, 2)


def test_only_pairs_are_compared():
    with pytest.raises(ValueError):
        compare([0.5], [0.5, 0.5])
