"""Naive best-first: a link is worth what its page is worth."""

from __future__ import annotations

import pytest

from topicspider.strategies import LinkView, PageView
from topicspider.strategies.best_first_page import BestFirstPage

LINKS = [LinkView("http://e.example/1", 0.0), LinkView("http://e.example/2", 1.0), LinkView("http://e.example/3", 0.5)]


def test_a_link_is_worth_its_page_and_the_anchor_breaks_ties() -> None:
    scores = BestFirstPage().score(PageView("http://e.example/", 0.6), LINKS)
    # (1 − 10⁻⁶) · 0.6 + 10⁻⁶ · (0, 1, 0.5)
    assert [score.value for score in scores] == pytest.approx([0.5999994, 0.6000004, 0.5999999], rel=1e-12)
    assert scores[1].factors == {"page": 0.6, "anchor": 1.0}


def test_the_anchor_does_not_outweigh_the_page() -> None:
    worse = BestFirstPage().score(PageView("http://e.example/", 0.6), LINKS)
    better = BestFirstPage().score(PageView("http://b.example/", 0.60001), LINKS)
    assert max(score.value for score in worse) < min(score.value for score in better)


def test_without_tie_break_all_links_of_a_page_are_equal() -> None:
    scores = BestFirstPage(tie_break=0).score(PageView("http://e.example/", 0.6), LINKS)
    assert [score.value for score in scores] == [0.6, 0.6, 0.6]
