"""A recorded web: URL in, recorded response out."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import lzma
import os
import shutil
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, NamedTuple

from topicspider.exceptions import ConfigError
from topicspider.lab.warc import Entry, NotByRecordError, Recorded, read_response, scan
from topicspider.page.urls import host_of, url_identity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

__all__ = ["Recorded", "RecordedWeb", "warc_files"]

logger = logging.getLogger(__name__)

SUFFIXES = (".warc", ".warc.gz", ".warc.xz")
_XZ_MAGIC = b"\xfd7zXZ\x00"
_INDEX_VERSION = 1


class _Place(NamedTuple):
    file: int
    entry: Entry


class RecordedWeb:
    """The responses in WARC files *paths* (or in folders of them), of any crawler.

    Files that cannot be read from the middle are unpacked once into the folder *cache*, where the index of each file
    is kept, too. With *hosts* only those are in the web. Of several responses of a resource the first with status 200
    counts. Raises ``ConfigError`` for what cannot be used.
    """

    def __init__(self, paths: Sequence[Path], *, cache: Path, hosts: Collection[str] = ()) -> None:
        self._files: list[Path] = []
        self._places: dict[str, _Place] = {}
        self._hosts: set[str] = set()
        wanted = {host.lower() for host in hosts}
        try:
            cache.mkdir(parents=True, exist_ok=True)
            for path in warc_files(paths):
                self._add(path, cache, wanted)
        except OSError as error:
            raise ConfigError(f"the recording cannot be read or unpacked: {error}") from error
        logger.info("%d recorded resources of %d hosts in %d files", len(self), len(self._hosts), len(self._files))

    def __len__(self) -> int:
        """Return the number of resources."""
        return len(self._places)

    def urls(self) -> Iterator[str]:
        """Yield the URL of each resource as it was recorded."""
        return (place.entry.url for place in self._places.values())

    def get(self, url: str) -> Recorded | None:
        """Return what was recorded of the resource, whose URL may be spelled in another way.

        What is not there under its own address is looked for under the other scheme, as ``/dir``, ``/dir/`` or
        ``/dir/index.html``, and, if nothing of the host was recorded, with or without ``www.``. A redirect stands for
        its own address only: it says that the other one is another resource.
        """
        place = self._find(url)
        return read_response(self._files[place.file], place.entry.offset) if place else None

    def find(self, url: str) -> Entry | None:
        """Return under which address and with which status ``get`` would answer, without reading it."""
        place = self._find(url)
        return place and place.entry

    @property
    def fingerprint(self) -> str:
        """Return what is the same for the same recorded addresses at the same places."""
        told = sorted((place.entry, str(self._files[place.file])) for place in self._places.values())
        return hashlib.sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _find(self, url: str) -> _Place | None:
        identity = url_identity(url)
        if place := self._places.get(identity):
            return place
        for other in _other_forms(identity, any_www=host_of(identity) not in self._hosts):
            place = self._places.get(other)
            if place and not 300 <= place.entry.status < 400:
                return place
        return None

    def _add(self, path: Path, cache: Path, wanted: set[str]) -> None:
        file, entries = _open(path, cache)
        self._files.append(file)
        number = len(self._files) - 1
        for entry in entries:
            host = host_of(entry.url)
            if wanted and host not in wanted:
                continue
            self._hosts.add(host)
            identity = url_identity(entry.url)
            known = self._places.get(identity)
            if known is None or (entry.status == 200 and known.entry.status != 200):
                self._places[identity] = _Place(number, entry)


def warc_files(paths: Sequence[Path]) -> list[Path]:
    """Return the WARC files of *paths*, those of a folder and its subfolders by name; raises ``ConfigError``."""
    files: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            found = sorted(file for file in path.rglob("*") if file.name.endswith(SUFFIXES) and file.is_file())
            if not found:
                raise ConfigError(f"the folder {path} has no WARC file; give one with {', '.join(SUFFIXES)} files")
            files.update(dict.fromkeys(file.resolve() for file in found))
        elif path.is_file():
            files[path.resolve()] = None
        else:
            raise ConfigError(f"there is no {path}; give a WARC file, or a folder with {', '.join(SUFFIXES)} files")
    return list(files)


def _other_forms(identity: str, *, any_www: bool) -> Iterator[str]:
    """Yield the other addresses under which a resource may have been recorded, the most alike first."""
    scheme, _, rest = identity.partition("://")
    host, slash, path = rest.partition("/")
    hosts = [host]
    if any_www:
        hosts.append(host.removeprefix("www.") if host.startswith("www.") else f"www.{host}")
    for one_host in hosts:
        for one_path in _other_paths(slash + path):
            yield f"{scheme}://{one_host}{one_path}"
            yield f"{'http' if scheme == 'https' else 'https'}://{one_host}{one_path}"


def _other_paths(path: str) -> list[str]:
    if "?" in path:
        return [path]
    base = path.removesuffix("index.html") if path.endswith("/index.html") else path
    base = base.removesuffix("/")
    return [path, *(form for form in (f"{base}/", f"{base}/index.html", base) if form not in (path, ""))]


def _open(path: Path, cache: Path) -> tuple[Path, list[Entry]]:
    """Return the file that can be read from the middle, and its responses; what was found is kept in *cache*."""
    stat = path.stat()
    key = hashlib.sha256(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}".encode()).hexdigest()[:16]
    stem = f"{path.name.partition('.warc')[0][:100]}-{key}"
    unpacked, index = cache / f"{stem}.warc", cache / f"{stem}.json"
    with path.open("rb") as start:
        is_packed = start.read(len(_XZ_MAGIC)) == _XZ_MAGIC
    if is_packed and not unpacked.exists():
        _unpack(path, unpacked)
    file = unpacked if unpacked.exists() else path
    entries = _load(index, file)
    if entries is None:
        try:
            entries = _scan(path, file)
        except NotByRecordError:
            _unpack(path, unpacked)
            file, entries = unpacked, _scan(path, unpacked)
        _save(index, file, entries)
    return file, entries


def _scan(path: Path, file: Path) -> list[Entry]:
    if not file.stat().st_size:
        raise ConfigError(f"{path} is empty; give a WARC file (.warc, .warc.gz or .warc.xz)")
    return list(scan(file))


def _unpack(path: Path, unpacked: Path) -> None:
    try:
        with path.open("rb") as start:
            is_xz = start.read(len(_XZ_MAGIC)) == _XZ_MAGIC
        with (lzma.open if is_xz else gzip.open)(path, "rb") as source, _renamed(unpacked) as target:
            shutil.copyfileobj(source, target, 1 << 20)
    except (lzma.LZMAError, zlib.error, gzip.BadGzipFile, EOFError) as error:
        raise ConfigError(f"{path} cannot be unpacked ({error}); give a whole WARC file, or fetch it again") from error


def _load(index: Path, file: Path) -> list[Entry] | None:
    """Return the entries that were saved for *file*; ``None`` if there are none that can be used."""
    try:
        saved = json.loads(index.read_text("utf-8"))
        is_of_file = saved["version"] == _INDEX_VERSION and saved["file"] == file.name
        return [Entry(*entry) for entry in saved["entries"]] if is_of_file else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _save(index: Path, file: Path, entries: list[Entry]) -> None:
    with _renamed(index) as target:
        target.write(json.dumps({"version": _INDEX_VERSION, "file": file.name, "entries": entries}).encode())


@contextmanager
def _renamed(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that gets its name when it is whole; others may make the same one at the same time."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
