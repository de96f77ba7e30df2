"""A recorded web: which URL finds which record, what is kept in the cache, and what cannot be opened."""

from __future__ import annotations

import gzip
import lzma
import os

import pytest

from topicspider.exceptions import ConfigError
from topicspider.lab.web import RecordedWeb


def record(url, body="", status=200):
    content = f"HTTP/1.1 {status} X\r\nContent-Type: text/html\r\n\r\n{body or url}".encode()
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content + b"\r\n\r\n"


@pytest.fixture
def open_web(tmp_path):
    """Open a web of records, given as URL, (URL, body) or (URL, body, status)."""

    def open_it(*records, **options):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.warc"
        path.write_bytes(b"".join(record(*([one] if isinstance(one, str) else one)) for one in records))
        return RecordedWeb([path], cache=tmp_path / "cache", **options)

    return open_it


def body_of(web, url):
    recorded = web.get(url)
    return recorded.body.decode() if recorded else None


def test_a_url_finds_its_record_in_every_spelling(open_web):
    web = open_web("http://a.test/", "http://a.test/x?b=2&a=1", ("http://a.test/gone", "sorry", 410))
    assert web.get("http://a.test/gone") == ("http://a.test/gone", 410, [("Content-Type", "text/html")], b"sorry")
    assert body_of(web, "HTTP://A.test:80") == "http://a.test/"
    assert body_of(web, "http://a.test/x?a=1&b=2&utm_source=z") == "http://a.test/x?b=2&a=1"
    assert web.get("http://a.test/other") is None
    assert web.get("http://b.test/") is None
    assert len(web) == 3
    assert next(web.urls()) == "http://a.test/"


def test_the_other_scheme_only_when_the_own_one_is_missing(open_web):
    web = open_web("http://a.test/", "https://b.test/", ("http://c.test/", "old"), ("https://c.test/", "new"))
    assert body_of(web, "https://a.test/") == "http://a.test/"
    assert body_of(web, "http://b.test/") == "https://b.test/"
    assert body_of(web, "http://c.test/") == "old"
    assert body_of(web, "https://c.test/") == "new"


@pytest.mark.parametrize(
    ("recorded", "asked"),
    [
        ("http://a.test/dir/", "http://a.test/dir"),
        ("http://a.test/dir/index.html", "http://a.test/dir/"),
        ("http://a.test/dir/index.html", "https://a.test/dir"),
        ("http://a.test/dir/", "http://a.test/dir/index.html"),
        ("http://a.test/dir", "http://a.test/dir/"),
        ("http://a.test/index.html", "http://a.test/"),
        ("http://a.test/", "http://a.test/index.html"),
        ("http://a.test/x", "http://www.a.test/x"),
        ("https://www.a.test/dir/", "http://a.test/dir"),
    ],
)
def test_forms_of_static_sites(open_web, recorded, asked):
    assert body_of(open_web(recorded), asked) == recorded


def test_the_own_form_comes_first_and_what_is_alike_is_not_the_same(open_web):
    web = open_web("http://a.test/d", "http://a.test/d/", "http://a.test/d/index.html", "http://a.test/q/?x=1")
    for url in ("http://a.test/d", "http://a.test/d/", "http://a.test/d/index.html"):
        assert body_of(web, url) == url
    for url in ("http://a.test/q?x=1", "http://a.test/dindex.html", "http://a.test/", "http://a.test"):
        assert web.get(url) is None


def test_www_only_when_nothing_of_the_host_was_recorded(open_web):
    web = open_web("http://a.test/", "http://www.a.test/x")
    assert web.get("http://a.test/x") is None
    assert web.get("http://www.a.test/") is None


def test_a_redirect_stands_for_its_own_address_only(open_web):
    web = open_web(("http://a.test/dir", "", 301), ("http://b.test/", "", 301))
    assert web.get("http://a.test/dir").status == 301
    assert web.get("http://a.test/dir/") is None
    assert web.get("https://b.test/") is None
    assert web.get("http://www.b.test/") is None


def test_the_first_success_counts(open_web):
    url = "http://a.test/"
    web = open_web((url, "busy", 503), (url, "first"), (url, "second"), ("http://a.test/?utm_id=1", "third"))
    assert body_of(web, url) == "first"
    assert len(web) == 1


