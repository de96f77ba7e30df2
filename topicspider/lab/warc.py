"""WARC files (ISO 28500) of any crawler: where the responses are, and what one of them says.

A file is plain, or gzip with a member for each record, which can then be read without those before it.
"""

from __future__ import annotations

import logging
import os
import zlib
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from topicspider.exceptions import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

logger = logging.getLogger(__name__)

GZIP_MAGIC = b"\x1f\x8b"
_FIRST_READ, _MAX_HEAD = 4096, 1 << 16
_CHUNK = 1 << 16

Fields = list[tuple[str, str]]


class Entry(NamedTuple):
    """A response record: the URL that was asked, where the record (or its gzip member) begins, the HTTP status."""

    url: str
    offset: int
    status: int


class Recorded(NamedTuple):
    """A response as it was recorded: headers decoded as Latin-1, so that ``value.encode("latin-1")`` is what came;
    the body is without ``Transfer-Encoding`` and ``Content-Encoding``, and the headers do not name them.
    """

    url: str
    status: int
    headers: Fields
    body: bytes


class NotByRecordError(Exception):
    """Raised for a gzip file that was compressed as a whole: it must be unpacked first."""


class Head(NamedTuple):
    """The first line, the fields, and the size in bytes of the block with the empty line that ends it."""

    first: str
    fields: Fields
    size: int

    def get(self, name: str) -> str:
        """Return the value of the first field *name* (lower case), or ``""``."""
        return next((value for field, value in self.fields if field.lower() == name), "")


def parse_head(data: bytes) -> Head | None:
    """Return the head at the beginning of *data*, decoded as Latin-1; ``None`` if it does not end there."""
    ends = [(place, len(mark)) for mark in (b"\r\n\r\n", b"\n\n") if (place := data.find(mark)) >= 0]
    if not ends:
        return None
    end, mark_size = min(ends)
    first, *lines = data[:end].decode("latin-1").replace("\r\n", "\n").split("\n")
    fields: Fields = []
    for line in lines:
        if line[:1] in (" ", "\t") and fields:  # the value goes on
            name, value = fields[-1]
            fields[-1] = (name, f"{value} {line.strip()}")
        elif ":" in line:
            name, _, value = line.partition(":")
            fields.append((name.strip(), value.strip()))
    return Head(first, fields, end + mark_size)


def scan(path: Path) -> Iterator[Entry]:
    """Yield the http(s) responses of the file in their order.

    A last record that is not complete is left out with a log line. Raises ``ConfigError`` for what is no WARC file or
    broken, ``NotByRecordError`` for gzip that must be unpacked first.
    """
    with path.open("rb") as file:
        is_gzip = file.read(2) == GZIP_MAGIC
        for offset, start, head in _gzip_records(file, path) if is_gzip else _plain_records(file, path):
            url = _target(head)
            if head.get("warc-type") == "response" and url.startswith(("http://", "https://")):
                yield Entry(url, offset, _status(start[head.size :]))


def read_response(path: Path, offset: int) -> Recorded:
    """Return the response whose record begins at *offset*, as ``scan`` has told it."""
    with path.open("rb") as file:
        file.seek(offset)
        is_gzip = file.read(2) == GZIP_MAGIC
        file.seek(offset)
        data = _inflate_member(file)[0] if is_gzip else file.read(_FIRST_READ)
        head = _warc_head(path, offset, data)
        end = head.size + _length(path, offset, head)
        if not is_gzip and len(data) < end:
            data += file.read(end - len(data))
    block = data[head.size : end]
    http = parse_head(block) if block.startswith(b"HTTP/") else Head("", [], 0)
    http = http or parse_head(block + b"\r\n\r\n") or Head("", [], 0)  # a head and nothing else
    headers, body = plain_body(http.fields, block[http.size :])
    return Recorded(_target(head), _status(block), headers, body)


def _plain_records(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes, Head]]:
    """Yield offset, first bytes and head of each whole record."""
    size, offset = os.fstat(file.fileno()).st_size, 0
    while offset < size:
        file.seek(offset)
        start = file.read(_FIRST_READ)
        if b"\r\n\r\n" not in start[:-256]:  # the status line shall be in it, too
            start += file.read(_MAX_HEAD)
        blank = len(start) - len(start.lstrip(b"\r\n"))
        if blank:
            offset += blank
            continue
        if start.startswith(b"WARC/") and parse_head(start) is None and len(start) < _MAX_HEAD:
            end = size + 1
        else:
            head = _warc_head(path, offset, start)
            end = offset + head.size + _length(path, offset, head)
        if end > size:
            _tell_truncated(path, offset)
            return
        yield offset, start, head
        offset = end


def _gzip_records(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes, Head]]:
    size, offset = os.fstat(file.fileno()).st_size, 0
    while offset < size:
        file.seek(offset)
        try:
            data, used = _inflate_member(file)
        except EOFError:
            _tell_truncated(path, offset)
            return
        except zlib.error as error:
            raise _broken(path, offset, str(error)) from None
        head = _warc_head(path, offset, data)
        end = head.size + _length(path, offset, head)
        if len(data) < end:
            raise _broken(path, offset, "the record is shorter than it says")
        if data[end : end + 64].strip(b"\r\n"):
            raise NotByRecordError
        yield offset, data, head
        offset += used


