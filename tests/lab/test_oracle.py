"""The oracle on small graphs; pages are numbers."""

from __future__ import annotations

from itertools import islice

from topicspider.lab.oracle import oracle_order


def test_relevant_pages_that_wait_come_first():
    links = [[1, 2, 3], [], [4], [], []]
    assert list(oracle_order(links, {3, 4}, [0])) == [0, 3, 2, 4, 1]


def test_the_nearest_relevant_page_is_gone_to_on_the_shortest_way():
    #   0 → 1 → 2 → 3*      0 → 4 → 5*
    links = [[1, 4], [2], [3], [], [5], []]
    assert list(oracle_order(links, {3, 5}, [0])) == [0, 4, 5, 1, 2, 3]


def test_of_equally_near_ways_the_one_that_links_to_most():
    links = [[1, 2], [3], [4, 5], [], [], []]
    assert list(oracle_order(links, {3, 4, 5}, [0])) == [0, 2, 4, 5, 1, 3]


def test_what_no_page_before_links_to_never_comes():
    links = [[1], [], [1]]
    assert list(oracle_order(links, {2}, [0])) == [0, 1]


def test_a_seed_that_is_given_twice_comes_once():
    assert list(oracle_order([[0, 1], [0]], {1}, [0, 0])) == [0, 1]


def test_it_can_be_stopped_at_any_time():
    endless = [[number + 1] for number in range(999)] + [[]]
    assert list(islice(oracle_order(endless, {500}, [0]), 3)) == [0, 1, 2]