def test_only_the_hosts_that_are_wanted(open_web):
    web = open_web("http://a.test/", "http://b.a.test/", "http://c.test/", hosts={"A.test"})
    assert list(web.urls()) == ["http://a.test/"]
    assert web.get("http://c.test/") is None


# -- Files and cache ---------------------------------------------------------------------------------------------------

URLS = [f"http://a.test/{n}" for n in range(3)]
PLAIN = b"".join(map(record, URLS))
PACKED = {
    "a.warc": PLAIN,
    "a.warc.gz": b"".join(gzip.compress(record(url)) for url in URLS),
    "whole.warc.gz": gzip.compress(PLAIN),
    "a.warc.xz": lzma.compress(PLAIN),
}


@pytest.mark.parametrize("name", PACKED)
def test_every_kind_of_file_and_its_second_opening(tmp_path, name):
    (tmp_path / name).write_bytes(PACKED[name])
    cache = tmp_path / "deep" / "cache"
    for _ in range(2):
        web = RecordedWeb([tmp_path / name], cache=cache)
        assert [body_of(web, url) for url in URLS] == URLS
        kept = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
        assert len(kept) == (2 if name.startswith("whole") or name.endswith("xz") else 1)
        assert {path.suffix for path in kept} <= {".json", ".warc"}
    for path in cache.glob("*.json"):
        path.write_text("{")  # a broken index is made anew
    assert len(RecordedWeb([tmp_path / name], cache=cache)) == 3
    for path in cache.glob("*.warc"):
        path.unlink()  # and what was unpacked is unpacked again
    web = RecordedWeb([tmp_path / name], cache=cache)
    assert [body_of(web, url) for url in URLS] == URLS


def test_nothing_is_scanned_or_unpacked_twice(tmp_path):
    (tmp_path / "a.warc.xz").write_bytes(PACKED["a.warc.xz"])
    cache = tmp_path / "cache"
    RecordedWeb([tmp_path], cache=cache)
    before = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
    RecordedWeb([tmp_path / "a.warc.xz"], cache=cache)
    assert {path: path.stat().st_mtime_ns for path in cache.iterdir()} == before


def test_a_file_that_has_changed_is_read_anew(tmp_path):
    path = tmp_path / "a.warc.xz"
    for url in ("http://a.test/0", "http://a.test/1"):
        path.write_bytes(lzma.compress(record(url)))
        os.utime(path, ns=(1, int(url[-1]) + 1))
        assert list(RecordedWeb([path], cache=tmp_path / "cache").urls()) == [url]


def test_a_folder_with_its_subfolders_in_order_and_each_file_once(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.warc").write_bytes(record("http://a.test/", "late") + record("http://a.test/2"))
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(record("http://a.test/", "early")))
    (tmp_path / "c.warc.gz.part").write_bytes(b"not yet")
    (tmp_path / "notes.txt").write_bytes(b"no recording")
    web = RecordedWeb([tmp_path, tmp_path / "a.warc.gz"], cache=tmp_path / "cache")
    assert body_of(web, "http://a.test/") == "early"
    assert len(web) == 2


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.warc", b"", "is empty; give a WARC file"),
        ("a.warc.xz", lzma.compress(b""), "is empty; give a WARC file"),
        ("a.html", b"<html>", "does not begin with a WARC record; give a WARC file"),
        ("a.warc.xz", lzma.compress(PLAIN)[:-20], "cannot be unpacked .*; give a whole WARC file"),
        ("a.warc.gz", gzip.compress(PLAIN)[:-20] + bytes(20), "broken at byte 0 .*; give a whole WARC file"),
    ],
)
def test_what_cannot_be_used_is_told_by_name_and_leaves_nothing_half_made(tmp_path, name, data, told):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ConfigError, match=told) as error:
        RecordedWeb([tmp_path / name], cache=tmp_path / "cache")
    assert str(tmp_path / name) in str(error.value)
    assert not list((tmp_path / "cache").glob("*.tmp"))


def test_a_folder_without_recordings_and_a_path_that_is_not_there(tmp_path):
    with pytest.raises(ConfigError, match=r"has no WARC file; give one with \.warc, \.warc\.gz, \.warc\.xz files"):
        RecordedWeb([tmp_path], cache=tmp_path / "cache")
    with pytest.raises(ConfigError, match="there is no .*missing.warc; give a WARC file"):
        RecordedWeb([tmp_path / "missing.warc"], cache=tmp_path / "cache")
