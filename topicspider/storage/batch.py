"""Pages to disk, in the order that never leaves a row without its file: files first, then the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.items import CopyItem, PageItem
from topicspider.storage.rows import copy_row_of, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topicspider.storage.files import PageFiles
    from topicspider.storage.pages import PageTable
    from topicspider.storage.plan import Outcome


def write_batch(table: PageTable, files: PageFiles, items: Sequence[PageItem | CopyItem]) -> list[Outcome]:
    """Write ``items``, pages in one transaction and copies in another, and return what became of each.

    Errors: those of ``write_pages``; copies are written first.
    """
    pages = [item for item in items if isinstance(item, PageItem)]
    if copies := [copy_row_of(item) for item in items if isinstance(item, CopyItem)]:
        table.write_copies(copies)
    outcomes = iter(write_pages(table, files, pages) if pages else [])
    return [next(outcomes) if isinstance(item, PageItem) else "copy" for item in items]


def write_pages(table: PageTable, files: PageFiles, items: Sequence[PageItem]) -> list[Outcome]:
    """Write ``items`` in one transaction and return what became of each. On return all of it is on the disk.

    Duplicates get no files. Errors: those of ``PageTable.write`` and
    ``PageFiles.write``; no row is written then, and the same call may be made again.
    """
    rows = [row_of(item) for item in items]
    for row, item in zip(rows, items, strict=True):
        row["html_path"] = files.html_path(item)
    written: dict[int, Outcome] = {}

    def write_files(outcomes: list[Outcome]) -> None:
        kept = {i: outcome for i, outcome in enumerate(outcomes) if outcome != "duplicate"}
        files.write(items[i] for i in kept if i not in written)
        written.update(kept)

    outcomes = table.write(rows, write_files)
    kept = {item.url for item, outcome in zip(items, outcomes, strict=True) if outcome != "duplicate"}
    for index, planned in written.items():
        # Another process stored the same content after the files were written: no row names those files.
        if planned == "inserted" and items[index].url not in kept:
            files.remove(items[index])
    return outcomes
