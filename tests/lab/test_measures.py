from __future__ import annotations

import pytest

from topicspider.lab.measures import (
    auhc,
    average_relevance,
    found_curve,
    harvest,
    harvest_curve,
    measure,
    nauc,
    ratio_to_oracle,
    recall,
    relevant_hosts,
)
from topicspider.lab.results import Run, Step

FLAGS = [True, False, True]


def test_curves_go_on_with_nothing_found_when_the_web_ran_out():
    assert found_curve(FLAGS, 5) == [1, 1, 2, 2, 2]
    assert harvest_curve(FLAGS, 5) == [1.0, 0.5, pytest.approx(2 / 3), 0.5, 0.4]
    assert [harvest(FLAGS, n) for n in (1, 2, 4, 5)] == [1.0, 0.5, 0.5, 0.4]


def test_auhc_is_the_mean_of_the_harvest_curve():
    # 1, 1/2, 2/3, 1/2
    assert auhc(FLAGS, 4) == pytest.approx((1 + 1 / 2 + 2 / 3 + 1 / 2) / 4)
    assert auhc([], 4) == 0.0
    assert auhc([True] * 4, 4) == 1.0


def test_auhc_prefers_what_is_found_early():
    # 1, 1/2, 1/3 against 0, 0, 1/3
    assert auhc([True, False, False], 3) == pytest.approx(11 / 18)
    assert auhc([False, False, True], 3) == pytest.approx(1 / 9)


def test_nauc_measures_against_relevant_pages_only():
    # found 1 1 2 2 = 6; with two relevant pages at best 1 2 2 2 = 7, with five 1 2 3 4 = 10
    assert nauc(FLAGS, 4, 2) == pytest.approx(6 / 7)
    assert nauc(FLAGS, 4, 5) == pytest.approx(0.6)
    assert nauc([True, True], 4, 2) == 1.0
    assert nauc([False], 4, 0) == 0.0


def test_recall():
    assert recall(FLAGS, 8) == 0.25
    assert recall([], 0) == 0.0


def test_average_relevance_is_over_the_pages_fetched():
    assert average_relevance([0.5, 0.25, 0.75]) == 0.5
    assert average_relevance([]) == 0.0


def test_relevant_hosts():
    steps = [Step("u", host, relevant, 0.5) for host, relevant in [("a", True), ("a", True), ("b", False), ("c", True)]]
    assert relevant_hosts(steps) == 2


def test_ratio_to_oracle():
    assert ratio_to_oracle(0.3, 0.6) == 0.5
    assert ratio_to_oracle(0.0, 0.0) is None


def test_measure_of_a_run():
    steps = [Step("u1", "a", True, 0.9), Step("u2", "b", False, 0.3), Step("u3", "c", True, 0.6)]
    measured = measure(Run("ml", "s", "shark", steps, total_relevant=4, budget=300, cpu_ms_per_page=1.5))
    assert measured.harvest == {100: 0.02, 300: pytest.approx(2 / 300)}
    assert (measured.recall, measured.relevant_hosts, measured.average_relevance) == (0.5, 2, pytest.approx(0.6))
    # found 1 1 2 … 2 against 1 2 3 4 … 4
    assert measured.nauc == pytest.approx((1 + 1 + 2 * 298) / (1 + 2 + 3 + 4 * 297))


def test_a_run_within_its_budget():
    with pytest.raises(ValueError, match="2 steps for a budget of 1"):
        Run("ml", "s", "shark", [Step("u", "a", True, 0.9)] * 2, 4, 1, 1.5)
    with pytest.raises(ValueError, match="0 steps for a budget of 0"):
        Run("ml", "s", "shark", [], 4, 0, 1.5)
