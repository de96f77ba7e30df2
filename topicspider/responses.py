"""From a response and its reading to the items."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from topicspider.items import CopyItem, PageItem

if TYPE_CHECKING:
    from scrapy.http import Response

    from topicspider.frontier.base import FrontierLink, Visit
    from topicspider.reading import Reading


def headers_of(response: Response) -> dict[str, str]:
    """Return the headers by lower-case name; of robots directives each header keeps its own line."""
    headers = {str(name).lower(): str(value) for name, value in response.headers.to_unicode_dict().items()}
    if "x-robots-tag" in headers:
        lines = [value.decode("latin-1") for value in response.headers.getlist("X-Robots-Tag")]
        headers["x-robots-tag"] = "\n".join(lines)
    return headers


def page_item(
    topic: str,
    response: Response,
    headers: dict[str, str],
    reading: Reading,
    source: FrontierLink,
    fetched_at: datetime,
) -> PageItem:
    page, judgement = reading.page, reading.judgement
    parts = urlsplit(response.url)
    return PageItem(
        topic=topic,
        url=response.url,
        title=page.title,
        content_md5=page.content_md5,
        relevance=judgement.relevance,
        relevant=judgement.relevant,
        title_cosine=judgement.title_cosine,
        body_cosine=judgement.body_cosine,
        score=judgement.score,
        importance=source.importance,
        depth=source.depth,
        charset=page.charset,
        charset_source=page.charset_source,
        content_type=headers.get("content-type", ""),
        content_length=len(response.body),
        status=response.status,
        host=parts.hostname or "",
        port=parts.port or (443 if parts.scheme == "https" else 80),
        fetched_at=fetched_at,
        parent_url=source.parent,
        anchor=source.anchor or None,
        language=page.language,
        published_at=page.published_at,
        author=page.author,
        simhash=reading.simhash,
        etag=headers.get("etag"),
        last_modified=_http_date(headers.get("last-modified")),
        body=response.body,
        media=page.media,
        text=page.text,
    )


def copy_item(topic: str, response: Response, reading: Reading, visit: Visit, fetched_at: datetime) -> CopyItem:
    return CopyItem(
        topic=topic,
        url=response.url,
        page_url=visit.same_as or "",
        is_near=visit.outcome == "near_duplicate",
        title=reading.page.title,
        host=urlsplit(response.url).hostname or "",
        fetched_at=fetched_at,
        published_at=reading.page.published_at,
    )


def _http_date(value: str | None) -> datetime | None:
    try:
        date = parsedate_to_datetime(value or "")
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
