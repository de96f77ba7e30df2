"""Fish-Search: how far the school swims without food, and how wide. Numbers by hand."""

from __future__ import annotations

import pytest

from topicspider.strategies import LinkView, PageView
from topicspider.strategies.fish_search import FishSearch

LINKS = [LinkView(f"http://e.example/{number}") for number in range(20)]


def ask(strategy: FishSearch, relevance: float, *, depth: int, left: float = 0) -> tuple[list[float], float]:
    """Return the scores of 20 links and how many pages further they may go, as a share."""
    scores = strategy.score(PageView("http://e.example/", relevance, depth, left, 20), LINKS)
    (inherited,) = {score.inherited for score in scores}
    return [score.value for score in scores], inherited


def test_of_a_relevant_page_fifteen_links_come_first() -> None:
    values, inherited = ask(FishSearch(), 0.5, depth=4, left=1 / 3)
    assert values == [1.0] * 15 + [0.0] * 5  # 1.5 · 10
    assert inherited == 1.0


def test_of_an_irrelevant_page_ten_links_come_second() -> None:
    values, inherited = ask(FishSearch(), 0.49, depth=4, left=1.0)
    assert values == [0.5] * 10 + [0.0] * 10
    assert inherited == pytest.approx(2 / 3)


def test_a_school_without_food_dies_after_three_pages() -> None:
    strategy, left, best = FishSearch(), 0.0, []
    for depth in range(5):  # an irrelevant seed, and so on
        values, left = ask(strategy, 0.0, depth=depth, left=left)
        best.append((max(values), round(3 * left)))
    assert best == [(0.5, 2), (0.5, 1), (0.5, 0), (0.0, 0), (0.0, 0)]


def test_food_that_a_dead_fish_finds_helps_its_children_only() -> None:
    values, inherited = ask(FishSearch(), 1.0, depth=4, left=0.0)
    assert set(values) == {0.0}
    assert inherited == 1.0


def test_every_number_is_an_option() -> None:
    strategy = FishSearch(depth=5, width=3, widening=2.5, relevant_from=0.2)
    assert ask(strategy, 0.2, depth=1, left=0.2) == ([1.0] * 7 + [0.0] * 13, 1.0)  # ⌊2.5 · 3⌋ = 7
    assert ask(strategy, 0.19, depth=1, left=0.6) == ([0.5] * 3 + [0.0] * 17, 0.4)


def test_a_school_may_have_no_depth_at_all() -> None:
    assert ask(FishSearch(depth=0), 1.0, depth=0) == ([0.0] * 20, 0.0)


def test_the_crawl_leaves_a_barren_branch(crawl) -> None:
    # Two chains from the seed: a is barren, b has food on its first three pages.
    web = {"s": ["a1", "b1"], **{f"{c}{n}": [f"{c}{n + 1}"] for c in "ab" for n in range(1, 7)}, "a7": [], "b7": []}
    order = crawl(FishSearch(depth=2, width=1), web, ["s"], relevant=["b1", "b2", "b3"])
    # s is irrelevant: a1 scores 0.5, b1, beyond the width, 0. a1 may go one page further, so a2 scores 0.5 and a3,
    # found after b1, 0. b1 has food: b2, b3 and b4 score 1. b4 has none and two pages left, b5 one: b5 and b6 score
    # 0.5, and b7, found after a3, 0. What is left comes in the order of discovery.
    assert order == ["s", "a1", "a2", "b1", "b2", "b3", "b4", "b5", "b6", "a3", "b7", "a4", "a5", "a6", "a7"]
