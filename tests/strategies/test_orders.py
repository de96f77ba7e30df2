"""The strategies that look at no relevance: depth-first, breadth-first and random."""

from __future__ import annotations

import pytest

from topicspider.strategies import LinkView, PageView
from topicspider.strategies.breadth_first import BreadthFirst
from topicspider.strategies.depth_first import MOST_PAGES, DepthFirst
from topicspider.strategies.random_order import RandomOrder

#        s
#      / | \
#     a  b  c       b also links to c and d, d to a
#    / \ |
#   d  e f
TREE = {"s": "abc", "a": "de", "b": "fcd", "c": "", "d": "a", "e": "", "f": ""}


def page(url: str, *, depth: int = 0, inherited: float = 0.0) -> PageView:
    return PageView(url, 0.9, depth, inherited)


def test_depth_first_follows_the_links_of_the_page_fetched_last(crawl) -> None:
    assert crawl(DepthFirst(), TREE, "s") == list("sadebfc")


def test_breadth_first_takes_a_level_after_the_other(crawl) -> None:
    assert crawl(BreadthFirst(), TREE, "s") == list("sabcdef")


def test_depth_first_takes_a_link_found_again_where_it_stands_on_the_later_page(crawl) -> None:
    web = {"s": "abcd", "a": "dxb", "b": "", "c": "", "d": "", "x": ""}
    assert crawl(DepthFirst(), web, "s") == list("sadxbc")  # not b, d, x, in which they were found


def test_the_scores_of_depth_first_fall_within_a_page_and_rise_from_page_to_page() -> None:
    strategy = DepthFirst()
    first = strategy.score(page("s"), [LinkView("a"), LinkView("b")])
    second = strategy.score(page("a"), [LinkView(url) for url in "cdef"])
    assert [score.value * 2**30 for score in first] == [1, 0.5]  # (1 − i/2) / 2³⁰
    assert [score.value * 2**30 for score in second] == [2, 1.75, 1.5, 1.25]  # (2 − i/4) / 2³⁰


def test_depth_first_goes_on_counting_when_a_crawl_is_taken_up_again() -> None:
    strategy = DepthFirst()
    for _ in range(1000):
        (score,) = strategy.score(page("s"), [LinkView("a")])
    (later,) = DepthFirst().score(page("a", inherited=score.inherited), [LinkView("b")])
    assert later.value == pytest.approx(1001 / 2**30, rel=1e-12)
    assert later.value > score.value


def test_depth_first_tells_the_last_links_of_a_huge_page_apart_however_long_the_crawl() -> None:
    strategy = DepthFirst()
    strategy.pages_ = MOST_PAGES - 2
    values = [score.value for score in strategy.score(page("s"), [LinkView("a")] * 100_000)]
    assert len(set(values)) == 100_000
    assert values == sorted(values, reverse=True)


def test_random_gives_a_url_one_score_whoever_links_to_it() -> None:
    urls = [f"http://e.example/茶/{number}" for number in range(50)]
    links = [LinkView(url) for url in urls]
    scores = RandomOrder().score(page("s"), links)
    backwards = [link._replace(anchor_relevance=1.0) for link in links[::-1]]
    other = RandomOrder().score(page("http://b.example/", depth=3), backwards)
    assert scores == other[::-1]


def test_random_is_the_hash_of_seed_and_url() -> None:
    # printf '0 http://e.example/茶' | b2sum -l 64 and printf '7 …', over 2⁶⁴
    links = [LinkView("http://e.example/茶")]
    assert RandomOrder().score(page("s"), links)[0].value == pytest.approx(0x85E97C5E27E00147 / 2**64)
    assert RandomOrder(seed=7).score(page("s"), links)[0].value == pytest.approx(0x37A494FEDFEC2B0E / 2**64)


def test_random_scores_are_even() -> None:
    links = [LinkView(f"http://e.example/{number}") for number in range(10_000)]
    values = [score.value for score in RandomOrder(seed=3).score(page("s"), links)]
    tenths = [sum(tenth <= 10 * value < tenth + 1 for value in values) for tenth in range(10)]
    assert sum(tenths) == 10_000
    assert all(900 < count < 1100 for count in tenths)  # 1000 ± 3.3 standard deviations of 30
