"""One page, as fetched and as judged, which travels from the spider through the pipelines; and a copy of a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(slots=True)
class PageItem:
    """One fetched page. The fields are the columns of the table ``pages`` (``docs/database.md``), and
    ``body``, ``media`` and ``text``.

    ``relevance`` and ``importance`` lie in [0, 1], ``score`` is A = 4B + C, times are UTC and aware.
    """

    topic: str
    url: str
    title: str
    content_md5: str | None
    relevance: float
    relevant: bool
    title_cosine: float
    body_cosine: float
    score: float
    importance: float
    depth: int
    charset: str
    charset_source: str
    content_type: str
    content_length: int
    status: int
    host: str
    port: int
    fetched_at: datetime
    parent_url: str | None = None
    anchor: str | None = None
    language: str | None = None
    etag: str | None = None
    last_modified: datetime | None = None
    published_at: datetime | None = None
    author: str | None = None
    simhash: int | None = None
    html_path: str | None = None
    body: bytes = field(default=b"", repr=False)
    media: str = "html"
    """What the body is, and the ending of its file: ``html``, ``pdf`` or ``docx``."""
    text: str = field(default="", repr=False)
    """What the text file is to hold; empty: there is none."""


@dataclass(slots=True)
class CopyItem:
    """A page that is not stored, since another one of the topic, at ``page_url``, brought its content first.

    The fields are the columns of the table ``copies`` (``docs/database.md``).
    """

    topic: str
    url: str
    page_url: str
    is_near: bool
    title: str
    host: str
    fetched_at: datetime
    published_at: datetime | None = None
