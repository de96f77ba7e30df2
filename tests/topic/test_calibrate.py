"""The threshold of a learned topic."""

from __future__ import annotations

import pytest

from topicspider.topic.calibrate import HIGHEST, LOWEST, _best, calibrate
from topicspider.topic.candidates import Example

EXAMPLES = [Example(f"tea{number}.example", "绿茶", "茶叶和绿茶的香气") for number in range(10)]
OTHERS = [Example(f"other{number}.example", "新闻", f"今天的第{number}条新闻，没有什么可说") for number in range(30)]


def test_where_examples_and_others_are_far_apart_the_default_stays() -> None:
    threshold = calibrate(EXAMPLES, OTHERS, lambda some: {"茶叶": 1.0, "绿茶": 1.0})
    assert threshold == pytest.approx(0.15, rel=0.2)


def test_a_background_that_passes_raises_it_and_examples_that_do_not_lower_it() -> None:
    examples, others = [0.4] * 20, [0.001] * 80
    assert _best(examples, [*others, *[0.2] * 40]) > 0.2
    assert _best([0.1] * 20, [*others, *[0.03] * 40]) < 0.1
    assert LOWEST <= _best([5.0] * 3, [5.0] * 3) <= HIGHEST


@pytest.mark.parametrize(("examples", "others"), [(EXAMPLES, []), (EXAMPLES[:1], OTHERS)])
def test_without_a_background_or_a_second_site_there_is_none(examples: list[Example], others: list[Example]) -> None:
    assert calibrate(examples, others, lambda some: {"茶叶": 1.0}) is None


def test_sites_are_held_out_as_a_whole() -> None:
    seen: list[set[str]] = []
    sites = [Example(f"s{number % 3}.example", "", "茶叶") for number in range(9)]
    calibrate(sites, OTHERS, lambda some: seen.append({page.site for page in some}) or {"茶叶": 1.0})
    assert sorted(map(len, seen)) == [2, 2, 2]
