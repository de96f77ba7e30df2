"""A page to store."""

from datetime import UTC, datetime

from topicspider.items import PageItem

PAGE = PageItem(
    topic="茶",
    url="http://e.example/",
    title="绿茶",
    content_md5=None,
    relevance=0.1 + 0.2,
    relevant=True,
    title_cosine=0.5,
    body_cosine=1 / 3,
    score=2.5,
    importance=0.25,
    depth=1,
    charset="utf-8",
    charset_source="meta",
    content_type="text/html",
    content_length=20,
    status=200,
    host="e.example",
    port=80,
    fetched_at=datetime(2024, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
)
