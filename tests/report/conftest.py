from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from topicspider.report.summary import CrawlSummary, VisitRow

START = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


@pytest.fixture
def make_visit():
    def make(url="http://a.test/", *, relevance=0.9, relevant=None, outcome="stored", host="a.test", **fields):
        values = {"score": 0.5, "depth": 1, "fetched_at": START.timestamp(), "title": "标题", "charset": "utf-8"}
        relevant = relevance >= 0.5 if relevant is None else relevant
        return VisitRow(
            url=url, host=host, outcome=outcome, relevance=relevance, relevant=relevant, **(values | fields)
        )

    return make


@pytest.fixture
def make_summary():
    def make(visits=(), **fields):
        values = {
            "topic": "人工智能",
            "strategy": "shark",
            "judge": "vector",
            "started_at": START,
            "finished_at": START + timedelta(seconds=10),
            "finish_reason": "nothing left to fetch",
            "visits": visits,
            "waiting": 1234,
            "errors": {},
            "paths": {},
        }
        return CrawlSummary(**(values | fields))

    return make
