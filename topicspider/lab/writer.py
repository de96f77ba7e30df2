"""Writes what was fetched as WARC 1.1 files, and does so as the task of a worker."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Message(NamedTuple):
    """An HTTP request or response: first line without its end, header fields and body as they went over the wire."""

    first: str
    fields: list[tuple[bytes, bytes]]
    body: bytes


class Exchange(NamedTuple):
    """A response, the request it answers, and when it had come (UTC). *ip_address* is the server's, or ``""``."""

    url: str
    at: datetime
    request: Message
    response: Message
    ip_address: str = ""


class WarcWriter:
    """Writes exchanges to ``folder/<UTC time>-<n>.warc.gz``; a file of *max_bytes* or more is followed by a new one.

    Every file begins with a warcinfo record that says *info*. A record is written at once and whole: a file ends with
    a whole record unless the machine stops. ``counts`` has ``response`` and ``file``. Not thread-safe.
    """

    def __init__(self, folder: Path, *, info: Mapping[str, str], max_bytes: int) -> None:
        self._folder = folder
        self._info = info
        self._max_bytes = max_bytes
        self._started = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        self._number = 0
        self._file: int | None = None
        self._size = 0
        self.counts: Counter[str] = Counter()

    def write(self, exchange: Exchange) -> None:
        """Raises ``OSError``; what of the exchange was written then is taken back."""
        if self._file is None:
            self._file = self._open()
        self._append(self._file, _records(exchange, self._warcinfo_id))
        self.counts["response"] += 1
        if self._size >= self._max_bytes:
            self.close()

    def close(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)

    def _open(self) -> int:
        """Return a new file, which gets its name when the warcinfo record is in it: no file is ever empty."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._next_path()
        temporary = path.with_name(f"{path.name}.part")
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o644)
        try:
            self._size = 0
            self._append(file, self._warcinfo(path.name))
            temporary.rename(path)
        except BaseException:
            os.close(file)
            temporary.unlink(missing_ok=True)
            raise
        self.counts["file"] += 1
        return file

    def _next_path(self) -> Path:
        while True:
            self._number += 1
            path = self._folder / f"{self._started}-{self._number:05}.warc.gz"
            if not path.exists():
                return path

    def _append(self, file: int, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(file, left) :]
        except OSError:
            if len(left) < len(data):  # the next record shall follow a whole one
                os.ftruncate(file, self._size)
                os.lseek(file, self._size, os.SEEK_SET)
            raise
        self._size += len(data)

    def _warcinfo(self, name: str) -> bytes:
        buffer = BytesIO()
        writer = WARCWriter(buffer, gzip=True, warc_version="1.1")
        record = writer.create_warcinfo_record(name, {**self._info, "format": "WARC File Format 1.1"})
        self._warcinfo_id: str = record.rec_headers.get_header("WARC-Record-ID")
        writer.write_record(record)
        return buffer.getvalue()


class RecordingTask:
    """A ``WarcWriter`` as the task of a worker: answers ``None`` when the exchange is written, or the ``OSError``.

    ``close`` returns the counts. A thread writes: a worker that has no process of its own is not held up either.
    """

    def __init__(self, folder: Path, **options: Any) -> None:
        self._writer = WarcWriter(folder, **options)
        self._thread = ThreadPoolExecutor(1, "recording")

    def __call__(self, exchange: Exchange) -> Future[None]:
        return self._thread.submit(self._writer.write, exchange)

    def close(self) -> Counter[str]:
        self._thread.shutdown()
        self._writer.close()
        return self._writer.counts


class _Head:
    """An HTTP head for warcio, which would change its bytes where they are not ASCII."""

    def __init__(self, message: Message) -> None:
        lines = [message.first.encode("latin-1"), *(name + b": " + value for name, value in message.fields)]
        self.headers_buff = b"".join(line + b"\r\n" for line in [*lines, b""])

    def compute_headers_buffer(self, _header_filter: object) -> None:
        """The head is there already."""


def _records(exchange: Exchange, warcinfo_id: str) -> bytes:
    """Return the records of response and request, each a gzip member."""
    buffer = BytesIO()
    writer = WARCWriter(buffer, gzip=True, warc_version="1.1")
    fields = {"WARC-Date": exchange.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), "WARC-Warcinfo-ID": warcinfo_id}
    if exchange.ip_address:
        fields["WARC-IP-Address"] = exchange.ip_address
    request, response = (
        writer.create_warc_record(
            exchange.url,
            kind,
            payload=BytesIO(message.body),
            length=len(message.body),
            http_headers=_Head(message),
            warc_headers_dict=fields,
        )
        for kind, message in (("request", exchange.request), ("response", exchange.response))
    )
    writer.write_request_response_pair(request, response)
    return buffer.getvalue()
