"""XML as far as sitemaps and feeds need it: tags and the text before them. Nothing is an error.

No tree is built, and of entities only the references to characters are known: a declaration has no effect, so nothing
can expand and nothing can be fetched.
"""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_TOKENS = 1_000_000
"""Tags and comments that are read: more than stand in 50,000 entries of a file of 50 MB."""
MAX_TOKEN = 256 * 1024
"""Characters of the longest text or tag that is read."""
MAX_PARTS = 1000
"""Sections and tags that the text of an element may consist of."""

_NAME = r"[A-Za-z_][\w:.-]{0,63}+"
_ATTRIBUTES = r"""(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+"""
_TOKEN_RE = re.compile(
    r"(?P<text>[^<]*+)(?:"
    rf"<(?P<name>{_NAME})(?P<attributes>{_ATTRIBUTES}>|[^<>]*+>)(?:(?P<content>[^<]*+)</(?P=name)>)?"
    rf"|</(?P<end>{_NAME})[^<>]*+>"
    r"|<!--.*?-->"
    r"|<!\[CDATA\[(?P<cdata>.*?)\]\]>"
    r"|<!ENTITY\b(?:[^<>\"']*+(?:\"[^\"]*+\"|'[^']*+')){0,3}+[^<>\"']*+>"
    r"|(?P<open>\Z|<!--.*+|<!\[CDATA\[.*+|<[^<>]*+\Z)"
    r"|<[!?][^<>]*+>?"
    r"|(?P<stray><))",
    re.DOTALL,
)
_OPENING_RE = re.compile(r"<!--|<!\[CDATA\[")
_ATTRIBUTE_RE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_REFERENCE_RE = re.compile(r"&(?:#(?:\d{1,7}|[xX][0-9A-Fa-f]{1,6})|([A-Za-z]\w{0,31}));")


class Tag(NamedTuple):
    text: str
    """What stands between the tag before and this one, with its references."""
    name: str
    """In lower case, with its prefix."""
    attributes: str | None
    """As they stand; ``None`` in a tag that ends an element."""
    content: str | None = None
    """The whole text of an element that ends right after it; ``None`` if more tags come."""


def read_tags(texts: Iterable[str]) -> Iterator[Tag]:
    """Yield the tags of a document that comes in pieces; what its end cuts off is left out."""
    before: list[str] = []
    for match in islice(_tokens(texts), MAX_TOKENS):
        text, name, attributes, content, end, cdata, _, stray = match.groups()
        if name is None and end is None:
            if len(before) < MAX_PARTS:
                before += filter(None, (text, cdata and cdata.replace("&", "&amp;"), stray))
            continue
        if before:
            text = "".join((*before, text))
            before.clear()
        if end is not None:
            yield Tag(text, end.lower(), None)
        elif attributes.endswith("/>"):
            yield Tag(text, name.lower(), attributes[:-2], content or "")
        else:
            yield Tag(text, name.lower(), attributes[:-1], content)


def _tokens(texts: Iterable[str]) -> Iterator[re.Match[str]]:
    """Yield what is complete; what is not waits for the next piece."""
    rest = ""
    for text in texts:
        for match in _TOKEN_RE.finditer(rest + text):
            if match["open"] is not None:
                rest = match[0] if len(match[0]) <= MAX_TOKEN else _opening(match["open"])
                break  # it reaches to the end of the piece
            yield match


def _opening(token: str) -> str:
    """Return as much of a comment or CDATA section as it takes to find its end; nothing of what is neither."""
    match = _OPENING_RE.match(token)
    return match[0] + token[match.end() :][-2:] if match else ""


def attributes_of(tag: Tag) -> dict[str, str]:
    """Return the attributes, named in lower case with their prefixes, as they stand; the first of a name holds."""
    found: dict[str, str] = {}
    for name, *values in _ATTRIBUTE_RE.findall(tag.attributes or ""):
        found.setdefault(name.lower(), "".join(values))
    return found


def resolved(text: str) -> str:
    """Replace the references to characters, those of HTML too; any other is left as it stands."""
    return _REFERENCE_RE.sub(_character, text) if "&" in text else text


def names_an_entity(text: str) -> bool:
    """Say whether *text* refers to more than characters: to what only a declaration could tell."""
    return "&" in text and any(name and f"{name};" not in html5 for name in _REFERENCE_RE.findall(text))


def _character(match: re.Match[str]) -> str:
    return match[0] if match[1] and f"{match[1]};" not in html5 else unescape(match[0])
