"""What every strategy of ``STRATEGIES_BASE`` promises."""

from __future__ import annotations

import inspect
import math
from itertools import product

import pytest

from topicspider.plugins import load_plugin
from topicspider.strategies import STRATEGIES_BASE, LinkView, PageView, Strategy

EDGES = (0.0, 1e-9, 0.5, 1.0)
URLS = ("http://e.example", "http://e.example/a/b/c/d/e/f?g=/h", "https://例.example/茶")
LINKS = [
    LinkView(url, anchor, context, has_anchor, boilerplate)
    for url, anchor, context, has_anchor, boilerplate in product(URLS, EDGES, EDGES, (True, False), (True, False))
]
PAGES = [
    PageView("http://e.example/", relevance, depth, inherited, outlinks)
    for relevance, depth, inherited, outlinks in product(EDGES, (0, 1, 1000), EDGES, (0, 1, 100_000))
]


@pytest.fixture(params=sorted(STRATEGIES_BASE))
def cls(request: pytest.FixtureRequest) -> type[Strategy]:
    found: type[Strategy] = load_plugin("TOPIC_STRATEGY", request.param, STRATEGIES_BASE)
    return found


def test_scores_lie_between_0_and_1_one_for_each_link(cls: type[Strategy]) -> None:
    strategy = cls()
    for page in PAGES:
        scores = strategy.score(page, LINKS)
        assert len(scores) == len(LINKS)
        for score in scores:
            numbers = (score.value, score.inherited, score.importance, *score.factors.values())
            assert all(math.isfinite(number) and 0 <= number <= 1 for number in numbers)


def test_the_same_question_has_the_same_answer(cls: type[Strategy]) -> None:
    strategy, before = cls(), vars(cls())
    answers = [[strategy.score(page, LINKS) for page in PAGES[::7]] for _ in range(2)]
    assert answers[0] == answers[1]
    assert vars(strategy) == before
    assert cls().score(PAGES[0], LINKS) == strategy.score(PAGES[0], LINKS)


def test_a_page_without_links_has_no_scores(cls: type[Strategy]) -> None:
    assert cls().score(PAGES[0], []) == []


def test_parameters_are_keywords_with_defaults_and_only_stored(cls: type[Strategy]) -> None:
    parameters = inspect.signature(cls).parameters.values()
    assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters)
    assert vars(cls()) == {parameter.name: parameter.default for parameter in parameters}
