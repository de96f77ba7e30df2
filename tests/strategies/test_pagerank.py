"""PageRank over the fetched pages, numbers by hand; w = N·PR has the score w/(1 + w)."""

from __future__ import annotations

import numpy as np
import pytest

from topicspider.strategies import LinkView, PageView
from topicspider.strategies.pagerank import PageRank, page_ranks


def visit(strategy: PageRank, url: str, links: str, *, depth: int = 1) -> list[float]:
    """Return w of each link."""
    scores = strategy.score(PageView(url, 0.0, depth, 0.0, len(links)), [LinkView(link) for link in links])
    assert all(score.value == score.importance for score in scores)
    return [weight(score.value) for score in scores]


def weight(value: float) -> float:
    return value / (1 - value)


def ranks(nodes: int, links: list[tuple[int, int]], **options: float) -> list[float]:
    sources, targets = np.array(links, dtype=np.intc).reshape(-1, 2).T
    return page_ranks(np.ones(nodes), sources, targets, **options).tolist()


def test_in_a_ring_all_are_equal() -> None:
    assert ranks(3, [(0, 1), (1, 2), (2, 0)]) == pytest.approx([1, 1, 1])


def test_a_page_that_all_link_to() -> None:
    # the leaves have 0.15 each, the hub 0.15 + 0.85 · 4 · 0.15
    assert ranks(5, [(1, 0), (2, 0), (3, 0), (4, 0)]) == pytest.approx([0.66, 0.15, 0.15, 0.15, 0.15])


def test_two_pages_that_link_to_each_other_and_one_to_a_third() -> None:
    # w0 = 0.15 + 0.85 w1 and w1 = w2 = 0.15 + 0.425 w0, so w0 = 0.2775/0.63875
    w0 = 0.2775 / 0.63875
    assert ranks(3, [(0, 1), (0, 2), (1, 0)]) == pytest.approx([w0, 0.15 + 0.425 * w0, 0.15 + 0.425 * w0], abs=1e-5)


def test_without_links_all_have_the_least() -> None:
    assert ranks(2, []) == pytest.approx([0.15, 0.15])


def test_the_damping_is_an_option() -> None:
    assert ranks(2, [(0, 1)], damping=0.5) == pytest.approx([0.5, 0.75])


def test_the_iteration_solves_the_equations() -> None:
    random = np.random.default_rng(5)
    adjacency = (random.random((40, 40)) < 0.1) & ~np.eye(40, dtype=bool)
    out = np.maximum(1, adjacency.sum(axis=1, keepdims=True))
    solved = np.linalg.solve(np.eye(40) - 0.85 * (adjacency / out).T, np.full(40, 0.15))
    found = ranks(40, np.argwhere(adjacency).tolist(), tolerance=1e-10)
    assert found == pytest.approx(solved.tolist(), abs=1e-6)  # 0.85¹⁰⁰ ≈ 10⁻⁷


def test_between_two_computations_a_link_gets_the_share_of_its_page() -> None:
    strategy = PageRank()
    # 0.15 + 0.85 · 0.15/2
    assert visit(strategy, "s", "ac", depth=0) == pytest.approx([0.21375, 0.21375])
    # c once more 0.85 · 0.21375/2, d 0.15 and the same
    assert visit(strategy, "a", "cd") == pytest.approx([0.30459375, 0.24084375])
    assert strategy.updates() == {}


def test_every_so_many_pages_all_that_waits_has_a_new_score() -> None:
    strategy = PageRank(every=2)
    assert visit(strategy, "s", "ac", depth=0) == pytest.approx([0.21375, 0.21375])
    assert strategy.updates() == {}
    w0 = 0.2775 / 0.63875
    assert visit(strategy, "a", "s") == pytest.approx([w0], abs=1e-5)
    updates = strategy.updates()
    assert {url: weight(value) for url, value in updates.items()} == {"c": pytest.approx(0.15 + 0.425 * w0, abs=1e-5)}
    assert strategy.updates() == {}
    visit(strategy, "c", "d")
    assert strategy.updates() == {}
    visit(strategy, "d", "e")
    assert strategy.updates().keys() == {"e"}


def test_a_page_fetched_again_adds_no_links() -> None:
    strategy = PageRank(every=1)
    visit(strategy, "s", "ab", depth=0)
    assert visit(strategy, "s", "bx", depth=0) == pytest.approx([0.21375, 0.15])
    assert list(strategy.sources_) == [0 + strategy.ids_["s"]] * 2


def test_a_link_to_the_page_itself_and_the_second_to_a_url_do_not_count() -> None:
    assert visit(PageRank(), "s", "aasb", depth=0) == pytest.approx([0.21375, 0.21375, 0.15, 0.21375])


def test_the_numbers_are_options() -> None:
    strategy = PageRank(damping=0.5, every=1)
    assert visit(strategy, "s", "ab", depth=0) == pytest.approx([0.625, 0.625])  # 0.5 + 0.5 · 0.5/2
    assert strategy.updates().keys() == {"a", "b"}


def test_the_crawl_takes_the_url_that_most_pages_link_to(crawl) -> None:
    # a and b both link to e, so it comes before c, which waits as long as they; the seed links to a, b and c only.
    web = {"s": "abc", "a": "e", "b": "e", "c": "", "e": ""}
    assert crawl(PageRank(every=1), web, "s") == list("saebc")
