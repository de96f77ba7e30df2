"""The pages of the demo web that stand on planned articles: homes, lists, articles, about pages."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from topicspider.demo.markup import Link, article_html, encode, link_list, page_html
from topicspider.demo.sites import SITES, Column, Site

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from topicspider.demo.plan import Article

_PER_LIST = 5
_ON_HOME = 3
_GENERIC_ANCHOR = "点击查看"
_GENERIC_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class DemoPage:
    """One answer of the demo web, with the truth about it: ``topic`` is what it is about, or None.

    ``kind``: home, list, article, repost, private, about, redirect, error, file, robots, trap or missing.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    topic: str | None
    kind: str


class PageMaker:
    """Makes the pages of a site; ``suffix`` is the domain that all sites share."""

    def __init__(self, suffix: str, articles: Sequence[Article], rng: Random) -> None:
        self._suffix = suffix
        self._articles = articles
        self._rng = rng

    def url(self, site_name: str, path: str) -> str:
        return f"http://{site_name}.{self._suffix}{path}"

    def page(self, site: Site, path: str, title: str, main: str, *, topic: str | None, kind: str) -> DemoPage:
        headers, body = encode(site, page_html(site, title, main))
        return DemoPage(self.url(site.name, path), 200, headers, body, topic, kind)

    def site_pages(self, site: Site) -> Iterator[DemoPage]:
        yield self._home(site)
        yield self._about(site)
        for column in site.columns:
            articles = [a for a in self._articles if a.site is site and a.column is column]
            yield from self._lists(site, column, articles)
            for article in articles:
                yield self._article(article, articles)

    def _home(self, site: Site) -> DemoPage:
        sections = [self._home_section(site, column) for column in site.columns]
        elsewhere = [article for article in self._articles if article.site is not site]
        picked = self._rng.sample(elsewhere, 2 if site.topic else 5)
        sections.append(link_list("picks", "推荐阅读", [self._article_item(article) for article in picked]))
        friends = [next(other for other in SITES if other.name == name) for name in site.friends]
        sections.append(link_list("friends", "友情链接", [self.home_link(friend).html() for friend in friends]))
        if site.extras:
            sections.append(link_list("extras", "其他", [Link(*extra).html() for extra in site.extras]))
        main = f"<h1>{escape(site.title)}</h1>\n" + "\n".join(sections)
        return self.page(site, site.home, site.title, main, topic=site.topic, kind="home")

    def home_link(self, site: Site) -> Link:
        return Link(self.url(site.name, "/"), site.title)

    def _home_section(self, site: Site, column: Column) -> str:
        newest = [a for a in self._articles if a.site is site and a.column is column][:_ON_HOME]
        items = [Link(article.path, article.text.title).html() for article in newest]
        return link_list("column", column.title, [*items, Link(f"/{column.path}/", "更多").html()])

    def _about(self, site: Site) -> DemoPage:
        main = (
            f"<h1>关于我们</h1><p>{escape(site.title)}由几位网友在业余时间维护，内容仅供演示。</p>"
            '<h2 id="contact">联系我们</h2><p>来信请寄编辑部，我们会在三个工作日之内答复。</p>'
        )
        return self.page(site, "/about.html", f"关于我们_{site.title}", main, topic=None, kind="about")

    def _lists(self, site: Site, column: Column, articles: Sequence[Article]) -> Iterator[DemoPage]:
        count = -(-len(articles) // _PER_LIST)
        for number in range(1, count + 1):
            shown = articles[(number - 1) * _PER_LIST : number * _PER_LIST]
            items = [f"{Link(a.path, a.text.title).html()} <em>{a.text.paragraphs[0][:40]}……</em>" for a in shown]
            turns = [Link(_list_path(column, number - 1), "上一页")] if number > 1 else []
            turns += [Link(_list_path(column, number + 1), "下一页")] if number < count else []
            turns += [Link(_old_path(column), "往期回顾")]
            main = link_list("list", column.title, items) + "<p>" + " ".join(turn.html() for turn in turns) + "</p>"
            title = f"{column.title}_第{number}页_{site.title}"
            yield self.page(site, _list_path(column, number), title, main, topic=column.topic, kind="list")
        yield redirect(self.url(site.name, _old_path(column)), articles[-1].path, status=301)

    def _article(self, article: Article, siblings: Sequence[Article]) -> DemoPage:
        main = article_html(article.text.title, article.text.paragraphs)
        related = [self._article_item(other) for other in self._related(article, siblings)]
        main += "\n" + link_list("related", "相关阅读", related)
        title = f"{article.text.title}_{article.site.title}"
        return self.page(article.site, article.path, title, main, topic=article.text.topic, kind=article.kind)

    def _related(self, article: Article, siblings: Sequence[Article]) -> list[Article]:
        """The next one here, one of the topic elsewhere, and one about something else."""
        elsewhere = [other for other in self._articles if other.site is not article.site]
        same = [other for other in elsewhere if other.text.topic == article.text.topic]
        different = [other for other in elsewhere if other.text.topic != article.text.topic]
        return [siblings[article.number % len(siblings)], self._rng.choice(same), self._rng.choice(different)]

    def _article_item(self, article: Article) -> str:
        """Most links say what they lead to; some name it beside the link only."""
        url, title = self.url(article.site.name, article.path), article.text.title
        if self._rng.random() < _GENERIC_SHARE:
            return f"{escape(title)} {Link(url, _GENERIC_ANCHOR).html()}"
        return Link(url, title).html()


def redirect(url: str, location: str, *, status: int) -> DemoPage:
    return DemoPage(url, status, {"Location": location}, b"", None, "redirect")


def _list_path(column: Column, number: int) -> str:
    return f"/{column.path}/" if number == 1 else f"/{column.path}/list_{number}.html"


def _old_path(column: Column) -> str:
    return f"/old/{column.path}.html"
