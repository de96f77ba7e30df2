"""HTML of the demo web: one frame with the usual noise around the main text, and its bytes in the site's charset."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topicspider.demo.sites import Site

_FRAME = """<!DOCTYPE html>
<html lang="{lang}">
<head>
{meta}<title>{title}</title>
<style>body{{margin:0 auto;max-width:60em;font-family:sans-serif}}nav a{{margin-right:1em}}</style>
<script>var page = {{"site": "{name}", "ads": ["banner-1", "banner-2"]}}; // counter</script>
</head>
<body>
<!-- header begins -->
<nav>{nav}</nav>
{main}
<!-- footer begins -->
<footer><p>{footer}</p><p>备案号：演示备20260001号 &copy; 2026 {site}</p></footer>
<script>document.write('<img src="/count.gif" width="1" height="1">');</script>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Link:
    href: str
    anchor: str

    def html(self) -> str:
        return f'<a href="{escape(self.href)}">{escape(self.anchor)}</a>'


def link_list(css_class: str, heading: str, items: Iterable[str]) -> str:
    """A headed list; every item is HTML already."""
    rows = "\n".join(f"<li>{item}</li>" for item in items)
    return f'<div class="{css_class}"><h2>{escape(heading)}</h2>\n<ul>\n{rows}\n</ul></div>'


def article_html(title: str, paragraphs: Iterable[str]) -> str:
    text = "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs)
    return f'<article class="content"><h1>{escape(title)}</h1>\n{text}\n</article>'


def page_html(site: Site, title: str, main: str) -> str:
    """The whole page of ``site`` around the HTML of ``main``."""
    nav = [Link(site.home, "首页"), *(Link(f"/{column.path}/", column.title) for column in site.columns)]
    footer = [Link("/about.html", "关于我们"), Link("/about.html#contact", "联系我们")]
    return _FRAME.format(
        lang="zh-TW" if site.charset == "big5" else "zh-CN",
        meta=_meta(site),
        title=escape(title),
        name=site.name,
        nav=" ".join(link.html() for link in nav),
        main=main,
        footer=" | ".join(link.html() for link in footer),
        site=escape(site.title),
    )


def encode(site: Site, html: str) -> tuple[dict[str, str], bytes]:
    """Headers and body of a page; a Big5 site writes traditional characters."""
    if site.charset == "big5":
        html = _to_traditional(html)
    label = f"; charset={site.charset}" if site.declared == "header" else ""
    return {"Content-Type": f"text/html{label}"}, html.encode(site.charset)


def _meta(site: Site) -> str:
    if site.declared == "meta":
        return f'<meta charset="{site.charset}">\n'
    if site.declared == "http-equiv":
        return f'<meta http-equiv="Content-Type" content="text/html; charset={site.charset}">\n'
    return ""


@cache
def _converter() -> Any:
    from opencc import OpenCC

    return OpenCC("s2tw")  # of Taiwan: Big5 lacks the forms of plain "s2t" for 为 and 着


def _to_traditional(text: str) -> str:
    return str(_converter().convert(text))
