"""The values that reading a page gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime


class LinkBlock(NamedTuple):
    """A list of links of a page."""

    role: str
    """``list``, ``navigation``, or ``noise``: advertising, friend links."""
    heading: str = ""
    likeness: float = 0.0
    """How much heading and anchors of a ``list`` say what the main text says: a cosine, in [0, 1]."""


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
    frame_md5: str | None = None
    """As ``content_md5``, but of the text without its numbers: the same for all pages of a calendar."""
    subjects: tuple[str, ...] = ()
    """What its author has filed it under: keywords of its head, tags, categories."""
    language: str | None = None
    """``en``, ``zh``, ``zh-hant`` …, as declared and as its text looks."""
    site_name: str | None = None
    author: str | None = None
    published_at: datetime | None = None
    """In UTC."""
    wall: str = ""
    """``missing`` for a page that says it was not found, ``login`` for one that wants a login first."""
    has_main_text: bool = True
    """Whether ``text`` is a text of its own; lists of links and pages of a few words have none."""
    media: str = "html"
    """``html``, ``pdf`` or ``docx``."""
