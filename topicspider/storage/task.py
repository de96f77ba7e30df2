"""Storing as the task of a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topicspider.storage.pages import PageTable
from topicspider.storage.writer import StorageWriter

if TYPE_CHECKING:
    from collections import Counter
    from concurrent.futures import Future

    from topicspider.items import CopyItem, PageItem
    from topicspider.storage.files import PageFiles
    from topicspider.storage.plan import Outcome


class StorageTask:
    """Stores pages in the table at *database_url* and in *files* by a ``StorageWriter``.

    Raises ``StorageError`` when the database cannot be opened. ``close`` returns the counts of the writer.
    """

    def __init__(self, database_url: str, files: PageFiles, **options: Any) -> None:
        self._table = PageTable(database_url)
        self._table.open()
        self._writer = StorageWriter(self._table, files, **options)

    def __call__(self, item: PageItem | CopyItem) -> Future[Outcome]:
        return self._writer.submit(item)

    def close(self) -> Counter[str]:
        self._writer.close()
        self._table.close()
        return self._writer.counts
