"""What each strategy makes of a page and its links, numbers by hand."""

from __future__ import annotations

import pytest

from topicspider.strategies import LinkView, PageView, Score
from topicspider.strategies.best_first import BestFirst
from topicspider.strategies.breadth_first import BreadthFirst
from topicspider.strategies.relevance_importance import RelevanceImportance

URL = "http://e.example/news/1.html"


def page(relevance: float, *, depth: int = 0, inherited: float = 0.0, outlinks: int = 0) -> PageView:
    return PageView("http://e.example/", relevance, depth, inherited, outlinks)


def only(scores: list[Score]) -> Score:
    assert len(scores) == 1
    return scores[0]


@pytest.mark.parametrize(("depth", "value"), [(0, 1 / 2), (1, 1 / 3), (3, 1 / 5)])
def test_breadth_first_sees_nothing_but_the_depth(depth: int, value: float) -> None:
    links = [LinkView(URL, 1.0), LinkView(URL, 0.0, boilerplate=True)]
    assert [score.value for score in BreadthFirst().score(page(0.9, depth=depth), links)] == [value, value]


def test_best_first_shares_page_and_anchor() -> None:
    score = only(BestFirst().score(page(0.6), [LinkView(URL, 0.2)]))
    assert score.value == pytest.approx(0.4)  # 0.5 · 0.6 + 0.5 · 0.2
    assert score.factors == {"page": 0.6, "anchor": 0.2}
    score = only(BestFirst(page_share=0.25).score(page(0.6), [LinkView(URL, 0.2)]))
    assert score.value == pytest.approx(0.3)  # 0.25 · 0.6 + 0.75 · 0.2


def test_relevance_is_shaded_by_importance() -> None:
    score = only(RelevanceImportance().score(page(0.8, outlinks=20), [LinkView(URL, 0.5)]))
    # I = 0.5 · 20/100 + 0.5 · 1/(1+2) = 4/15;  r = 0.5 · 0.8 + 0.5 · 0.5 = 0.65
    assert score.importance == pytest.approx(4 / 15)
    assert score.value == pytest.approx(0.65 * (0.8 + 0.2 * 4 / 15))  # 0.55467
    assert score.inherited == 0.8
    assert score.factors == {"page": 0.8, "anchor": 0.5, "position": 1.0}


def test_importance_orders_equals_and_never_outweighs_relevance() -> None:
    home, deep = LinkView("http://e.example/", 0.5), LinkView("http://e.example/a/b/c/d/e/f/g/h/i", 0.5)
    scores = RelevanceImportance().score(page(0.8, outlinks=100), [home, deep])
    # home: I = 1, deep: I = 0.5 + 0.5/10 = 0.55
    assert [score.value for score in scores] == pytest.approx([0.65, 0.65 * (0.8 + 0.2 * 0.55)])
    deep_and_better = deep._replace(anchor_relevance=1.0)  # r = 0.9
    assert only(RelevanceImportance().score(page(0.8), [deep_and_better])).value > 0.65


def test_a_link_in_the_footer_is_worth_three_fifths() -> None:
    links = [LinkView(URL, 0.5), LinkView(URL, 0.5, boilerplate=True)]
    inside, footer = RelevanceImportance().score(page(0.8, outlinks=20), links)
    assert footer.value == pytest.approx(0.6 * inside.value)
    assert footer.factors["position"] == 0.6


def test_the_words_around_speak_for_an_anchor_that_says_nothing() -> None:
    says, silent = LinkView(URL, 0.1, 0.9), LinkView(URL, 0.1, 0.9, has_anchor=False)
    scores = RelevanceImportance(importance_share=0).score(page(0.5), [says, silent])
    assert [score.factors["anchor"] for score in scores] == [0.1, 0.9]
    assert [score.value for score in scores] == pytest.approx([0.3, 0.7])


def test_an_irrelevant_page_passes_on_half_of_what_it_inherited() -> None:
    strategy = RelevanceImportance(importance_share=0)
    inherited, values = 0.8, []
    for _ in range(3):
        score = only(strategy.score(page(0.1, inherited=inherited), [LinkView(URL)]))
        inherited = score.inherited
        values.append((inherited, score.value))
    # 0.8 → 0.4 → 0.2, and then the page's own 0.1 is as much as half of 0.2; half of it is the score
    assert values == [pytest.approx((0.4, 0.2)), pytest.approx((0.2, 0.1)), pytest.approx((0.1, 0.05))]


def test_a_relevant_page_passes_on_its_relevance_whatever_it_inherited() -> None:
    assert only(RelevanceImportance().score(page(0.7, inherited=1.0), [LinkView(URL)])).inherited == 0.7


def test_no_link_sinks_below_the_floor() -> None:
    score = only(RelevanceImportance().score(page(0.0), [LinkView("http://e.example/")]))
    assert score.value == pytest.approx(0.02 * (0.8 + 0.2 * 0.5))


def test_every_number_of_the_formula_is_an_option() -> None:
    strategy = RelevanceImportance(
        page_share=0.75,
        decay=1.0,
        importance_share=0.5,
        boilerplate=0.5,
        floor=0.5,
        link_share=0.25,
        max_outlinks=10,
        literal_slashes=True,
    )
    score = only(strategy.score(page(0.0, inherited=0.4, outlinks=5), [LinkView(URL, boilerplate=True)]))
    # I = 0.25 · 5/10 + 0.75 · 1/4 = 0.3125;  r = 0.75 · 0.4 = 0.3, below the floor
    assert score.importance == pytest.approx(0.3125)
    assert score.value == pytest.approx(0.5 * (0.5 + 0.5 * 0.3125) * 0.5)
