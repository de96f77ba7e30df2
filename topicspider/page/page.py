"""The values that reading a page gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class LinkBlock(NamedTuple):
    """A list of links of a page."""

    role: str
    """``list``, ``navigation``, or ``noise``: advertising, friend links."""
    heading: str = ""
    likeness: float = 0.0
    """How much its heading and anchors say what the main text says: a cosine, in [0, 1]."""


class Link(NamedTuple):
    """A link of a page. A tuple, since a page has many."""

    url: str
    anchor: str
    context: str = ""
    """The words around the anchor, the anchor left out."""
    nofollow: bool = False
    boilerplate: bool = False
    """Whether it stands in navigation, footer, sidebar or the like."""
    block: int = -1
    """Which of the page's ``link_blocks`` it stands in; -1 for a link within the text."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as read: decoded, parsed once, cut into blocks. ``text`` separates blocks by a blank line."""

    url: str
    charset: str
    charset_source: str
    title: str
    text: str
    links: tuple[Link, ...]
    link_blocks: tuple[LinkBlock, ...] = ()
    is_hub: bool = False
    """Whether it is a list of links, with hardly any text of its own."""
    canonical: str | None = None
    noindex: bool = False
    nofollow: bool = False
    content_md5: str | None = None
    """MD5 of the main text without white space; ``None`` when there is no text."""
    language: str | None = None
    media: str = "html"
    """``html``, ``pdf`` or ``docx``."""
