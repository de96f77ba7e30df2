"""Text files as people save them: which encoding it is, or one line that says why it is no text."""

from __future__ import annotations

import codecs
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from topicspider.exceptions import ConfigError
from topicspider.topic.characters import is_han

if TYPE_CHECKING:
    from collections.abc import Iterator

# UTF-32 first: its little-endian mark begins with the one of UTF-16.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAGIC = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\xd0\xcf\x11\xe0": "an office document",
    b"%PDF-": "a PDF document",
    b"{\\rtf": "an RTF document",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"\x7fELF": "a program",
    b"SQLite format 3\0": "a database",
}
_CONTROL_RE = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_MOST_NULS = 0.25  # of all bytes; more is UTF-16 without a byte order mark, or no text at all


def read_text(path: str | Path, *, error: type[ConfigError] = ConfigError) -> str:
    """The text of a file, without byte order mark and NUL characters, lines ending as they do in the file.

    ``path`` may be a ``file://`` address. The encoding is the one of the byte order mark, else UTF-8, else GB18030;
    GB2312 bytes that happen to be UTF-8 are told by their Han characters. Raises ``error``.
    """
    path = _local_path(path)
    data = _read_bytes(path, error)
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode(path, data, [encoding], error).replace("\0", "")
    if kind := _binary_kind(data):
        raise error(f"{path}: not a text file ({kind}); save it as plain text in UTF-8")
    text = _decode(path, data, ["utf-8", "gb18030"], error)
    return (_gb2312(data, text) or text).replace("\0", "")


def _local_path(path: str | Path) -> Path:
    if isinstance(path, str) and path.lower().startswith("file:"):
        address = urlsplit(path)
        return Path(unquote(address.netloc.removeprefix("localhost") + address.path))
    return Path(path)


def _read_bytes(path: Path, error: type[ConfigError]) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        hint = f"; write it with forward slashes: {str(path).replace(chr(92), '/')}" if "\\" in str(path) else ""
        raise error(f"{path}: there is no such file (looked in {Path.cwd()}){hint}") from None
    except IsADirectoryError:
        raise error(f"{path}: this is a directory; name a text file in it") from None
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the path
        reason = getattr(problem, "strerror", None) or problem
        raise error(f"{str(path)!r}: the file cannot be read: {reason}") from problem


def _binary_kind(data: bytes) -> str | None:
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            return kind
    if control := _CONTROL_RE.search(data):
        return f"control character {data[control.start()]:#04x} at byte {control.start()}"
    if data.count(0) > _MOST_NULS * len(data):
        return "NUL bytes throughout: UTF-16 without a byte order mark?"
    return None


def _decode(path: Path, data: bytes, encodings: list[str], error: type[ConfigError]) -> str:
    offset = 0
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as problem:
            offset = max(offset, problem.start)
    names = " nor ".join(name.upper() for name in encodings)
    raise error(f"{path}: byte {offset} ({data[offset]:#04x}) is not {names}; save the file as UTF-8")


def _gb2312(data: bytes, text: str) -> str | None:
    """The GB2312 reading of bytes that are UTF-8 as well, when it alone has Han characters.

    A word such as "café" is Han characters too in GB2312, but they would hang on Latin letters.
    """
    if text.isascii() or any(map(is_han, text)):
        return None
    try:
        chinese = data.decode("gb2312")
    except UnicodeDecodeError:
        return None
    return chinese if any(map(is_han, chinese)) and not any(_glued(chinese)) else None


def _glued(text: str) -> Iterator[bool]:
    for left, right in pairwise(text):
        yield (is_han(left) and right.isascii() and right.isalpha()) or (
            is_han(right) and left.isascii() and left.isalpha()
        )
