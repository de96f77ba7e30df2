"""Pull the plug, give the same command again: nothing is lost, nothing is stored twice."""

from __future__ import annotations

import random
import signal

import pytest
from support.crawls import article

pytestmark = pytest.mark.processes

PAGES = 300
IN_FLIGHT = 16


def fill(site):
    """A tree of pages with cross links; every third page is about tea."""
    rng = random.Random(3)
    for n in range(PAGES):
        links = [f"/{child}" for child in range(3 * n + 1, 3 * n + 4) if child < PAGES]
        links += [f"/{rng.randrange(PAGES)}" for _ in range(5)]
        text = f"茶叶与绿茶第{n}篇" if n % 3 == 0 else f"足球比赛第{n}场"
        site.pages[f"/{n}"] = article(f"第{n}页", text, *links)


def killed_and_continued(site, crawls, kills, *settings):
    """Kill the crawl at *kills* moments, spread over its course, then let it end; return how often it was killed."""
    fill(site)
    rng = random.Random(5)
    for number in range(1, kills + 1):
        seen = len(site.fetched)
        process = crawls.start(*settings, seeds=f"{site.url}/0")
        site.wait_for(min(seen + rng.randrange(5, 40), PAGES * number // (kills + 1) + IN_FLIGHT))
        assert crawls.kill(process) == -signal.SIGKILL
    code, _, log = crawls.run(*settings, seeds=f"{site.url}/0")
    assert code == 0, log
    assert "Traceback" not in log
    return kills


def test_ten_kills_lose_no_page_and_store_none_twice(site, crawls):
    kills = killed_and_continued(site, crawls, 10)
    assert sorted(crawls.rows()) == sorted(f"{site.url}/{n}" for n in range(PAGES))
    assert len(site.fetched) <= PAGES + kills * IN_FLIGHT
    assert len(crawls.visited()) == PAGES
    for path in crawls.rows("html_path"):
        assert (crawls.output / "html" / path).read_bytes().endswith(b"</html>"), "no row without its whole file"


def test_ten_kills_with_mysql(site, crawls, mysql_database):
    kills = killed_and_continued(site, crawls, 10, f"TOPIC_DATABASE_URL={mysql_database.url}")
    urls = [row["url"] for row in mysql_database.rows()]
    assert sorted(urls) == sorted(f"{site.url}/{n}" for n in range(PAGES))
    assert len(site.fetched) <= PAGES + kills * IN_FLIGHT


@pytest.mark.parametrize("delay", ["0", "60"])
def test_sigterm_finishes_what_is_in_flight_and_the_same_command_goes_on(site, crawls, delay):
    fill(site)
    process = crawls.start(f"DOWNLOAD_DELAY={delay}", seeds=f"{site.url}/0")
    site.wait_for(40 if delay == "0" else 1)
    assert crawls.kill(process, signal.SIGTERM) == 0
    fetched = len(site.fetched)
    assert len(crawls.rows()) == fetched, "all that was fetched is stored"
    code, _, log = crawls.run(seeds=f"{site.url}/0", max_pages=str(fetched + 20))
    assert code == 0, log
    assert len(crawls.rows()) == len(site.fetched) == fetched + 20
    assert len(set(site.fetched)) == len(site.fetched)
