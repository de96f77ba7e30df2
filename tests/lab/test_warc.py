"""WARC files: what we write is read by others, what others write is read by us, and what is broken is told."""

from __future__ import annotations

import base64
import errno
import gzip
import hashlib
import os
import zlib
from datetime import UTC, datetime

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from topicspider.exceptions import ConfigError
from topicspider.lab.warc import NotByRecordError, parse_head, plain_body, read_response, scan
from topicspider.lab.writer import Exchange, Message, RecordingTask, WarcWriter

AT = datetime(2026, 3, 4, 5, 6, 7, 89, UTC)
INFO = {"software": "test"}


def exchange(url="http://a.test/", body=b"body", status="200 OK", fields=((b"Content-Type", b"text/html"),)):
    request = Message("GET / HTTP/1.1", [(b"Host", b"a.test")], b"")
    return Exchange(url, AT, request, Message(f"HTTP/1.1 {status}", list(fields), body), "192.0.2.1")


def write(folder, *exchanges, max_bytes=10**9):
    writer = WarcWriter(folder, info=INFO, max_bytes=max_bytes)
    for one in exchanges:
        writer.write(one)
    writer.close()
    return sorted(folder.iterdir())


def record(kind="response", url="http://a.test/", content=b"HTTP/1.1 200 OK\r\n\r\nhello", version=b"1.0"):
    head = f"WARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(content)}\r\n".encode()
    return b"WARC/" + version + b"\r\n" + head + b"\r\n" + content + b"\r\n\r\n"


# -- Writing -----------------------------------------------------------------------------------------------------------


def test_warcio_reads_what_is_written_and_finds_its_digests_right(tmp_path):
    (path,) = write(tmp_path, exchange(), exchange("http://a.test/2", b"", "404 Not Found"))
    with path.open("rb") as file:
        records = [(r.rec_type, r.rec_headers, r.content_stream().read()) for r in ArchiveIterator(file)]
    assert [kind for kind, _, _ in records] == ["warcinfo", "response", "request", "response", "request"]
    assert b"software: test" in records[0][2]
    _, fields, body = records[1]
    assert body == b"body"
    assert fields.protocol == "WARC/1.1"
    assert fields.get_header("WARC-Date") == "2026-03-04T05:06:07.000089Z"
    assert fields.get_header("WARC-IP-Address") == "192.0.2.1"
    digest = base64.b32encode(hashlib.sha1(b"body").digest()).decode()
    assert fields.get_header("WARC-Payload-Digest") == f"sha1:{digest}"
    assert fields.get_header("WARC-Warcinfo-ID") == records[0][1].get_header("WARC-Record-ID")
    assert records[2][1].get_header("WARC-Concurrent-To") == fields.get_header("WARC-Record-ID")
    checker = Checker(type("Options", (), {"verbose": False, "inputs": [str(path)]}))
    checker.process_all()
    assert checker.exit_value == 0


def test_bytes_are_recorded_as_they_came(tmp_path):
    fields = [(b"Location", "/茶".encode("gb18030")), (b"Content-Encoding", b"gzip"), (b"X-A", b"1"), (b"X-A", b"2")]
    (path,) = write(tmp_path, exchange(body=gzip.compress(b"text", mtime=0), fields=fields))
    raw = gzip.decompress(path.read_bytes())
    assert (
        b"\r\n\r\nHTTP/1.1 200 OK\r\nLocation: /\xb2\xe8\r\nContent-Encoding: gzip\r\nX-A: 1\r\nX-A: 2\r\n\r\n" in raw
    )
    assert gzip.compress(b"text", mtime=0) + b"\r\n\r\nWARC/1.1\r\n" in raw
    (entry,) = scan(path)
    recorded = read_response(path, entry.offset)
    assert recorded.headers == [("Location", "/\xb2\xe8"), ("X-A", "1"), ("X-A", "2")]
    assert recorded.body == b"text"


