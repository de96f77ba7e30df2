"""OPIC: where the cash goes, numbers by hand. With half = 1, cash c has the score c/(1 + c)."""

from __future__ import annotations

import pytest

from topicspider.strategies import LinkView, PageView
from topicspider.strategies.opic import Opic


def visit(strategy: Opic, url: str, links: str, *, depth: int = 1, inherited: float = 0.0) -> list[float]:
    scores = strategy.score(PageView(url, 0.0, depth, inherited, len(links)), [LinkView(link) for link in links])
    assert all(score.value == score.inherited == score.importance for score in scores)
    return [score.value for score in scores]


def test_a_fetched_page_shares_its_cash_between_its_links() -> None:
    strategy = Opic(half=1)
    assert visit(strategy, "s", "ab", depth=0) == pytest.approx([1 / 3, 1 / 3])  # cash 1/2 each
    assert strategy.updates() == {}
    assert visit(strategy, "a", "bc") == pytest.approx([3 / 7, 1 / 5])  # b 1/2 + 1/4, c 1/4
    assert strategy.updates() == {"b": pytest.approx(3 / 7)}
    assert visit(strategy, "b", "asc") == pytest.approx([1 / 5, 1 / 5, 1 / 3])  # a and s 0 + 1/4, c 1/4 + 1/4
    assert strategy.updates() == {"c": pytest.approx(1 / 3)}
    assert strategy.cash_ == pytest.approx({"s": 0.25, "a": 0.25, "b": 0.0, "c": 0.5})


def test_cash_is_neither_made_nor_lost_while_pages_have_links() -> None:
    strategy = Opic()
    for depth, (url, links) in enumerate([("s", "abc"), ("a", "sbd"), ("b", "bs"), ("d", "abc"), ("c", "sdac")]):
        visit(strategy, url, links, depth=depth)
        assert sum(strategy.cash_.values()) == pytest.approx(1.0)


def test_seeds_start_with_equal_cash() -> None:
    strategy = Opic(half=1)
    assert visit(strategy, "s", "tx", depth=0) == pytest.approx([1 / 3, 1 / 3])
    assert visit(strategy, "u", "y", depth=0) == pytest.approx([1 / 2])  # 1
    assert visit(strategy, "t", "z", depth=0) == pytest.approx([3 / 5])  # 1 and the 1/2 of s


def test_a_link_counts_once_a_page() -> None:
    assert visit(Opic(half=1), "s", "aab", depth=0) == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_the_end_of_a_redirect_has_the_cash_of_its_link() -> None:
    strategy = Opic(half=1)
    (value, _) = visit(strategy, "s", "ab", depth=0)
    assert visit(strategy, "redirected", "c", inherited=value) == pytest.approx([1 / 3])  # 1/2, as a has


def test_a_page_that_was_met_as_a_link_has_its_own_cash_whatever_it_inherited() -> None:
    strategy = Opic(half=1)
    visit(strategy, "s", "ab", depth=0)
    assert visit(strategy, "a", "c", inherited=0.9) == pytest.approx([1 / 3])


def test_a_page_fetched_again_has_what_it_received_since() -> None:
    strategy = Opic(half=1)
    visit(strategy, "s", "a", depth=0)
    assert visit(strategy, "s", "b", depth=0) == [0.0]
    visit(strategy, "a", "s")
    assert visit(strategy, "s", "c", depth=0) == pytest.approx([1 / 2])


def test_half_is_the_cash_of_score_one_half() -> None:
    assert visit(Opic(), "s", "x", depth=0) == pytest.approx([1 / 1.01])
    assert visit(Opic(half=0.25), "s", "abcd", depth=0) == pytest.approx([1 / 2] * 4)


def test_the_crawl_takes_the_url_with_the_most_cash(crawl) -> None:
    # s gives a, b, c 1/3 each; a gives c and d 1/6 each: c has 1/2, before b with 1/3 and d with 1/6.
    # c gives e 1/2, so e comes next; b gives all it has to d, which has 1/6 + 1/3 by then.
    web = {"s": "abc", "a": "cd", "b": "d", "c": "e", "d": "", "e": ""}
    assert crawl(Opic(), web, "s") == list("sacebd")
