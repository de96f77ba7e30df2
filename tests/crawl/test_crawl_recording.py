"""What was fetched is recorded, and the recording can be crawled again without a network."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from pathlib import Path

import pytest
from support.crawls import ROOT, Crawls, article
from warcio.archiveiterator import ArchiveIterator

from topicspider.demo.web import demo_web
from topicspider.lab.web import RecordedWeb
from topicspider.page.urls import url_identity

pytestmark = pytest.mark.processes

AI = {"topic": "人工智能", "keywords": str(ROOT / "keywords" / "a.txt")}
ALONE = "CONCURRENT_REQUESTS=1"


def records(folder: Path) -> list[tuple[str, str, str, bytes]]:
    """Return (type, URL, first line of the HTTP head, body as it came) of all records; warcio reads them."""
    found = []
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            for record in ArchiveIterator(file, check_digests="raise"):
                http = record.http_headers
                first = f"{http.protocol} {http.statusline}" if http else ""
                url = record.rec_headers.get_header("WARC-Target-URI") or ""
                found.append((record.rec_type, url, first, record.raw_stream.read()))
    return found


def replay(crawls: Crawls, name: str, *settings: str, recording: str, **arguments: str) -> Crawls:
    """Crawl the recording from the start, in folders of its own; return where its output is."""
    folders = (f"TOPIC_JOBS_DIR={name}/jobs", f"TOPIC_OUTPUT_DIR={name}/output")
    code, _, log = crawls.run(f"TOPIC_REPLAY={recording}", ALONE, *folders, *settings, **arguments)
    assert code == 0, log
    assert "Traceback" not in log
    made = Crawls(crawls.folder)
    made.output = crawls.folder / name / "output" / arguments.get("topic", "茶")
    return made


def test_the_demo_web_is_recorded_and_crawled_again_twice_in_the_same_order(crawls):
    crawls.output = crawls.folder / "output" / AI["topic"]
    code, _, log = crawls.run("TOPIC_WARC=true", "TOPIC_WARC_MAX_MB=0.05", seeds="demo", max_pages="60", **AI)
    assert code == 0, log
    assert len(list((crawls.output / "warc").glob("*.warc.gz"))) > 1
    recorded = records(crawls.output / "warc")
    kinds = Counter(kind for kind, *_ in recorded)
    assert kinds["request"] == kinds["response"] >= 60
    assert f"'topic/warc/response_count': {kinds['response']}" in log
    assert f"'topic/warc/file_count': {kinds['warcinfo']}" in log
    web = demo_web()
    for kind, url, _, body in recorded:
        if kind == "response" and (page := web.get(url)) and page.body:
            assert body == page.body or gzip.decompress(body) == page.body, url

    recording = str(crawls.output / "warc")
    first, second = (
        replay(crawls, name, recording=recording, seeds=",".join(web.seeds), **AI) for name in ("one", "two")
    )
    order = [line[5] for line in first.visited()]
    assert order == [line[5] for line in second.visited()]
    assert len(order) >= 60
    before, after = dict(crawls.rows("url, content_md5")), dict(first.rows("url, content_md5"))
    assert len(before.keys() & after.keys()) > 40
    assert all(after[url] == before[url] for url in before.keys() & after.keys())
    assert set(before.values()) <= set(after.values())


def test_everything_is_recorded_as_it_came_and_nothing_is_asked_again(site, crawls):
    host = f"{site.url}/"
    packed = gzip.compress(article("压缩", "绿茶").encode(), mtime=0)
    gbk = article("国标", "采摘").replace("utf-8", "gb18030").encode("gb18030")
    site.pages = {
        "/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /no\n"),
        "/": article("目录", "茶叶", "/packed", "/gbk", "/moved", "/gone", "/no"),
        "/packed": (200, {"Content-Encoding": "gzip"}, packed),
        "/gbk": (200, {"Content-Type": "text/html"}, gbk),
        "/moved": (301, {"Location": "/new"}, ""),
        "/new": article("新的", "茶叶新篇"),
    }
    password = 'DEFAULT_REQUEST_HEADERS={"Authorization": "Basic c2VjcmV0", "X-Test": "1"}'
    code, _, log = crawls.run("TOPIC_WARC=1", password, seeds=host)
    assert code == 0, log
    responses = {url: (first, body) for kind, url, first, body in records(crawls.output / "warc") if kind == "response"}
    assert {url: first for url, (first, _) in responses.items()} == {
        f"{host}robots.txt": "HTTP/1.1 200 OK",
        host: "HTTP/1.1 200 OK",
        f"{host}packed": "HTTP/1.1 200 OK",
        f"{host}gbk": "HTTP/1.1 200 OK",
        f"{host}moved": "HTTP/1.1 301 Moved Permanently",
        f"{host}new": "HTTP/1.1 200 OK",
        f"{host}gone": "HTTP/1.1 404 Not Found",
    }
    assert responses[f"{host}packed"][1] == packed
    assert responses[f"{host}gbk"][1] == gbk
    (info,) = [body.decode() for kind, _, _, body in records(crawls.output / "warc") if kind == "warcinfo"]
    assert "software: topicspider on Scrapy 2." in info
    assert "robots: obey" in info
    assert "isPartOf: 茶" in info

    (path,) = (crawls.output / "warc").iterdir()
    raw = gzip.decompress(path.read_bytes())
    assert f"GET /gbk HTTP/1.1\r\nHost: {site.url[7:]}\r\n".encode() in raw
    assert b"\r\nX-Test: 1\r\n" in raw
    assert b"Authorization" not in raw

    asked = len(site.asked)
    seeds = f"{host},http://never-recorded.test/"
    again = replay(crawls, "again", recording=str(crawls.output / "warc"), seeds=seeds)
    assert len(site.asked) == asked
    columns = "url, content_md5, charset, title"
    assert again.rows(columns) == crawls.rows(columns)
    outcomes = {line[5]: line[3] for line in again.visited()}
    assert outcomes.pop("http://never-recorded.test/") == "http_error"
    assert outcomes == {line[5]: line[3] for line in crawls.visited()}


def test_kill_9_leaves_a_recording_with_every_page_that_was_stored(site, crawls):
    for n in range(200):
        site.pages[f"/{n}"] = article(f"第{n}页", f"茶叶第{n}篇", *(f"/{2 * n + k}" for k in (1, 2)))
    process = crawls.start("TOPIC_WARC=true", seeds=f"{site.url}/0")
    site.wait_for(60)
    crawls.kill(process)
    code, _, log = crawls.run("TOPIC_WARC=true", seeds=f"{site.url}/0", max_pages="120")
    assert code == 0, log
    assert len({path.name[:16] for path in (crawls.output / "warc").iterdir()}) == 2, "each run has its own files"
    web = RecordedWeb([crawls.output / "warc"], cache=crawls.folder / "cache")
    known = {url_identity(url) for url in web.urls()}
    stored = crawls.rows()
    assert len(stored) == 120
    assert {url_identity(url) for url in stored} <= known
    responses = [url for kind, url, *_ in records(crawls.output / "warc") if kind == "response"]
    assert set(responses) <= {f"{site.url}{path}" for path in site.asked}


def test_a_disk_that_fails_costs_records_not_the_crawl(site, crawls):
    site.pages = {"/": article("目录", "茶叶", "/1", "/2"), "/1": article("一", "绿茶"), "/2": article("二", "采摘")}
    crawls.output.mkdir(parents=True)
    (crawls.output / "warc").write_text("a file in the way")
    code, _, log = crawls.run("TOPIC_WARC=true", seeds=f"{site.url}/")
    assert code == 0, log
    assert len(crawls.rows()) == 3
    assert log.count("could not be recorded") == 1
    assert "'topic/warc/failed_count': 4" in log  # with robots.txt
    assert "Traceback" not in log


def test_what_cannot_be_used_is_told_in_one_line(site, crawls):
    for settings, told in (
        (["TOPIC_REPLAY=nowhere.warc"], "there is no nowhere.warc; give a WARC file"),
        (["TOPIC_REPLAY=a.txt"], "a.txt does not begin with a WARC record; give a WARC file"),
        (["TOPIC_WARC=maybe"], "TOPIC_WARC='maybe' is neither true nor false"),
        (["TOPIC_WARC=true", "TOPIC_WARC_MAX_MB=0"], "TOPIC_WARC_MAX_MB='0' is no number above 0"),
    ):
        code, _, log = crawls.run(*settings, seeds=f"{site.url}/")
        assert code == 1
        assert re.search(rf"^scrapy crawl: error: .*{re.escape(told)}", log, re.MULTILINE), log
        assert "Traceback" not in log
    assert site.asked == []
