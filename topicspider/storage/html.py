"""The pages as files: named by host and by the hash of the URL, whole or not there at all."""

from __future__ import annotations

import logging
import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from topicspider.exceptions import StorageError
from topicspider.storage.charset import with_charset
from topicspider.storage.rows import url_hash

if TYPE_CHECKING:
    from pathlib import Path

logger = logging.getLogger(__name__)

_LONGEST = 200  # bytes of a host's folder; file systems take 255
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")  # Windows' devices, with any extension
_DEFAULT_PORTS = {"http": 80, "https": 443}


class HtmlFiles:
    """The HTML files below ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path_of(self, url: str) -> str:
        """Return the file's path below the folder, ``host/ab/ab….html``, the same for the same URL on every system."""
        name = url_hash(url).hex()
        return f"{_host_folder(url)}/{name[:2]}/{name}.html"

    def write(self, url: str, body: bytes, charset: str) -> str:
        """Write ``body`` so that a browser reads it in ``charset``, and return its path below the folder.

        On return the file is on the disk. At any moment there is the old file, the new one, or none; never a part.
        """
        relative = self.path_of(url)
        path = self._folder / relative
        temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            _make_folder(path.parent)
            with temporary.open("wb") as file:
                file.write(with_charset(body, charset))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
            _sync_folder(path.parent)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink()
            raise StorageError(
                f"cannot write the HTML file {path}: {error.strerror}; "
                "make room there, or set TOPIC_OUTPUT_DIR to a folder that can be written"
            ) from error
        return relative

    def remove(self, url: str) -> None:
        """Remove the file of ``url`` if there is one."""
        path = self._folder / self.path_of(url)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("The HTML file %s, which no row names, stays: %s", path, error.strerror)


def _host_folder(url: str) -> str:
    """Return a folder name of a-z, 0-9, dot, hyphen and underscore: ``www.example.org``, ``localhost_8080``."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # a bracket or a port that is none
        return "_"
    with suppress(UnicodeError):  # what stays outside ASCII becomes underscores
        host = host.encode("idna").decode()
    if port is not None and port != _DEFAULT_PORTS.get(parts.scheme):
        host += f"_{port}"
    name = re.sub(r"[^a-z0-9._-]", "_", host.lower())[:_LONGEST].strip(".")
    return f"_{name}" if not name or _RESERVED.match(name) else name


def _make_folder(folder: Path) -> None:
    """Create ``folder`` and what is missing above it, each entry synced to the disk."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return  # Windows opens no folders, and keeps renames by itself
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
