"""Put the right ``<meta charset>`` into a page that a browser would read wrongly from a file (pure)."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from w3lib.encoding import resolve_encoding

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRESCANNED = 1024  # bytes in which a browser looks for a declaration: HTML, "prescan a byte stream"
_UTF16_BOMS = {"utf-16le": codecs.BOM_UTF16_LE, "utf-16be": codecs.BOM_UTF16_BE}
_BOMS = (codecs.BOM_UTF8, *_UTF16_BOMS.values())

# The labels that browsers know (WHATWG Encoding Standard) of the encodings that Chinese pages have. Their gbk
# decoder is the one of gb18030. Labels of other encodings are taken from Python, which knows a few more.
_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
}
_BY_LABEL = {label: name for name, labels in _LABELS.items() for label in labels.split()}
_BY_CODEC = {
    "utf-8": "utf-8",
    "utf-8-sig": "utf-8",
    "utf-16": "utf-16le",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "gb18030": "gb18030",
    "big5": "big5",
    "big5hkscs": "big5",
    "cp950": "big5",
    "cp932": "shift_jis",
    "euc_jp": "euc-jp",
    "iso2022_jp": "iso-2022-jp",
    "cp949": "euc-kr",
    "cp866": "ibm866",
    "cp874": "windows-874",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "mac-roman": "macintosh",
    "mac-cyrillic": "x-mac-cyrillic",
    **{f"cp{number}": f"windows-{number}" for number in range(1250, 1259)},
    **{f"iso8859-{part}": f"iso-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}

_TOKEN = re.compile(
    rb"<!--(?:-?>|.*?(?:-->|\Z))|<[!/?](?![a-z])[^>]*|<(?P<name>[!/?]?[a-z][^\s/>]*)", re.IGNORECASE | re.DOTALL
)
_ATTRIBUTE = re.compile(
    rb"""[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)(?:"|\Z)|'([^']*)(?:'|\Z)|([^\s>"'][^\s>]*)?))?"""
)
_CONTENT_CHARSET = re.compile(r"""charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))""", re.IGNORECASE)


def with_charset(body: bytes, charset: str) -> bytes:
    """Return ``body`` so that a browser reads it in ``charset`` without an HTTP header to tell it so.

    The bytes stay as they are when the page declares that itself, when it begins with a byte order mark (which
    no declaration overrules), and when ``charset`` is none that browsers know.
    """
    name = _name(charset)
    if name is None or body.startswith(_BOMS):
        return body
    if name in _UTF16_BOMS:
        return _UTF16_BOMS[name] + body
    if _declared(body[:_PRESCANNED]) == name:
        return body
    meta = f'<meta charset="{name}">'.encode()
    at = _place(body[: _PRESCANNED - len(meta)])
    return body[:at] + meta + body[at:]


def _declared(head: bytes) -> str | None:
    """Return the encoding a browser takes from the first <meta> that names one, else from the XML declaration."""
    for name, attributes, _ in _tags(head):
        if name == b"meta" and (found := _browser_name(_meta_label(attributes))):
            return found
    if head.startswith(b"<?xml"):
        _, attributes, _ = next(_tags(head), (b"", {}, 0))
        return _browser_name(attributes.get("encoding", ""))
    return None


def _place(head: bytes) -> int:
    """Return where a <meta> may stand before all others: after <head>, else <html>, else doctype, else first."""
    place = 0
    for name, _, end in _tags(head):
        if name == b"head":
            return end
        if name in (b"html", b"!doctype"):
            place = end
        elif not name.startswith((b"!", b"?")):
            break
    return place


def _tags(head: bytes) -> Iterator[tuple[bytes, dict[str, str], int]]:
    """Yield name, attributes and end of each complete tag, doctype and declaration; comments are passed over."""
    at = 0
    while token := _TOKEN.search(head, at):
        at = token.end()
        if token["name"] is None:
            continue
        attributes: dict[str, str] = {}
        while attribute := _ATTRIBUTE.match(head, at):
            name, *values = (part.decode("latin-1") for part in attribute.groups(b""))
            attributes.setdefault(name.lower(), "".join(values))
            at = attribute.end()
        at = head.find(b">", at) + 1
        if not at:
            return
        yield token["name"].lower(), attributes, at


def _meta_label(attributes: dict[str, str]) -> str:
    if "charset" in attributes:
        return attributes["charset"]
    if attributes.get("http-equiv", "").lower() != "content-type":
        return ""
    match = _CONTENT_CHARSET.search(attributes.get("content", ""))
    return "".join(match.groups("")) if match else ""


def _browser_name(label: str) -> str | None:
    """Return the encoding that a browser takes a declared label for; None when it passes over the label."""
    label = label.strip().lower()
    name = _BY_LABEL.get(label) or _name(label)
    if name in _UTF16_BOMS:
        return "utf-8"  # a declaration that could be read as ASCII cannot be in UTF-16
    return None if name in _LABELS and label not in _BY_LABEL else name


def _name(charset: str) -> str | None:
    """Return the WHATWG name of an encoding that Python or the standard calls ``charset``."""
    charset = charset.strip().lower()
    return _BY_LABEL.get(charset) or _BY_CODEC.get(resolve_encoding(charset) or "")
