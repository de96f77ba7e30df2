from __future__ import annotations

import pytest

from topicspider.report.measures import (
    HostCount,
    charset_counts,
    harvest_curve,
    histogram,
    key_numbers,
    top_hosts,
    windowed_harvest,
)


def test_harvest_curve():
    assert harvest_curve([True, False, True, True]) == [1.0, 0.5, pytest.approx(2 / 3), 0.75]
    assert harvest_curve([]) == []


def test_windowed_harvest():
    # windows: T, TF, FT, TT, TF
    assert windowed_harvest([True, False, True, True, False], window=2) == [1.0, 0.5, 0.5, 1.0, 0.5]
    assert windowed_harvest([False] * 100 + [True] * 50)[-1] == 0.5


def test_histogram_bins_hold_their_lower_edge_and_the_last_holds_one():
    assert histogram([0.0, 0.24, 0.25, 0.5, 0.99, 1.0], bins=4) == [2, 1, 1, 2]
    assert histogram([], bins=3) == [0, 0, 0]


def test_top_hosts(make_visit):
    visits = [
        make_visit(host="a.test"),
        make_visit(host="b.test", relevance=0.1),
        make_visit(host="b.test"),
        make_visit(host="b.test"),
        make_visit(host="c.test"),
        make_visit(host="c.test", relevance=0.2),
    ]
    assert top_hosts(visits, 2) == [HostCount("b.test", 3, 2), HostCount("a.test", 1, 1)]


def test_charset_counts(make_visit):
    visits = [make_visit(charset=charset) for charset in ("utf-8", "gb18030", "big5", "gb18030")]
    assert charset_counts(visits) == [("gb18030", 2), ("big5", 1), ("utf-8", 1)]


def test_key_numbers_count_pages_only(make_visit, make_summary):
    visits = [
        make_visit(),
        make_visit(relevance=0.1, host="b.test"),
        make_visit(outcome="duplicate", relevant=False),
        make_visit(outcome="noindex", relevant=False),
        make_visit(outcome="http_error", relevance=0.0, host="c.test"),
        make_visit(outcome="robots", relevance=0.0),
        make_visit(outcome="not_html", relevance=0.0),
        make_visit(outcome="failed", relevance=0.0),
    ]
    numbers = key_numbers(make_summary(visits, errors={"404": 1, "timeout": 2}))
    assert (numbers.pages, numbers.relevant, numbers.harvest, numbers.recent) == (4, 1, 0.25, 0.25)
    assert (numbers.duplicates, numbers.errors, numbers.hosts, numbers.waiting) == (1, 3, 2, 1234)
    assert (numbers.seconds, numbers.pages_per_second) == (10.0, 0.4)


def test_recent_is_over_the_last_hundred(make_visit, make_summary):
    visits = [make_visit(relevance=0.0)] * 100 + [make_visit()] * 60
    numbers = key_numbers(make_summary(visits))
    assert (numbers.harvest, numbers.recent) == (0.375, 0.6)


def test_key_numbers_without_pages_or_time(make_summary):
    summary = make_summary()
    numbers = key_numbers(make_summary(finished_at=summary.started_at))
    assert (numbers.harvest, numbers.recent, numbers.pages_per_second) == (0.0, 0.0, 0.0)
