from __future__ import annotations

import asyncio

import pytest
from support.crawls import article

from topicspider.exceptions import ConfigError
from topicspider.readers import PageReadError, ReaderPool
from topicspider.workers import LocalWorker, ProcessWorker

TOPIC = {"name": "茶", "keywords": {"茶叶": 1.0}}
HEADERS = {"content-type": "text/html; charset=utf-8"}


def read(readers, *titles):
    """Read pages of these titles all at once; an error is returned in place of a reading."""
    readers.start()

    async def run():
        bodies = [article(title, "茶叶").encode() for title in titles]
        reading = [readers.read(body, "http://e.example/", HEADERS) for body in bodies]
        try:
            return await asyncio.gather(*reading, return_exceptions=True)
        finally:
            await readers.close()

    return asyncio.run(run())


def test_other_processes_read_as_this_one_does():
    titles = [f"绿茶{number}" for number in range(20)] + ["足球"]
    pool, local = ReaderPool(TOPIC, processes=2), ReaderPool(TOPIC, processes=0)
    readings = read(pool, *titles)
    assert readings == read(local, *titles)
    assert [reading.page.title for reading in readings] == titles
    assert [type(worker) for worker in (*pool.workers, *local.workers)] == [ProcessWorker, ProcessWorker, LocalWorker]


def test_what_is_no_page_is_none():
    pool = ReaderPool(TOPIC, processes=1)
    pool.start()

    async def run():
        reading = await pool.read(b"%PDF-1.7", "http://e.example/", {"content-type": "application/pdf"})
        await pool.close()
        return reading

    assert asyncio.run(run()) is None


def test_a_page_that_takes_its_reader_down_costs_that_page_only():
    titles = ["绿茶", "要命", "红茶", "白茶", "要命", "黑茶"]
    readings = read(ReaderPool({**TOPIC, "judge": "support.judges.DeadlyJudge"}, processes=1), *titles)
    for title, reading in zip(titles, readings, strict=True):
        if title == "要命":
            assert isinstance(reading, PageReadError)
        else:
            assert reading.page.title == title


@pytest.mark.parametrize("processes", [0, 1])
def test_a_topic_that_cannot_be_made_is_told_at_the_start(processes):
    with pytest.raises(ConfigError, match="there is no judge 'oracle'"):
        ReaderPool({**TOPIC, "judge": "oracle"}, processes=processes).start()
