"""What every strategy of ``STRATEGIES_BASE`` promises."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from topicspider.plugins import load_plugin
from topicspider.strategies import STRATEGIES_BASE, LinkView, PageView, Score, Strategy

DOCS = Path(__file__).parents[2] / "docs" / "strategies.md"
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
ODD_URLS = ["https://例.example/茶?q=龙井#🍵", "http://e.example/\udc80", "http://e.example/%E8%8C%B6", "", "x" * 5000]
LEARNING = {"depth_first", "opic", "pagerank"}
WALK = 1100
"""Pages of a walk: more than any strategy waits before it thinks again."""


@pytest.fixture(params=sorted(STRATEGIES_BASE))
def cls(request: pytest.FixtureRequest) -> type[Strategy]:
    found: type[Strategy] = load_plugin("TOPIC_STRATEGY", request.param, STRATEGIES_BASE)
    return found


def walk(pages: int = WALK) -> Iterator[tuple[PageView, list[LinkView]]]:
    """Yield pages of a web of twice as many URLs: each links to some fetched before, to some later, and to itself."""
    random = Random(1)
    for number in range(pages):
        targets = [number, *(random.randrange(2 * pages) for _ in range(random.randrange(9)))]
        links = [LinkView(f"http://e.example/茶/{target}", random.random(), random.random()) for target in targets]
        url, relevance, inherited = f"http://e.example/茶/{number}", random.random(), random.random()
        yield PageView(url, relevance, number % 7, inherited, len(links)), links


def numbers(score: Score) -> list[float]:
    return [score.value, score.inherited, score.importance, *score.factors.values()]


def are_shares(values: list[float]) -> bool:
    return all(math.isfinite(value) and 0 <= value <= 1 for value in values)


def parameters(strategy: Strategy) -> dict[str, Any]:
    return {name: value for name, value in vars(strategy).items() if not name.endswith("_")}


def test_scores_lie_between_0_and_1_one_for_each_link(cls: type[Strategy]) -> None:
    strategy = cls()
    for page in PAGES:
        scores = strategy.score(page, LINKS)
        assert len(scores) == len(LINKS)
        assert all(are_shares(numbers(score)) for score in scores)
        assert are_shares(list(strategy.updates().values()))


def test_scores_lie_between_0_and_1_on_a_long_walk(cls: type[Strategy]) -> None:
    strategy = cls()
    for page, links in walk():
        assert all(are_shares(numbers(score)) for score in strategy.score(page, links))
        assert are_shares(list(strategy.updates().values()))


def test_the_same_crawl_has_the_same_scores(cls: type[Strategy]) -> None:
    one, other = cls(), cls()
    for page, links in walk():
        assert one.score(page, links) == other.score(page, links)
        assert one.updates() == other.updates()


@pytest.mark.parametrize("cls", sorted(STRATEGIES_BASE.keys() - LEARNING), indirect=True)
def test_without_learned_state_the_same_question_has_the_same_answer(cls: type[Strategy]) -> None:
    strategy = cls()
    assert vars(strategy) == parameters(strategy)
    answers = [[strategy.score(page, LINKS) for page in PAGES[::7]] for _ in range(2)]
    assert answers[0] == answers[1]


def test_asking_changes_no_parameter(cls: type[Strategy]) -> None:
    strategy = cls()
    for page, links in walk(50):
        strategy.score(page, links)
        strategy.updates()
    assert parameters(strategy) == parameters(cls())
    assert vars(strategy).keys() == vars(cls()).keys()


def test_what_is_learned_belongs_to_one_strategy(cls: type[Strategy]) -> None:
    first = cls()
    before = first.score(PAGES[-1], LINKS)
    assert cls().score(PAGES[-1], LINKS) == before


def test_a_page_without_links_has_no_scores(cls: type[Strategy]) -> None:
    strategy = cls()
    for page in (PAGES[0], PAGES[-1]):
        assert strategy.score(page, []) == []
        assert strategy.updates() == {}


def test_any_text_is_a_url(cls: type[Strategy]) -> None:
    strategy = cls()
    for depth, url in enumerate(ODD_URLS):
        scores = strategy.score(PageView(url, 0.7, depth, 0.3, 5), [LinkView(link, 0.5) for link in ODD_URLS])
        assert len(scores) == len(ODD_URLS)
        assert all(are_shares(numbers(score)) for score in scores)
        assert set(strategy.updates()) <= set(ODD_URLS) - set(ODD_URLS[: depth + 1])


def test_before_the_first_page_nothing_changes(cls: type[Strategy]) -> None:
    assert cls().updates() == {}


def test_updates_name_only_links_scored_before_that_were_not_fetched(cls: type[Strategy]) -> None:
    strategy = cls()
    scored: set[str] = set()
    fetched: set[str] = set()
    for page, links in walk():
        strategy.score(page, links)
        fetched.add(page.url)
        scored.update(link.url for link in links)
        assert strategy.updates().keys() <= scored - fetched
        assert strategy.updates() == {}, "told once"


def test_updates_asked_for_late_leave_out_what_was_fetched_in_between(cls: type[Strategy]) -> None:
    strategy = cls()
    asked = list(walk())
    for page, links in asked:
        strategy.score(page, links)
    scored = {link.url for _, links in asked for link in links}
    assert strategy.updates().keys() <= scored - {page.url for page, _ in asked}


def test_parameters_are_keywords_with_defaults_and_only_stored(cls: type[Strategy]) -> None:
    taken = inspect.signature(cls).parameters.values()
    assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in taken)
    assert parameters(cls()) == {parameter.name: parameter.default for parameter in taken}


def test_the_documentation_has_a_section_with_every_parameter(cls: type[Strategy]) -> None:
    sections = DOCS.read_text("utf-8").split("\n## ")
    (section,) = [
        text for text in sections if f"/{cls.__module__.rpartition('.')[2]}.py" in text and cls.__name__ in text
    ]
    assert all(f"`{name}`" in section for name in inspect.signature(cls).parameters)
