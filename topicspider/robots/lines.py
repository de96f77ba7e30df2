"""From the octets of robots.txt to its lines: a field that means something, and its value."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 500 * 1024
"""RFC 9309 §2.5: what must be read at least."""
_UTF16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_HTML_RE = re.compile(
    rb"(?:[^!-~]++|<!--.*?-->|<\?.*?>)*+<(?:!doctype|html|head|body|title|meta|script)\b", re.IGNORECASE | re.DOTALL
)
# Of any alphabet (in UTF-8, and the wide one in GBK), or none at all: a BOM, which may stand before any line.
_SPACES = rb"(?:\s|\xef\xbb\xbf|\xc2\xa0|\xe2\x80\x8b|\xe3\x80\x80|\xa1\xa1)*+"
# The colon may be full-width (in UTF-8 or GBK) or missing.
_LINE_RE = re.compile(
    _SPACES
    + rb"(?P<field>[a-z]+(?:[-_ ](?:agent|delay|maps?))?)(?:\s*+(?P<colon>:|\xef\xbc\x9a|\xa3\xba)|\s)"
    + _SPACES
    + rb"(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
_SPACE_RE = re.compile(rb"\s")
_TYPOS = (b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw", b"dissallaw")
_FIELDS = {
    b"useragent": "user-agent",
    b"allow": "allow",
    **dict.fromkeys((b"disallow", *_TYPOS), "disallow"),
    b"crawldelay": "crawl-delay",
    **dict.fromkeys((b"sitemap", b"sitemaps"), "sitemap"),
}


class Line(NamedTuple):
    field: str
    """``user-agent``, ``allow``, ``disallow``, ``crawl-delay`` or ``sitemap``."""
    value: bytes


def plain_text(body: bytes) -> bytes:
    """Return what of *body* is read: whole lines of the first 500 KiB; nothing of a page of HTML."""
    for bom, charset in _UTF16:
        if body.startswith(bom):
            body = body.decode(charset, "replace").encode("utf-8")
    if len(body) > MAX_BYTES:
        body = body[: MAX_BYTES + 1]
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]  # half a path would mean another one
    return b"" if _HTML_RE.match(body) else body


def read_lines(text: bytes) -> Iterator[Line]:
    """Yield the lines of *text* that are known; octets, because only ``bytes`` ends lines at CR and LF alone."""
    for line in text.splitlines():
        match = _LINE_RE.match(line.partition(b"#")[0].strip())
        if match is None:
            continue
        field = _FIELDS.get(match["field"].translate(None, b"-_ ").lower())
        is_prose = not match["colon"] and _SPACE_RE.search(match["value"])
        if field and not is_prose:
            yield Line(field, match["value"])
