"""The command of the README, on the demo web."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.crawls import ROOT

from topicspider.demo.web import demo_web

pytestmark = pytest.mark.processes

TOPIC = "人工智能"
KEYWORDS = str(ROOT / "keywords" / "a.txt")


def crawl(crawls, **arguments):
    crawls.output = crawls.folder / "output" / TOPIC
    code, stdout, log = crawls.run(topic=TOPIC, keywords=KEYWORDS, seeds="demo", **arguments)
    assert code == 0, log
    assert "Traceback" not in log
    return stdout


def found(crawls, pages):
    """How many of the first *pages* pages are truly of the topic."""
    web = demo_web()
    urls = [line[5] for line in crawls.visited() if line[3] in {"stored", "duplicate"}][:pages]
    return sum(web.get(url).topic == TOPIC for url in urls)


def test_finds_the_topic_first_and_keeps_it(crawls):
    web = demo_web()
    stdout = crawl(crawls)
    truth = [page for page in web.pages.values() if page.topic == TOPIC and page.kind == "article"]
    stored = {line[5] for line in crawls.visited() if line[3] in {"stored", "duplicate"}}
    assert len(truth) > 40
    assert sum(page.url in stored for page in truth) >= 0.95 * len(truth)
    assert found(crawls, 80) >= 35, "breadth-first finds some 20, an oracle 60"
    for path in ("report.html", "urls.txt", "pages.sqlite3", "html"):
        assert path in stdout
        assert (crawls.output / path).exists()
    assert {path.name for path in crawls.output.iterdir()} == {"report.html", "urls.txt", "pages.sqlite3", "html"}
    for url, title, charset in crawls.rows("url, title, charset"):
        page = web.get(url)
        assert "\ufffd" not in title, (url, charset)
        assert title.encode("big5hkscs" if charset == "big5hkscs" else "gb18030") in page.body or "utf-8" in charset
    assert not any("/private/" in line[5] and line[3] == "stored" for line in crawls.visited())
    assert Path(crawls.folder / "jobs" / TOPIC / "frontier.sqlite3").exists()


def test_a_second_run_goes_on_and_a_fresh_one_starts_over(crawls):
    crawl(crawls, max_pages="30")
    assert len([line for line in crawls.visited() if line[3] in {"stored", "duplicate", "noindex"}]) == 30
    first = [line[5] for line in crawls.visited()]
    crawl(crawls, max_pages="50")
    assert [line[5] for line in crawls.visited()][: len(first)] == first
    crawl(crawls, max_pages="10", fresh="true")
    assert len([line for line in crawls.visited() if line[3] in {"stored", "duplicate", "noindex"}]) == 10
    assert len(list((crawls.folder / "jobs" / TOPIC).glob("before-*"))) == 1
