"""Pages as a topic reads them, each read once and kept on disk: comparing ten strategies reads the web once."""

from __future__ import annotations

import pickle
import sqlite3
import zlib
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topicspider.page import is_html, read_page
from topicspider.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topicspider.page import Page
    from topicspider.reading import Reader

FILE_NAME = "readings.sqlite3"
_PACKAGE = Path(__file__).parents[1]
_WRITTEN_AT_ONCE = 200


class ReadingCache:
    """Reads pages by *reader*, or takes from the file in *folder* what was read before.

    Entries are keyed by content, address and headers, by the code that reads, and for judgements by *topic_key*, which
    must name everything that the topic of *reader* was made of. Several processes may use one folder.
    """

    def __init__(self, folder: Path, reader: Reader, topic_key: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.reader = reader
        self._page_code = page_code_version()
        self._topic_code = _digest(topic_key.encode(), topic_code_version(), self._page_code)
        self._db = sqlite3.connect(folder / FILE_NAME, isolation_level=None, timeout=60)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = OFF")  # what is lost is read again
        self._db.execute("CREATE TABLE IF NOT EXISTS entry (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        self._unwritten: dict[bytes, bytes] = {}

    def page(self, body: bytes, url: str, headers: Mapping[str, str]) -> Page | None:
        """Return the page, ``None`` when it is no HTML."""
        key = self._key(body, url, headers)
        found, page = self._load(key)
        if not found:
            page = read_page(body, url, headers) if is_html(body, headers.get("content-type", "")) else None
            self._save(key, page)
        return page  # type: ignore[no-any-return]

    def read(self, body: bytes, url: str, headers: Mapping[str, str]) -> Reading | None:
        """As ``Reader.read``."""
        page = self.page(body, url, headers)
        if page is None:
            return None
        key = _digest(self._topic_code, self._key(body, url, headers))
        found, judged = self._load(key)
        if not found:
            judged = self.reader.assess(page)[1:]
            self._save(key, judged)
        return Reading(page, *judged)

    def flush(self) -> None:
        """Write what was read since the last time."""
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT OR IGNORE INTO entry VALUES (?, ?)", self._unwritten.items())
        self._db.execute("COMMIT")
        self._unwritten.clear()

    def close(self) -> None:
        self.flush()
        self._db.close()

    def _key(self, body: bytes, url: str, headers: Mapping[str, str]) -> bytes:
        told = f"{url}\n{headers.get('content-type', '')}\n{headers.get('x-robots-tag', '')}"
        return _digest(self._page_code, told.encode("utf-8", "surrogatepass"), body)

    def _load(self, key: bytes) -> tuple[bool, Any]:
        data = self._unwritten.get(key)
        if data is None:
            row = self._db.execute("SELECT value FROM entry WHERE key=?", (key,)).fetchone()
            if row is None:
                return False, None
            (data,) = row
        return True, pickle.loads(zlib.decompress(data))  # noqa: S301 -- written by ourselves

    def _save(self, key: bytes, value: object) -> None:
        self._unwritten[key] = zlib.compress(pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL), 1)
        if len(self._unwritten) >= _WRITTEN_AT_ONCE:
            self.flush()


@cache
def page_code_version() -> bytes:
    """Return what changes when pages may be read otherwise: with the source of the room and the libraries it uses."""
    return _code_version("page", ("selectolax", "ada-url"))


@cache
def topic_code_version() -> bytes:
    """Return what changes when pages may be judged otherwise."""
    return _code_version("topic", ("rjieba", "jieba", "opencc", "ahocorasick_rs"))


def _code_version(room: str, libraries: tuple[str, ...]) -> bytes:
    sources = sorted((_PACKAGE / room).rglob("*.py"))
    versions = " ".join(f"{library}={version(library)}" for library in libraries)
    return _digest(versions.encode(), *(path.read_bytes() for path in sources))


def _digest(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
