"""Who wrote a page: what it declares, or its first lines say."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from topicspider.page.jsonld import names
from topicspider.page.sitename import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from selectolax.lexbor import LexborNode

    from topicspider.page.jsonld import Node

MAX_AUTHOR = 100
_MAX_RAW = 300
"""Characters that are looked at."""
_MAX_MARKS = 10
_MAX_MARKED = 60
"""Characters; an element with more of them tells about the author."""
_META_NAMES = "author article:author dc.creator dcterms.creator parsely-author sailthru.author byl citation_author"
_METAS = tuple(_META_NAMES.split())
_ROLES = (
    "admin administrator root webmaster editor editors staff user guest author 管理员 超级管理员 站长 小编 编辑 作者"
)
_NAMELESS = "anonymous unknown none null undefined 佚名 匿名 未知 不详 无 原创 本站 本站原创 网络 互联网 转载"
_NOBODY = frozenset(f"{_ROLES} {_NAMELESS}".split())
"""What stands where nobody is named."""
_ADDRESS_RE = re.compile(r"://|\bwww\.|\w\.(?:com|cn|net|org)\b", re.IGNORECASE)
_MAIL_RE = re.compile(r"[(<（]?\s?(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+\s?[)>）]?", re.IGNORECASE)
_LABEL_RE = re.compile(r"\A(?:(?:本文)?作者\s?[:：]?|文\s?[/／:：]|(?:(?:written|posted) )?by:?\s)\s?", re.IGNORECASE)
_EDGES = " ,，;；:：|｜/-–—·@<>()（）[]【】\"'"

_LABELS = (
    "来源 责任 责编 编辑 编审 审核 校对 摄影 时间 日期 发布 发表 更新 阅读 浏览 点击 评论 字数 分类 标签 栏目 字号 链接"
)
_NO_NAME = rf"(?!{'|'.join(_LABELS.split())}|(?:19|20)\d\d)"
"""What may stand beside an author, or where one is missing."""
_HAN = r"[\u3400-\u9fff·]"
_MORE = rf"(?:[、 ]{_NO_NAME}{_HAN}{{2,4}}(?!{_HAN}| ?[:：/]))*"
"""Further names in Chinese."""
_WORD = r"(?!(?:On|In|At|Updated|Published|Posted)\b)[A-Z][\w.'’-]*"
_FULL_NAME = rf"{_WORD}(?: {_WORD}){{1,3}}"
_NICK = r"[^\s:：,，、;；|｜/／\\()（）【】\[\]<>《》。]{1,30}"
_LABELLED_RE = re.compile(
    rf"(?:作者 ?[:：]|文(?<![^\s(（【\[|｜图]文) ?[/／|｜:：]|Author:) ?(?P<name>{_FULL_NAME}|{_NO_NAME}{_NICK}{_MORE})"
)
"""``作者：张三 李四``, ``文/张三``."""
_REPORTER_RE = re.compile(
    r"(?:记者 ?[:： ] ?|[(（][^\s()（）]{0,8}记者 ?)"
    rf"(?P<name>{_NO_NAME}{_HAN}{{2,4}}{_MORE})(?=[\s)）|｜;；/】\d]|\Z)"
)
"""``本报记者 张三``, ``（记者张三）``; but not what a reporter asks or does."""
_BY_RE = re.compile(
    r"\A(?:(?:Written|Posted|Published|Story|Words) )?[Bb][Yy]:? "
    rf"(?P<name>{_FULL_NAME}(?:(?:, {_FULL_NAME})*,? (?:and|&) {_FULL_NAME})?)"
)
"""``By Jane Doe and John Roe``, at the beginning of a line."""


def declared_authors(named: Mapping[str, str], nodes: Sequence[Node]) -> Iterator[str]:
    """Yield whom the page declares: in the metas *named*, then in the JSON-LD *nodes*."""
    yield from (named[name] for name in _METAS if name in named)
    yield from (_joined(names(node["author"])) for node in nodes if "author" in node)


def read_authors(nodes: Iterable[LexborNode]) -> Iterator[str]:
    """Yield the names in elements that are marked as the author."""
    for node in islice(nodes, _MAX_MARKS):
        inner = node.css_first('[itemprop~="name"]') or node
        text = inner.attributes.get("content") or inner.text().strip()
        if len(text) <= _MAX_MARKED:
            yield text


def bylines(lines: Sequence[str]) -> Iterator[str]:
    """Yield the names in *lines* after a label: 作者, 文, 记者, ``By``. An editor, 责任编辑, is no author."""
    text = "\n".join(lines)
    yield from (match["name"] for match in _LABELLED_RE.finditer(text))
    for line in (line for line in lines if "记者" in line):
        yield from (match["name"] for match in _REPORTER_RE.finditer(line))
    yield from (match["name"] for line in lines if line[0] in "BbWPS" and (match := _BY_RE.match(line)))


def author_of(candidates: Iterable[str], *, site_name: str | None) -> str | None:
    """Return the first of *candidates* that names somebody, without label, mail address and signs around it.

    An address, a name such as ``admin`` and the name of the site are nobody.
    """
    site = folded(site_name or "")
    for text in candidates:
        name = _MAIL_RE.sub("", _LABEL_RE.sub("", " ".join(text[:_MAX_RAW].split()))).strip(_EDGES)
        if name and len(name) <= MAX_AUTHOR and _is_somebody(name, site):
            return name
    return None


def _is_somebody(name: str, site: str) -> bool:
    plain = folded(name)
    return plain not in _NOBODY and plain != site and not plain.isdigit() and not _ADDRESS_RE.search(name)


def _joined(people: Iterable[str]) -> str:
    """Join as many names as there is room for."""
    joined = ""
    for name in dict.fromkeys(people):
        longer = f"{joined}, {name}" if joined else name
        joined = longer if len(longer) <= MAX_AUTHOR else joined
    return joined
