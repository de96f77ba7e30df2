"""The pages as files: named by host and by the hash of the URL, whole or not there at all."""

from __future__ import annotations

import logging
import os
import re
from contextlib import ExitStack, suppress
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from topicspider.exceptions import StorageError
from topicspider.storage.charset import with_charset
from topicspider.storage.rows import url_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from topicspider.items import PageItem

logger = logging.getLogger(__name__)

_LONGEST = 200  # bytes of a host's folder; file systems take 255
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")  # Windows' devices, with any extension
_DEFAULT_PORTS = {"http": 80, "https": 443}


class PageFiles:
    """The files of pages: as they came below *html_folder*, their text below *text_folder*; ``None``: no such files."""

    def __init__(self, html_folder: Path | None, text_folder: Path | None = None) -> None:
        self._html_folder = html_folder
        self._text_folder = text_folder

    def html_path(self, item: PageItem) -> str | None:
        """Return the path of the page's file below the HTML folder; ``None`` if there is no such file to be."""
        return file_path(item.url, item.media) if self._html_folder and item.body else None

    def write(self, items: Iterable[PageItem]) -> None:
        """Write the files of *items*: HTML so that a browser reads it in its charset, documents as they are.

        On return the files are on the disk. At any moment there is a page's old file, the new one, or none; never a
        part. All are written before the first is synced: the file system then needs two commits, not three a page.
        """
        temporaries: dict[Path, Path] = {}
        changed: set[Path] = set()
        path = self._html_folder or self._text_folder
        try:
            with ExitStack() as opened:
                files = []
                for path, content in (file for item in items for file in self._contents(item)):
                    temporaries[path] = path.with_name(f"{path.name}.{os.getpid()}.tmp")
                    changed |= _make_folder(path.parent) | {path.parent}
                    files.append(opened.enter_context(temporaries[path].open("wb")))
                    files[-1].write(content)
                    files[-1].flush()
                for file in files:
                    os.fsync(file.fileno())
            for path, temporary in temporaries.items():
                temporary.replace(path)
            if os.name == "posix":  # Windows opens no folders
                for path in changed:
                    _sync_folder(path)
        except OSError as error:
            _remove(temporaries.values())
            raise StorageError(
                f"cannot write the file {path}: {error.strerror}; "
                "make room there, or set TOPIC_OUTPUT_DIR to a folder that can be written"
            ) from error

    def remove(self, item: PageItem) -> None:
        """Remove the files of *item* if there are any."""
        for path, _ in self._contents(item):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                logger.warning("The file %s, which no row names, stays: %s", path, error.strerror)

    def _contents(self, item: PageItem) -> Iterator[tuple[Path, bytes]]:
        if self._html_folder and item.body:
            body = with_charset(item.body, item.charset) if item.media == "html" else item.body
            yield self._html_folder / file_path(item.url, item.media), body
        if self._text_folder and item.text:
            yield self._text_folder / file_path(item.url, "txt"), item.text.encode("utf-8", "replace")


def file_path(url: str, ending: str) -> str:
    """Return the path ``host/<hash>.<ending>`` of a URL's file, the same for the same URL on every system."""
    return f"{_host_folder(url)}/{url_hash(url).hex()}.{ending}"


def _host_folder(url: str) -> str:
    """Return a folder name of a-z, 0-9, dot, hyphen and underscore: ``www.example.org``, ``localhost_8080``."""
    try:
        parts = urlsplit(url)
        return _folder_name(parts.scheme, parts.hostname or "", parts.port)
    except ValueError:  # a bracket or a port that is none
        return "_"


@lru_cache(maxsize=4096)
def _folder_name(scheme: str, host: str, port: int | None) -> str:
    with suppress(UnicodeError):  # what stays outside ASCII becomes underscores
        host = host.encode("idna").decode()
    if port is not None and port != _DEFAULT_PORTS.get(scheme):
        host += f"_{port}"
    name = re.sub(r"[^a-z0-9._-]", "_", host.lower())[:_LONGEST].strip(".")
    return f"_{name}" if not name or _RESERVED.match(name) else name


def _make_folder(folder: Path) -> set[Path]:
    """Create ``folder`` and what is missing above it; return the folders that have a new entry."""
    if folder.is_dir():
        return set()
    changed = _make_folder(folder.parent) | {folder.parent}
    folder.mkdir(exist_ok=True)
    return changed


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):  # most are not there, and the error that brought us here is the one to tell
            path.unlink()


def _sync_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