def test_a_full_file_is_followed_by_the_next_and_an_old_one_is_not_touched(tmp_path):
    files = write(tmp_path, exchange(), exchange("http://a.test/2"), max_bytes=1)
    assert [path.name[-13:] for path in files] == ["00001.warc.gz", "00002.warc.gz"]
    before = [path.read_bytes() for path in files]
    assert [[entry.url for entry in scan(path)] for path in files] == [["http://a.test/"], ["http://a.test/2"]]
    more = write(tmp_path, exchange())
    assert len(more) == 3
    assert [path.read_bytes() for path in files] == before


def test_a_record_that_did_not_fit_is_taken_back(tmp_path, monkeypatch):
    writer = WarcWriter(tmp_path, info=INFO, max_bytes=10**9)
    writer.write(exchange())
    real, writes = os.write, iter([20])

    def full(file, data):  # takes 20 bytes, then no more
        if size := next(writes, 0):
            return real(file, data[:size])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            writer.write(exchange("http://a.test/lost"))
    writer.write(exchange("http://a.test/2"))
    writer.close()
    (path,) = tmp_path.iterdir()
    assert [entry.url for entry in scan(path)] == ["http://a.test/", "http://a.test/2"]
    assert writer.counts == {"response": 2, "file": 1}


def test_the_task_answers_with_the_error_of_the_disk(tmp_path):
    (tmp_path / "file").touch()
    task = RecordingTask(tmp_path / "file" / "warc", info=INFO, max_bytes=1)
    assert isinstance(task(exchange()).exception(), OSError)
    assert task.close() == {}


# -- Reading -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_only_http_responses_are_listed(tmp_path, pack):
    records = [
        record("warcinfo", "", b"software: x"),
        record("request", content=b"GET / HTTP/1.1\r\n\r\n"),
        record(url="<http://a.test/>"),
        record(url="dns:a.test", content=b"20260101 a.test. 60 IN A 192.0.2.1"),
        record(url="http://a.test/茶", content=b"HTTP/1.0 301\r\nLocation: /x\r\n\r\n"),
    ]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(pack(one) for one in records))
    entries = list(scan(path))
    assert [(entry.url, entry.status) for entry in entries] == [("http://a.test/", 200), ("http://a.test/茶", 301)]
    assert read_response(path, entries[0].offset).body == b"hello"
    assert read_response(path, entries[1].offset).headers == [("Location", "/x")]


def test_a_body_larger_than_what_is_read_at_once(tmp_path):
    body = bytes(range(256)) * 1000
    path = tmp_path / "a.warc"
    path.write_bytes(record(content=b"HTTP/1.1 200 OK\r\n\r\n" + body) + record(url="http://a.test/2"))
    first, second = scan(path)
    assert read_response(path, first.offset).body == body
    assert read_response(path, second.offset) == ("http://a.test/2", 200, [], b"hello")


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_every_cut_leaves_the_whole_records(tmp_path, caplog, pack):
    first, second = pack(record()), pack(record(url="http://a.test/2"))
    path = tmp_path / "a.warc"
    for cut in range(8, len(second) - (4 if pack is bytes else 0)):  # the blank lines after a record are no loss
        caplog.clear()
        path.write_bytes(first + second[:cut])
        assert [entry.url for entry in scan(path)] == ["http://a.test/"]
        assert [line.getMessage() for line in caplog.records] == [
            f"{path} ends within the record at byte {len(first)}, which is left out"
        ]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"<html>", "does not begin with a WARC record"),
        (gzip.compress(b"<html>"), "does not begin with a WARC record"),
        (record() + b"noise", "broken at byte"),
        (gzip.compress(record()) + b"noise", "broken at byte"),
        (gzip.compress(record()[:-12]), "shorter than it says"),
        (b"WARC/1.0\r\nWARC-Type: response\r\n\r\n", "Content-Length"),
        (record()[:-12], "ends within the first record"),
        (gzip.compress(record() + record())[:-1], "ends within the first record"),
    ],
)
def test_what_is_broken_is_told_with_the_name_of_the_file(tmp_path, data, told):
    path = tmp_path / "bad.warc"
    path.write_bytes(data)
    with pytest.raises(ConfigError, match=told) as error:
        list(scan(path))
    assert str(path) in str(error.value)


