"""What was given wrong is told in one line before the first request, with a non-zero exit code."""

from __future__ import annotations

import pytest
from support.crawls import article

from topicspider.frontier.job import JobDirectory

pytestmark = pytest.mark.processes


def refused(crawls, *settings, **arguments):
    """Return the line that tells the error; there must be no other talk of it."""
    arguments = {"seeds": "http://127.0.0.1:9/", **arguments}
    code, _, log = crawls.run(*settings, **arguments)
    lines = [line for line in log.splitlines() if "error:" in line.lower()]
    assert code == 1, log
    assert "Traceback" not in log
    assert len(lines) == 1, log
    return lines[0]


def test_a_missing_keyword_file(crawls):
    assert "nowhere.txt" in refused(crawls, keywords="nowhere.txt")


def test_no_topic(crawls):
    assert "-a topic=" in refused(crawls, topic="")


@pytest.mark.parametrize(
    "url", ["mysql+pymysql://user:secret@127.0.0.1:9/crawl", "sqlite:////proc/nowhere/pages.sqlite3"]
)
def test_a_database_that_cannot_be_opened(crawls, url):
    line = refused(crawls, f"TOPIC_DATABASE_URL={url}")
    assert "TOPIC_DATABASE_URL" in line
    assert "secret" not in line


def test_a_job_in_use_and_one_of_another_topic(site, crawls):
    site.pages["/"] = article("茶", "茶叶")
    code, _, log = crawls.run("JOBDIR=job", seeds=f"{site.url}/")
    assert code == 0, log
    assert "'茶', not '足球'" in refused(crawls, "JOBDIR=job", topic="足球")
    job = JobDirectory(crawls.folder / "job")
    job.open()
    assert "in use by another crawl (process" in refused(crawls, "JOBDIR=job")
    job.close()
    assert len(site.fetched) == 1