def _inflate_member(file: BinaryIO) -> tuple[bytes, int]:
    """Return the gzip member at the file's place, and its size in the file; raises ``EOFError`` if it has no end."""
    inflate = zlib.decompressobj(16 + zlib.MAX_WBITS)
    parts, used = [], 0
    while not inflate.eof:
        data = file.read(_CHUNK)
        if not data:
            raise EOFError
        parts.append(inflate.decompress(data))
        used += len(data)
    return b"".join(parts), used - len(inflate.unused_data)


def _warc_head(path: Path, offset: int, data: bytes) -> Head:
    head = parse_head(data[:_MAX_HEAD]) if data.startswith(b"WARC/") else None
    if head is not None:
        return head
    if offset:
        raise _broken(path, offset, "no record begins there")
    what = "does not begin with a WARC record" if data else "is empty"
    raise ConfigError(f"{path} {what}; give a WARC file (.warc, .warc.gz or .warc.xz)")


def _length(path: Path, offset: int, head: Head) -> int:
    length = head.get("content-length")
    if not length.isdecimal():
        raise _broken(path, offset, f"its Content-Length is {length!r}")
    return int(length)


def _broken(path: Path, offset: int, why: str) -> ConfigError:
    return ConfigError(f"{path} is broken at byte {offset} ({why}); give a whole WARC file, or fetch it once more")


def _tell_truncated(path: Path, offset: int) -> None:
    if not offset:
        raise _broken(path, offset, "it ends within the first record")
    logger.warning("%s ends within the record at byte %d, which is left out", path, offset)


def _target(head: Head) -> str:
    url = head.get("warc-target-uri").encode("latin-1").decode("utf-8", "replace")
    return url.removeprefix("<").removesuffix(">")  # WARC 1.0 allowed the brackets


def _status(block: bytes) -> int:
    """Return the status of the HTTP response; 200 for one without a status line (HTTP/0.9)."""
    words = block[:64].split(None, 2)
    return int(words[1]) if block.startswith(b"HTTP/") and len(words) > 1 and words[1].isdigit() else 200


# -- The body ----------------------------------------------------------------------------------------------------------


def plain_body(fields: Sequence[tuple[str, str]], body: bytes) -> tuple[Fields, bytes]:
    """Undo ``Transfer-Encoding: chunked`` and ``Content-Encoding`` gzip, deflate and, with its package, br.

    Returns the fields without these two, and without a ``Content-Length`` that is no longer true. A body that is not
    encoded as its fields say is taken as it is: some crawlers store it decoded. An encoding that is not known stays,
    with its field.
    """
    raw = body
    if "chunked" in _tokens(fields, "transfer-encoding"):
        body = _unchunk(body)
    encodings = _tokens(fields, "content-encoding")
    while encodings and (decoded := _decode(body, encodings[-1])) is not None:
        body = decoded
        encodings.pop()
    drop = {"transfer-encoding", "content-encoding", *(["content-length"] if body is not raw else [])}
    kept = [(name, value) for name, value in fields if name.lower() not in drop]
    if encodings:
        kept.append(("Content-Encoding", ", ".join(encodings)))
    return kept, body


def _tokens(fields: Sequence[tuple[str, str]], name: str) -> list[str]:
    values = ",".join(value for field, value in fields if field.lower() == name)
    return [token for part in values.split(",") if (token := part.strip().lower())]


def _unchunk(body: bytes) -> bytes:
    parts: list[bytes] = []
    place = 0
    while (end := body.find(b"\r\n", place)) >= 0:
        try:
            size = int(body[place:end].partition(b";")[0].strip(), 16)
        except ValueError:
            size = -1
        if size < 0 or (size and end + 2 >= len(body)):
            break
        if size == 0:
            return b"".join(parts)
        parts.append(body[end + 2 : end + 2 + size])
        place = end + 2 + size + 2
    return b"".join(parts) if parts else body


def _decode(body: bytes, encoding: str) -> bytes | None:
    """Return the body without *encoding*, or ``None`` if that is not known."""
    if encoding == "identity" or not body:
        return body
    if encoding == "br":
        return _unbrotli(body)
    if encoding not in ("gzip", "x-gzip", "deflate"):
        return None
    for bits in (16 + zlib.MAX_WBITS,) if "gzip" in encoding else (zlib.MAX_WBITS, -zlib.MAX_WBITS):
        try:
            return _inflate(body, bits)
        except zlib.error:
            continue
    return body


def _inflate(data: bytes, bits: int) -> bytes:
    """Return all members; of one that has no end, what there is of it."""
    parts: list[bytes] = []
    while data:
        inflate = zlib.decompressobj(bits)
        try:
            parts.append(inflate.decompress(data))
        except zlib.error:
            if not parts:
                raise
            break  # what follows the last member is no member
        data = inflate.unused_data
    return b"".join(parts)


def _unbrotli(body: bytes) -> bytes | None:
    try:
        import brotli  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return None
    try:
        return bytes(brotli.decompress(body))
    except brotli.error:
        return body
