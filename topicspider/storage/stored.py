"""The pages of a crawl, read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from topicspider.exceptions import StorageError
from topicspider.storage.engine import engine_of, shown
from topicspider.storage.errors import reason
from topicspider.storage.tables import pages

if TYPE_CHECKING:
    from collections.abc import Sequence


class StoredPage(NamedTuple):
    """*html_path* is the page's file below the folder of HTML files, ``None`` where there is none."""

    url: str
    html_path: str | None
    relevant: bool


def stored_pages(database_url: str, *, topic: str = "") -> Sequence[StoredPage]:
    """Return all pages in the database, or those of *topic*, in the order of their storage.

    Raises ``StorageError`` when it cannot be read.
    """
    engine = engine_of(database_url, busy_seconds=30.0)
    query = select(pages.c.url, pages.c.html_path, pages.c.relevant).order_by(pages.c.id)
    if topic:
        query = query.where(pages.c.topic == topic)
    try:
        with engine.connect() as connection:
            return [StoredPage(url, path, bool(relevant)) for url, path, relevant in connection.execute(query)]
    except DBAPIError as error:
        raise StorageError(f"cannot read the database {shown(engine)}: {reason(error)}") from error
    finally:
        engine.dispose()
