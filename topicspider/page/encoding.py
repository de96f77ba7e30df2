"""From bytes to text: which charset a page really has, and which rule said so."""

from __future__ import annotations

import codecs
import re
from functools import cache
from typing import NamedTuple

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_COMMENT_RE = re.compile(rb"<!--.*?-->", re.S)
_META_RE = re.compile(rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_XML_RE = re.compile(rb"^\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([\w.:-]+)", re.I)
_HEADER_RE = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_SCAN_BYTES = 16384

# Supersets that browsers use for what pages call by these names (WHATWG Encoding).
_READ_AS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "hz": "gb18030",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-16": "utf-8",  # a page whose ASCII declaration could be read is not UTF-16
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}


class Decoded(NamedTuple):
    text: str
    charset: str
    source: str
    """``bom``, ``header``, ``meta``, ``xml``, ``detected`` or ``fallback``."""


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Decode *body*: the first of BOM, header and declarations that fits strictly, else what the bytes look like.

    A declaration that does not decode strictly loses against one that does. No page is dropped: when nothing fits,
    bad bytes are replaced where they stand.
    """
    for bom, charset in _BOMS:
        if body.startswith(bom):
            return Decoded(body[len(bom) :].decode(charset, "replace"), charset, "bom")
    declared = _declarations(body, content_type)
    for charset, source in declared:
        text = _strict(body, charset)
        if text is not None:
            return Decoded(text, charset, source)
    for charset in _guesses(body):
        text = _strict(body, charset)
        if text is not None:
            return Decoded(text, charset, "detected")
    charset, source = declared[0] if declared else (_guesses(body)[0], "fallback")
    return Decoded(body.decode(charset, "replace"), charset, source)


def _declarations(body: bytes, content_type: str) -> list[tuple[str, str]]:
    head = _COMMENT_RE.sub(b"", body[:_SCAN_BYTES])
    found = [(match[1], "header")] if (match := _HEADER_RE.search(content_type)) else []
    for pattern, source in ((_XML_RE, "xml"), (_META_RE, "meta")):
        if label := pattern.search(head):
            found.append((label[1].decode("ascii"), source))
    return [(charset, source) for label, source in found if (charset := charset_of(label))]


@cache
def charset_of(label: str) -> str | None:
    """Return the codec that reads what pages call *label*, or ``None`` for a name nobody knows."""
    try:
        name = codecs.lookup(label.strip().lower().replace("utf8", "utf-8")).name
    except LookupError:
        return None
    return _READ_AS.get(name, name)


def _strict(body: bytes, charset: str) -> str | None:
    """Decode without error, but for a character that was cut off at the end."""
    try:
        text, _ = codecs.getincrementaldecoder(charset)("strict").decode(body), None
    except (UnicodeDecodeError, LookupError):
        return None
    return text.replace("\x80", "€") if charset == "gb18030" else text


def _guesses(body: bytes) -> list[str]:
    """Order the charsets of Chinese pages by how plausible they make *body*: share of everyday characters."""
    if _strict(body, "utf-8") is not None:
        return ["utf-8"]
    sample = bytes(body[: _SCAN_BYTES * 4])
    scores = {charset: _everyday_share(sample, charset) for charset in ("gb18030", "big5hkscs")}
    return sorted(scores, key=lambda charset: -scores[charset])


def _everyday_share(sample: bytes, charset: str) -> float:
    """Share of the characters beyond ASCII that stand in the first level of *charset*'s own table."""
    text = sample.decode(charset, "replace")
    first, last = (0xB0A1, 0xD7F9) if charset == "gb18030" else (0xA440, 0xC67E)
    beyond = [char for char in text if char > "\x7f"]
    everyday = sum(first <= int.from_bytes(char.encode(charset, "replace"), "big") <= last for char in beyond)
    return everyday / (len(beyond) or 1)
