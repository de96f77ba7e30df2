"""A database that goes away during the crawl."""

from __future__ import annotations

import pytest
from support.crawls import article

pytestmark = pytest.mark.processes

PAGES = 120


def fill(site):
    for n in range(PAGES):
        links = [f"/{child}" for child in range(3 * n + 1, 3 * n + 4) if child < PAGES]
        site.pages[f"/{n}"] = article(f"第{n}页", f"茶叶第{n}篇", *links)


def test_killed_connections_and_a_stopped_server_lose_no_row(site, crawls, mysql_database, proxy, kill_connections):
    fill(site)
    url = mysql_database.url.replace(":3306", f":{proxy.port}")
    process = crawls.start(f"TOPIC_DATABASE_URL={url}", seeds=f"{site.url}/0")
    site.wait_for(20)
    kill_connections()
    site.wait_for(40)
    proxy.stop()
    fetched = len(site.fetched)
    # nothing can be stored: the crawl goes on only until as many pages wait as may be in flight
    site.wait_for(fetched)
    proxy.start()
    assert process.wait(timeout=120) == 0
    assert sorted(row["url"] for row in mysql_database.rows()) == sorted(f"{site.url}/{n}" for n in range(PAGES))
    assert len(site.fetched) == PAGES


def test_a_database_that_stays_away_stops_the_crawl_loudly_and_it_can_be_continued(site, crawls, mysql_database, proxy):
    fill(site)
    url = mysql_database.url.replace(":3306", f":{proxy.port}")
    settings = [f"TOPIC_DATABASE_URL={url}", "TOPIC_DATABASE_RETRY_S=1"]
    process = crawls.start(*settings, seeds=f"{site.url}/0")
    site.wait_for(30)
    proxy.stop()
    assert process.wait(timeout=120) == 1
    assert "given up" in (crawls.folder / "log.txt").read_text()
    assert len(site.fetched) < PAGES
    proxy.start()
    code, _, log = crawls.run(*settings, seeds=f"{site.url}/0")
    assert code == 0, log
    assert sorted(row["url"] for row in mysql_database.rows()) == sorted(f"{site.url}/{n}" for n in range(PAGES))
    assert len(site.fetched) <= PAGES + 16
