"""The tables ``pages`` and ``copies``, opened for writing: batches of rows, each in one transaction, safe to repeat."""

from __future__ import annotations

import itertools
import random
import time
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import DBAPIError

from topicspider.exceptions import StorageError
from topicspider.storage.engine import check_schema, engine_of, make_folder, shown
from topicspider.storage.errors import is_race, reason
from topicspider.storage.plan import Plan, Stored, plan
from topicspider.storage.tables import copies, pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topicspider.storage.plan import Key, Outcome, Row

T = TypeVar("T")

_ATTEMPTS = 10
_RACE_SECONDS = 30.0
_BY_ID = pages.c.id == bindparam("stored_id")


class PageTable:
    """The tables at the SQLAlchemy URL ``url``. One thread uses it at a time; other processes may write as well.

    ``busy_seconds``: how long SQLite waits for another process that writes.
    """

    def __init__(self, url: str, *, busy_seconds: float = 30.0) -> None:
        self._engine = engine_of(url, busy_seconds=busy_seconds)

    def open(self) -> None:
        """Connect, and create or check the tables. StorageError when that cannot be done."""
        make_folder(self._engine)
        try:
            _with_fresh_reads(lambda: check_schema(self._engine))
        except DBAPIError as error:
            raise StorageError(
                f"cannot open the database {shown(self._engine)}: {reason(error)}; "
                "start the server or set TOPIC_DATABASE_URL to a database that can be opened"
            ) from error

    def write(self, rows: Sequence[Row], prepare: Callable[[list[Outcome]], None] | None = None) -> list[Outcome]:
        """Write ``rows`` in one transaction and return what became of each; writing them again changes nothing.

        A page that is known is updated, a page with the content of another one is a duplicate and not written.
        ``prepare`` hears the outcomes before the transaction begins, again after each race with another writer.
        Raises SQLAlchemy's DBAPIError, and then nothing is written.
        """

        def once() -> list[Outcome]:
            planned = self._plan(rows)
            if prepare:
                prepare(planned.outcomes)
            self._apply(planned)
            return planned.outcomes

        return _with_fresh_reads(once)

    def write_copies(self, rows: Sequence[Row]) -> None:
        """Write ``rows`` of the table ``copies`` in one transaction; one whose URL is known there is renewed.

        Raises SQLAlchemy's DBAPIError, and then nothing is written.
        """
        latest = {(row["topic"], row["url_hash"]): row for row in rows}

        def once() -> None:
            known = self._known_copies(latest)
            with self._engine.begin() as connection:
                if updates := [row | {"stored_id": known[key]} for key, row in latest.items() if key in known]:
                    connection.execute(update(copies).where(copies.c.id == bindparam("stored_id")), updates)
                if inserts := [row for key, row in latest.items() if key not in known]:
                    connection.execute(insert(copies), inserts)

        _with_fresh_reads(once)

    def _known_copies(self, keys: Iterable[Key]) -> dict[Key, int]:
        """Return the ids of the rows with these *keys*."""
        topics, hashes = {topic for topic, _ in keys}, {key for _, key in keys}
        query = select(copies.c.topic, copies.c.url_hash, copies.c.id).where(
            copies.c.topic.in_(topics), copies.c.url_hash.in_(hashes)
        )
        with self._engine.connect() as connection:
            return {(topic, key): row_id for topic, key, row_id in connection.execute(query)}

    def disconnect(self) -> None:
        """Drop the connections; the next call makes new ones."""
        self._engine.dispose()

    close = disconnect

    def _plan(self, rows: Sequence[Row]) -> Plan:
        topics = {row["topic"] for row in rows}
        known = select(
            pages.c.topic, pages.c.url_hash, pages.c.id, pages.c.content_md5, pages.c.first_seen_at, pages.c.changed_at
        ).where(pages.c.topic.in_(topics), pages.c.url_hash.in_({row["url_hash"] for row in rows}))
        owners = select(pages.c.topic, pages.c.content_md5, pages.c.url_hash).where(
            pages.c.topic.in_(topics), pages.c.content_md5.in_({row["content_md5"] for row in rows} - {None})
        )
        with self._engine.connect() as connection:
            stored = {(topic, key): Stored(*rest) for topic, key, *rest in connection.execute(known)}
            return plan(rows, stored, {(topic, md5): key for topic, md5, key in connection.execute(owners)})

    def _apply(self, planned: Plan) -> None:
        """Nothing is read in here: a plan that another writer has overtaken breaks a unique key."""
        with self._engine.begin() as connection:
            if planned.releases:
                connection.execute(update(pages).where(_BY_ID).values(content_md5=None), planned.releases)
            if planned.updates:
                connection.execute(update(pages).where(_BY_ID), planned.updates)
            if planned.inserts:
                connection.execute(insert(pages), planned.inserts)


def _with_fresh_reads(work: Callable[[], T]) -> T:
    """Return ``work()``, which is begun anew when another writer came in between."""
    until = time.monotonic() + _RACE_SECONDS
    for attempt in itertools.count(1):
        try:
            return work()
        except DBAPIError as error:
            if not is_race(error) or attempt == _ATTEMPTS or time.monotonic() > until:
                raise
            time.sleep(random.uniform(0, 0.02 * attempt))
    raise AssertionError("unreachable")
