"""Storing as the task of a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topicspider.storage.html import HtmlFiles
from topicspider.storage.pages import PageTable
from topicspider.storage.writer import StorageWriter

if TYPE_CHECKING:
    from collections import Counter
    from concurrent.futures import Future
    from pathlib import Path

    from topicspider.items import PageItem
    from topicspider.storage.plan import Outcome


class StorageTask:
    """Stores pages in the table at *database_url* and below *html_folder* (``None``: no files) by a ``StorageWriter``.

    Raises ``StorageError`` when the database cannot be opened. ``close`` returns the counts of the writer.
    """

    def __init__(self, database_url: str, html_folder: Path | None, **options: Any) -> None:
        self._table = PageTable(database_url)
        self._table.open()
        html = HtmlFiles(html_folder) if html_folder else None
        self._writer = StorageWriter(self._table, html, **options)

    def __call__(self, item: PageItem) -> Future[Outcome]:
        return self._writer.submit(item)

    def close(self) -> Counter[str]:
        self._writer.close()
        self._table.close()
        return self._writer.counts
