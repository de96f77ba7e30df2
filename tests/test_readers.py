from __future__ import annotations

import asyncio
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
from support.crawls import article

from topicspider.exceptions import ConfigError
from topicspider.readers import LocalReader, PageReadError, ReaderPool

TOPIC = {"name": "茶", "keywords": {"茶叶": 1.0}}
HEADERS = {"content-type": "text/html; charset=utf-8"}
ROOT = Path(__file__).parents[1]


def read(readers, *titles):
    """Read pages of these titles one after the other; an error is returned in place of a reading."""

    async def run():
        answers = []
        for title in titles:
            try:
                answers.append(await readers.read(article(title, "茶叶").encode(), "http://e.example/", HEADERS))
            except PageReadError as error:
                answers.append(error)
        return answers

    return asyncio.run(run())


def test_another_process_reads_as_this_one_does():
    pool, local = ReaderPool(TOPIC, processes=2), LocalReader(TOPIC)
    pool.start()
    local.start()
    try:
        assert read(pool, "绿茶", "红茶", "足球") == read(local, "绿茶", "红茶", "足球")
        assert asyncio.run(pool.read(b"%PDF-1.7", "http://e.example/", {"content-type": "application/pdf"})) is None
    finally:
        pool.close()


def test_a_page_that_takes_its_reader_down_costs_that_page_only():
    pool = ReaderPool({**TOPIC, "judge": "support.judges.DeadlyJudge"}, processes=1)
    pool.start()
    try:
        good, deadly, also_good = read(pool, "绿茶", "要命", "红茶")
    finally:
        pool.close()
    assert (good.page.title, also_good.page.title) == ("绿茶", "红茶")
    assert isinstance(deadly, PageReadError)


def test_a_topic_that_cannot_be_made_is_told_at_the_start():
    with pytest.raises(ConfigError, match="there is no judge 'oracle'"):
        ReaderPool({**TOPIC, "judge": "oracle"}, processes=1).start()


_PARENT = """
import sys
from topicspider.readers import ReaderPool
pool = ReaderPool({"name": "茶", "keywords": {"茶叶": 1.0}}, processes=1)
pool.start()
print(pool._started[0]._process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waiting for another's process needs Linux")
def test_a_reader_does_not_outlive_the_crawl_that_was_killed():
    parent = subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, stdin=subprocess.PIPE, cwd=ROOT)
    with parent:
        assert parent.stdout is not None
        reader = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
    ended, _, _ = select.select([reader], [], [], 30)
    os.close(reader)
    assert ended, "the reader still runs"
