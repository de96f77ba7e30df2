"""Which page brought a content first, and which brought one much like it, in the frontier file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.frontier.base import Content, Original
from topicspider.page.neardup import bands, is_near
from topicspider.page.sites import is_same_site

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

_MAX_CANDIDATES = 64
"""Pages looked at for one page: a band that more pages share is one of boilerplate."""


class ContentTable:
    """Reads and writes the tables ``content``, ``sketch`` and ``band``; the frontier holds the transaction.

    What the leased pages claim is in memory until their visits are written.
    """

    def __init__(self, db: sqlite3.Connection, key_of: Callable[[str], int]) -> None:
        self._db = db
        self._key_of = key_of
        self._claims: dict[str, Content] = {}
        self._alike: set[str] = set()
        """Claimed by pages much like another one of their site: that one stands for all of them."""

    def claim(self, content: Content, url: str) -> Original | None:
        original = self._same(content.md5, url) or (
            self._near(content, content.sketch, url) if content.sketch else None
        )
        if original is None:
            self._claims[url] = content
        return original

    def write(self, link_id: int, content: Content, url: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO content VALUES (?, ?)", (bytes.fromhex(content.md5), link_id))
        if content.sketch and url not in self._alike:
            self._db.execute("INSERT OR REPLACE INTO sketch VALUES (?, ?, ?)", (link_id, content.sketch, content.title))
            keys = [(key, link_id) for key in bands(content.sketch)]
            self._db.executemany("INSERT OR IGNORE INTO band VALUES (?, ?)", keys)

    def drop_claim(self, url: str) -> None:
        """Forget what *url*, whose lease has ended, claimed: it stands in the table by now, or was not kept."""
        self._claims.pop(url, None)
        self._alike.discard(url)

    def _same(self, md5: str, url: str) -> Original | None:
        row = self._db.execute(
            "SELECT url FROM content JOIN link ON link.id = content.link WHERE md5=?", (bytes.fromhex(md5),)
        ).fetchone()
        claimed = (other for other, content in self._claims.items() if content.md5 == md5)
        first = row[0] if row else next(claimed, url)
        return None if self._is_same_page(first, url) else Original(first)

    def _near(self, content: Content, sketch: bytes, url: str) -> Original | None:
        keys = bands(sketch)
        rows = self._db.execute(
            "SELECT DISTINCT link.id, url, sketch, title FROM band JOIN sketch USING (link)"
            f" JOIN link ON link.id = band.link WHERE band.key IN ({', '.join('?' * len(keys))})"
            f" ORDER BY link.id LIMIT {_MAX_CANDIDATES}",
            keys,
        )
        candidates = [(other, found, title) for _, other, found, title in rows]
        candidates += [(other, known.sketch, known.title) for other, known in self._claims.items() if known.sketch]
        for other, found, title in candidates:
            if not is_near(sketch, found) or self._is_same_page(other, url):
                continue
            if title == content.title or not is_same_site(other, url):
                return Original(other, is_near=True)
            self._alike.add(url)
        return None

    def _is_same_page(self, url: str, other: str) -> bool:
        return url == other or self._key_of(url) == self._key_of(other)