def test_gzip_of_the_whole_file_must_be_unpacked(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip.compress(record() + record()))
    with pytest.raises(NotByRecordError):
        list(scan(path))


def test_a_head_may_go_on_in_the_next_line_and_end_in_bare_line_feeds():
    head = parse_head(b"HTTP/1.0 200 OK\nA: 1\n  2\nno field\nB:3\n\nbody\r\n\r\n")
    assert head == ("HTTP/1.0 200 OK", [("A", "1 2"), ("B", "3")], 39)
    assert head.get("b") == "3"
    assert parse_head(b"HTTP/1.0 200 OK\r\nA: 1\r\n") is None


# -- The body ----------------------------------------------------------------------------------------------------------

TEXT = b"some text, some text"
RAW_DEFLATE = zlib.compressobj(wbits=-15)
RAW_DEFLATED = RAW_DEFLATE.compress(TEXT) + RAW_DEFLATE.flush()


@pytest.mark.parametrize(
    ("encoding", "body", "expected"),
    [
        ("gzip", gzip.compress(TEXT), TEXT),
        ("X-GZIP", gzip.compress(TEXT[:9]) + gzip.compress(TEXT[9:]), TEXT),
        ("deflate", zlib.compress(TEXT), TEXT),
        ("deflate", RAW_DEFLATED, TEXT),
        ("deflate, gzip", gzip.compress(zlib.compress(TEXT)), TEXT),
        ("gzip", TEXT, TEXT),  # stored decoded
        ("gzip", b"", b""),
        ("identity", TEXT, TEXT),
    ],
)
def test_content_encodings_are_undone(encoding, body, expected):
    fields = [("A", "1"), ("Content-Encoding", encoding)]
    assert plain_body(fields, body) == ([("A", "1")], expected)


def test_a_cut_gzip_gives_what_there_is():
    data = gzip.compress(os.urandom(3000))
    _, body = plain_body([("content-encoding", "gzip")], data[:2000])
    assert len(body) > 1500
    assert gzip.decompress(data).startswith(body)


def test_brotli():
    brotli = pytest.importorskip("brotli")
    assert plain_body([("Content-Encoding", "br")], brotli.compress(TEXT)) == ([], TEXT)
    assert plain_body([("Content-Encoding", "br")], TEXT) == ([], TEXT)


def test_an_unknown_encoding_stays():
    fields = [("Content-Length", "20"), ("Content-Encoding", "secret, gzip")]
    assert plain_body(fields, gzip.compress(TEXT)) == ([("Content-Encoding", "secret")], TEXT)
    assert plain_body([("Content-Encoding", "secret")], TEXT) == ([("Content-Encoding", "secret")], TEXT)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"5\r\nhello\r\n6;x=1\r\n world\r\n0\r\n\r\n", b"hello world"),
        (b"0\r\n\r\n", b""),
        (b"5\r\nhello\r\n6\r\n wo", b"hello wo"),
        (b"hello\r\nworld", b"hello\r\nworld"),  # stored without chunks
        (b"plain", b"plain"),
    ],
)
def test_chunks_are_joined(body, expected):
    fields = [("Transfer-Encoding", "chunked"), ("B", "2")]
    assert plain_body(fields, body) == ([("B", "2")], expected)


def test_chunks_of_gzip():
    data = gzip.compress(TEXT)
    body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(data), data)
    fields = [("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip"), ("Content-Length", "9")]
    assert plain_body(fields, body) == ([], TEXT)
