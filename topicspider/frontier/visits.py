"""The log of visits in the frontier file, and which URL brought a content first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.frontier.base import PAGE_OUTCOMES, Visit, VisitRecord, VisitTotals

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

_PAGES = ", ".join(f"'{outcome}'" for outcome in sorted(PAGE_OUTCOMES))


class VisitLog:
    """Reads and writes the tables ``visit`` and ``content``; the frontier holds the transaction."""

    def __init__(self, db: sqlite3.Connection, key_of: Callable[[str], int]) -> None:
        self._db = db
        self._key_of = key_of
        self._claims: dict[str, str] = {}
        row = db.execute(f"SELECT count(*), coalesce(sum(relevant), 0) FROM visit WHERE outcome IN ({_PAGES})")
        self.totals = VisitTotals(*row.fetchone())

    def write(self, link_id: int, visit: Visit) -> None:
        self._db.execute(
            "INSERT INTO visit VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                link_id,
                visit.outcome,
                visit.fetched_at,
                visit.relevance,
                visit.relevant,
                visit.title,
                visit.charset,
                visit.reason,
            ),
        )
        if visit.outcome in PAGE_OUTCOMES:
            self.totals = VisitTotals(self.totals.pages + 1, self.totals.relevant + visit.relevant)
        if visit.content_md5 and visit.outcome != "duplicate":
            md5 = bytes.fromhex(visit.content_md5)
            self._db.execute("INSERT OR IGNORE INTO content VALUES (?, ?)", (md5, link_id))

    def __iter__(self) -> Iterator[VisitRecord]:
        rows = self._db.execute(
            "SELECT url, host.name, score, depth, outcome, fetched_at, relevance, relevant, title, charset, reason"
            " FROM visit JOIN link ON link.id = visit.link JOIN host ON host.id = link.host ORDER BY visit.id"
        )
        for url, host, score, depth, outcome, fetched_at, relevance, relevant, title, charset, reason in rows:
            visit = Visit(outcome, fetched_at, relevance, bool(relevant), title, charset, reason=reason)
            yield VisitRecord(url, host, score, depth, visit)

    def claim_content(self, md5: str, url: str) -> str | None:
        row = self._db.execute(
            "SELECT url FROM content JOIN link ON link.id = content.link WHERE md5=?", (bytes.fromhex(md5),)
        ).fetchone()
        first: str = row[0] if row else self._claims.setdefault(md5, url)
        return None if self._key_of(first) == self._key_of(url) else first

    def drop_claims(self, url: str) -> None:
        """Forget what *url*, whose lease has ended, claimed: it stands in the table by now, or was not kept."""
        for md5 in [md5 for md5, first in self._claims.items() if first == url]:
            del self._claims[md5]
