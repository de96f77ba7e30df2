"""Which articles the demo web has, and where each stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from topicspider.demo.sites import SITES, Column, Site

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topicspider.demo.writer import Text, Writer


@dataclass(frozen=True, slots=True)
class Article:
    site: Site
    column: Column
    number: int
    text: Text
    kind: Literal["article", "repost"] = "article"

    @property
    def path(self) -> str:
        return self.site.article_path.format(column=self.column.path, number=self.number)


def plan_articles(writer: Writer) -> list[Article]:
    """All articles in the order of the sites and their columns; re-posts are of sites that come before."""
    planned: list[Article] = []
    for site in SITES:
        for column in site.columns:
            planned.extend(_column_articles(writer, site, column, planned))
    return planned


def _column_articles(writer: Writer, site: Site, column: Column, planned: Sequence[Article]) -> Iterator[Article]:
    if column.topic is None:
        for number, text in enumerate(_texts_to_repost(planned, column.articles), 1):
            yield Article(site, column, number, text, "repost")
        return
    for number in range(1, column.articles + 1):
        yield Article(site, column, number, writer.write(column.topic))


def _texts_to_repost(planned: Sequence[Article], count: int) -> list[Text]:
    """Evenly spread over the articles in simplified characters: a copy of a Big5 page would read differently."""
    texts = [article.text for article in planned if article.site.charset != "big5"]
    return [texts[(2 * i + 1) * len(texts) // (2 * count)] for i in range(count)]
