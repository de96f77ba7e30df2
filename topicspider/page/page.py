"""The values that reading a page gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Link(NamedTuple):
    """A link of a page. A tuple, since a page has many."""

    url: str
    anchor: str
    context: str = ""
    """The words around the anchor, the anchor left out."""
    nofollow: bool = False
    boilerplate: bool = False
    """Whether it stands in navigation, footer, sidebar or the like."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as read: decoded, parsed once, cut into blocks. ``text`` separates blocks by a blank line."""

    url: str
    charset: str
    charset_source: str
    title: str
    text: str
    links: tuple[Link, ...]
    canonical: str | None = None
    noindex: bool = False
    nofollow: bool = False
    content_md5: str | None = None
    """MD5 of the main text without white space; ``None`` when there is no text."""
    language: str | None = None
    media: str = "html"
    """``html``, ``pdf`` or ``docx``."""
