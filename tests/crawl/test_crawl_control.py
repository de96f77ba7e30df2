"""A crawl that runs is paused, continued and stopped from outside, and ends within a bound, however it is asked to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from support.crawls import ROOT, article

pytestmark = pytest.mark.processes

PAGES = 60
STORAGE = "topicspider.pipelines.storage.StoragePipeline"


@pytest.fixture
def answer() -> Iterator[threading.Event]:
    """Until it is set, what ``held`` serves does not come."""
    event = threading.Event()
    yield event
    event.set()


def fill(site):
    for n in range(PAGES):
        links = [f"/{child}" for child in range(3 * n + 1, 3 * n + 4) if child < PAGES]
        site.pages[f"/{n}"] = article(f"第{n}页", f"茶叶第{n}篇", *links)


def held(body, answer):
    def page(_headers):
        answer.wait(120)
        return body

    return page


def job(crawls, *args):
    """Give ``scrapy job`` in the folder of the crawls; return exit code, what it says and what it complains of."""
    env = {**os.environ, "SCRAPY_SETTINGS_MODULE": "topicspider.settings", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "scrapy", "job", *args]
    done = subprocess.run(command, cwd=crawls.folder, env=env, capture_output=True, encoding="utf-8", timeout=120)
    return done.returncode, done.stdout, done.stderr


def status(crawls):
    code, told, error = job(crawls, "status", "茶", "--json")
    assert code == 0, error
    return json.loads(told)


def wait_until(is_so, seconds=60):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def log_of(crawls):
    return (crawls.folder / "log.txt").read_text("utf-8")


def assert_continues_to_the_end(site, crawls, *again):
    """The same command brings all pages, and fetches none twice but those that are named."""
    code, _, log = crawls.run(seeds=f"{site.url}/0")
    assert code == 0, log
    assert "Traceback" not in log
    assert sorted(crawls.rows()) == sorted(f"{site.url}/{n}" for n in range(PAGES))
    twice = {path for path in site.fetched if site.fetched.count(path) > 1}
    assert twice <= set(again)


def test_a_paused_crawl_finishes_what_is_in_flight_and_starts_nothing_until_it_is_continued(site, crawls, answer):
    fill(site)
    site.pages["/2"] = held(site.pages["/2"], answer)
    process = crawls.start("CONCURRENT_REQUESTS=2", "TOPIC_CONTROL_INTERVAL_S=0.1", seeds=f"{site.url}/0")
    site.wait_for(10)
    code, told, _ = job(crawls, "pause", "茶", "--timeout", "2")
    assert (code, "paused" in told, "1 in flight" in told) == (0, True, True), told
    fetched = len(site.fetched)
    answer.set()
    code, told, _ = job(crawls, "pause", "茶")
    assert (code, "paused" in told, "in flight" in told) == (0, True, False), told
    assert f"{site.url}/2" in crawls.rows(), "what was in flight is stored"
    with site.changed:
        assert not site.changed.wait(1), "nothing is asked for"
    now = status(crawls)
    assert (now["state"], now["pages"], now["in_flight"], now["pid"]) == ("paused", fetched, 0, process.pid)
    code, told, _ = job(crawls, "resume", "茶")
    assert (code, "running" in told) == (0, True)
    assert process.wait(timeout=120) == 0
    assert len(crawls.rows()) == len(site.fetched) == PAGES


def test_a_pause_can_be_told_to_a_crawl_that_starts_and_does_not_outlive_its_process(site, crawls):
    fill(site)
    process = crawls.start("TOPIC_CONTROL_INTERVAL_S=0.1", "DOWNLOAD_DELAY=0.1", seeds=f"{site.url}/0")
    wait_until((crawls.folder / "jobs" / "茶" / "pid").exists)
    code, told, error = job(crawls, "pause", "茶")
    assert (code, "paused" in told) == (0, True), error
    crawls.kill(process)
    killed = status(crawls)
    assert (killed["state"], killed["pages"]) == ("killed", len(site.fetched))
    code, _, error = job(crawls, "resume", "茶")
    assert (code, "no crawl runs" in error) == (1, True)
    assert_continues_to_the_end(site, crawls)


@pytest.mark.parametrize(("delay", "is_paused"), [("60", False), ("0.1", True)], ids=["no host may be asked", "paused"])
def test_stop_ends_the_crawl_whatever_it_waits_for(site, crawls, delay, is_paused):
    fill(site)
    process = crawls.start(f"DOWNLOAD_DELAY={delay}", "TOPIC_CONTROL_INTERVAL_S=0.1", seeds=f"{site.url}/0")
    if is_paused:
        site.wait_for(5)
    else:
        wait_until(lambda: site.asked)
    assert not is_paused or job(crawls, "pause", "茶")[0] == 0
    code, told, error = job(crawls, "stop", "茶")
    assert (code, "not running (stopped)" in told) == (0, True), error
    assert process.wait(timeout=30) == 0
    assert len(crawls.rows()) == len(site.fetched)
    assert "Spider closed (stopped)" in log_of(crawls)
    now = status(crawls)
    assert (now["state"], now["reason"], now["pages"]) == ("finished", "stopped", len(site.fetched))
    assert_continues_to_the_end(site, crawls)


@pytest.mark.parametrize(("number", "path"), [(signal.SIGINT, "/2"), (signal.SIGTERM, "/robots.txt")])
def test_a_host_that_never_answers_does_not_hold_up_the_end(site, crawls, answer, number, path):
    fill(site)
    at_once, site.pages[path] = site.pages.get(path, ""), held(site.pages.get(path, ""), answer)
    settings = ("TOPIC_STOP_TIMEOUT_S=3", "TOPIC_CONTROL_INTERVAL_S=0.1", "DOWNLOAD_TIMEOUT=600")
    process = crawls.start(*settings, seeds=f"{site.url}/0")
    if path == "/robots.txt":
        wait_until(lambda: site.asked)
    else:
        site.wait_for(30)
    began = time.monotonic()
    assert crawls.kill(process, number) == 0
    assert time.monotonic() - began < 10, "3 s and what it takes to end"
    log = log_of(crawls)
    assert "1 URLs did not answer in time" in log
    assert "Traceback" not in log
    given_up = "/0" if path == "/robots.txt" else path
    assert f"{site.url}{given_up}" not in crawls.rows()
    assert len(crawls.rows()) == len([asked for asked in site.fetched if asked != given_up]), "the rest is stored"
    site.pages[path] = at_once
    assert_continues_to_the_end(site, crawls, given_up)


@pytest.mark.parametrize(("number", "own_process"), [(signal.SIGINT, "True"), (signal.SIGTERM, "False")])
def test_a_second_signal_ends_at_once_and_loses_nothing(site, crawls, answer, number, own_process):
    fill(site)
    at_once, site.pages["/2"] = site.pages["/2"], held(site.pages["/2"], answer)
    process = crawls.start("DOWNLOAD_TIMEOUT=600", f"TOPIC_STORAGE_PROCESS={own_process}", seeds=f"{site.url}/0")
    site.wait_for(30)
    process.send_signal(number)
    wait_until(lambda: "Closing spider (shutdown)" in log_of(crawls))
    began = time.monotonic()
    assert crawls.kill(process, number) == 1
    assert time.monotonic() - began < 5
    assert status(crawls)["state"] == "killed"
    site.pages["/2"] = at_once
    assert_continues_to_the_end(site, crawls, *(f"/{n}" for n in range(PAGES)))
    assert len(site.fetched) <= PAGES + 16, "only what was in flight is fetched again"


def test_a_signal_while_the_crawl_starts_ends_it_properly(site, crawls):
    fill(site)
    process = crawls.start(seeds=f"{site.url}/0")
    wait_until((crawls.folder / "jobs" / "茶" / "pid").exists)
    assert crawls.kill(process, signal.SIGTERM) == 0
    assert status(crawls)["state"] == "finished"
    assert_continues_to_the_end(site, crawls)


def test_what_cannot_be_finished_in_time_is_left_to_the_next_run(site, crawls):
    (crawls.folder / "stuck.py").write_text(
        "import asyncio\n\n\nclass Stuck:\n    async def process_item(self, item):\n        await asyncio.sleep(600)\n"
    )
    fill(site)
    settings = (f'ITEM_PIPELINES={{"stuck.Stuck": 100, "{STORAGE}": 800}}', "TOPIC_STOP_TIMEOUT_S=2")
    process = crawls.start(*settings, seeds=f"{site.url}/0")
    site.wait_for(1)
    assert crawls.kill(process, signal.SIGTERM) == 1
    assert "the crawl is ended" in log_of(crawls)
    assert crawls.rows() == []
    assert_continues_to_the_end(site, crawls, "/0")
