"""``scrapy hosts``: a crawl's hosts, and banning, capping and boosting them while it runs or stands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from urllib.parse import urlsplit

from support.crawls import ROOT, article


def hosts(crawls, *arguments):
    """Run ``scrapy hosts`` and return exit code, standard output and standard error."""
    environment = {**os.environ, "SCRAPY_SETTINGS_MODULE": "topicspider.settings", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "scrapy", "hosts", *arguments]
    done = subprocess.run(
        command, cwd=crawls.folder, env={**environment, "PYTHONIOENCODING": "utf-8"}, capture_output=True, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def fill(site):
    for host in "abc":
        for n in range(30):
            title = f"{host}站第{n}种茶叶"
            links = [f"http://{host}.test/{n + 1}"] if n < 29 else []
            site.pages[f"http://{host}.test/{n}"] = article(title, f"绿茶的故事{chr(0x4E00 + n) * 9}{host}", *links)


SEEDS = ",".join(f"http://{host}.test/0" for host in "abc")


def by_host(crawls):
    return Counter(urlsplit(url).hostname for url in crawls.rows())


def test_rules_for_a_job_that_stands(site, crawls):
    fill(site)
    arguments = {"env": {"http_proxy": site.url}, "seeds": SEEDS}
    code, _, log = crawls.run("CONCURRENT_REQUESTS_PER_DOMAIN=1", **arguments, max_pages="9")
    assert code == 0, log
    before = by_host(crawls)
    code, told, error = hosts(crawls, "茶", "--ban", "a.test", "--cap", "b.test=5", "--boost", "c.test=2")
    assert code == 0, error
    assert "3 of 3 hosts" in told
    assert [word in told for word in ("banned", "at most 5 pages", "boost 2")] == [True] * 3
    code, _, log = crawls.run("CONCURRENT_REQUESTS_PER_DOMAIN=1", **arguments)
    assert code == 0, log
    assert by_host(crawls) == {"a.test": before["a.test"], "b.test": 5, "c.test": 30}
    code, _, error = hosts(crawls, "茶", "--clear", "a.test", "--clear", "b.test", "--clear", "c.test")
    assert code == 0, error
    code, _, log = crawls.run(**arguments)
    assert code == 0, log
    assert by_host(crawls) == {"a.test": 30, "b.test": 30, "c.test": 30}
    code, told, _ = hosts(crawls, "茶", "--json")
    (first, *_) = json.loads(told)
    assert (first["pages"], first["relevant"], first["waiting"], first["rule"]) == (30, 30, 0, {})


def test_rules_for_a_crawl_that_runs(site, crawls):
    fill(site)
    process = crawls.start(
        "DOWNLOAD_DELAY=0.2", "TOPIC_CONTROL_INTERVAL_S=0.1", env={"http_proxy": site.url}, seeds=SEEDS
    )
    site.wait_for(9)
    code, _, error = hosts(crawls, "茶", "--ban", "b.test")
    assert code == 0, error
    time.sleep(1)
    then = sum("b.test" in url for url in site.fetched)
    process.wait(timeout=60)
    assert sum("b.test" in url for url in site.fetched) == then < 30
    assert by_host(crawls) == {"a.test": 30, "b.test": then, "c.test": 30}


def test_what_cannot_be_is_told_in_one_line(site, crawls):
    fill(site)
    assert hosts(crawls, "茶")[2].startswith("scrapy hosts: error: there is no job 茶")
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds=SEEDS, max_pages="3")
    assert code == 0, log
    for option, what in (
        (("--cap", "a.test"), "give a host and a number, as in --cap www.example.org=100"),
        (("--cap", "a.test=many"), "'many' is no number"),
        (("--cap", "a.test=-1"), "max_pages is -1, not a whole number of 0 or more"),
        (("--boost", "a.test=0"), "boost is 0.0, not a number above 0"),
    ):
        code, told, error = hosts(crawls, "茶", *option)
        assert (code, told) == (1, "")
        assert what in error
        assert len(error.splitlines()) == 1
    code, _, error = hosts(crawls)
    assert code != 0
    assert "say of which topic" in error
