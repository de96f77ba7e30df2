"""Shark-Search, numbers by hand."""

from __future__ import annotations

import pytest

from topicspider.strategies import LinkView, PageView, Score
from topicspider.strategies.shark_search import SharkSearch

URL = "http://e.example/1.html"


def score(strategy: SharkSearch, link: LinkView, relevance: float, inherited: float = 0.0) -> Score:
    (found,) = strategy.score(PageView("http://e.example/", relevance, 1, inherited, 1), [link])
    return found


def test_anchor_and_inheritance_share_the_score() -> None:
    found = score(SharkSearch(), LinkView(URL, 0.5, 0.3), 0.8, inherited=1.0)
    # inherited 0.5 · 0.8 = 0.4; neighbourhood 0.8 · 0.5 + 0.2 · 1 = 0.6; 0.5 · 0.4 + 0.5 · 0.6
    assert found.inherited == pytest.approx(0.4)
    assert found.value == pytest.approx(0.5)
    assert found.factors == {"page": pytest.approx(0.4), "anchor": 0.5, "context": 1.0}


def test_the_context_speaks_only_where_the_anchor_does_not() -> None:
    # neighbourhood 0.2 · 0.3 = 0.06; 0.5 · 0.4 + 0.5 · 0.06
    assert score(SharkSearch(), LinkView(URL, 0.0, 0.3), 0.8).value == pytest.approx(0.23)
    # the least word of the topic in the anchor counts as a full context: 0.5 · 0.4 + 0.5 · (0.008 + 0.2)
    assert score(SharkSearch(), LinkView(URL, 0.01, 0.0), 0.8).value == pytest.approx(0.304)


@pytest.mark.parametrize(("relevance", "inherited"), [(0.1, 0.3), (0.0, 0.3), (0.11, 0.055), (1.0, 0.5)])
def test_a_page_passes_on_its_relevance_above_tau_and_else_its_inheritance(relevance: float, inherited: float) -> None:
    assert score(SharkSearch(), LinkView(URL), relevance, inherited=0.6).inherited == pytest.approx(inherited)


def test_inheritance_halves_along_irrelevant_pages() -> None:
    inherited, values = 0.0, []
    for relevance in (1.0, 0.0, 0.05, 0.1):
        found = score(SharkSearch(), LinkView(URL), relevance, inherited)
        inherited = found.inherited
        values.append(found.value)
    assert values == pytest.approx([0.25, 0.125, 0.0625, 0.03125])  # γ · (0.5, 0.25, 0.125, 0.0625)


def test_every_number_of_the_formula_is_an_option() -> None:
    strategy = SharkSearch(decay=0.8, tau=0.3, inherited_share=0.25, anchor_share=0.6)
    found = score(strategy, LinkView(URL, 0.5), 0.3, inherited=0.5)
    # inherited 0.8 · 0.5 = 0.4; neighbourhood 0.6 · 0.5 + 0.4 · 1 = 0.7; 0.25 · 0.4 + 0.75 · 0.7
    assert found.value == pytest.approx(0.625)
