"""When a page was published: what its head declares, its first lines say, or its URL shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topicspider.page.dates import find_dates, is_plausible, moment, parse_date
from topicspider.page.jsonld import strings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime, tzinfo

    from selectolax.lexbor import LexborNode

    from topicspider.page.jsonld import Node

_META_NAMES = (
    "article:published_time og:article:published_time og:published_time bytedance:published_time published_time"
    " datepublished pubdate publishdate publish_date publish-date publishtime publish_time pubtime firstpublishedtime"
    " publicationdate publication_date citation_publication_date weibo:article:create_at weibo:webpage:create_at"
    " article:create_at og:release_date parsely-pub-date sailthru.date apub:time dc.date.issued dcterms.issued"
    " dc.date.created dcterms.created datecreated dc.date dcterms.date creation_date date"
)
_METAS = tuple(_META_NAMES.split())
"""The weightiest first."""
_METAS_SET = frozenset(_METAS)
_PUBLISHED_RE = re.compile(r"publish|pubdate|created|创建|发表|发布", re.IGNORECASE)
_CHANGED_RE = re.compile(r"modif|updat|修改|更新", re.IGNORECASE)
_MAX_TIMES = 5
_MAX_REST = 40
"""How much a line may say beside a date without a label."""
_MAX_UNLABELLED = 4
"""A page with more dates than this is a list."""
_BEFORE = 14
"""Characters before a date in which its label stands."""
_LABEL_RE = re.compile(
    r"(?:(?P<changed>更新|修改|编辑|updated|modified|edited)"
    r"|发布|发表|刊发|刊登|发文|成文|创建|撰写|上传|出版|录入|添加|时间|日期|Posted|Published)"
    r"(?:时间|日期|于|on|[:：]|\s){0,4}\Z",
    re.IGNORECASE,
)
_LETTER_RE = re.compile(r"\w")
_YEAR_RE = re.compile(r"(?:19|20)\d\d")
_URL_RE = re.compile(
    r"/(?P<year>(?:19|20)\d\d)(?P<sep>[-/_])?(?P<month>0[1-9]|1[0-2])(?:/|(?(sep)(?P=sep)))(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
    r"|/t?(?P<compact>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?=[/_.])"
)


def read_times(nodes: Iterable[LexborNode]) -> tuple[str, ...]:
    """Return what ``time`` elements and their like say: the publication first, no change."""
    published: list[str] = []
    others: list[str] = []
    for node in nodes:
        attributes = node.attributes
        label = " ".join(f"{name} {value}" for name, value in attributes.items() if name not in ("datetime", "content"))
        text = attributes.get("datetime") or attributes.get("content") or node.text()
        if _PUBLISHED_RE.search(label):
            published.append(text)
        elif not _CHANGED_RE.search(label):
            others.append(text)
        if len(published) + len(others) == _MAX_TIMES:
            break
    return (*published, *others)


def declared_dates(named: Mapping[str, str], nodes: Sequence[Node], times: Sequence[str]) -> Iterator[str]:
    """Yield what the page declares, the weightiest first: metas, JSON-LD, ``time`` elements."""
    if not _METAS_SET.isdisjoint(named):
        yield from (named[name] for name in _METAS if name in named)
    yield from strings(nodes, "datePublished")
    yield from times
    yield from strings(nodes, "dateCreated")


def published_at(
    declared: Iterable[str], lines: Sequence[str], url: str, *, zone: tzinfo, now: datetime
) -> datetime | None:
    """Return when the page was published, in UTC.

    *declared* comes first, then the first *lines* of the text, then *url*. *zone* holds for times that name none. A
    date before 1990 or more than a day after *now* is none.
    """
    for text in declared:
        when = parse_date(text, zone)
        if when is not None and is_plausible(when, now):
            return when
    return date_in_lines(lines, zone=zone, now=now) or date_of_url(url, zone=zone, now=now)


def date_in_lines(lines: Sequence[str], *, zone: tzinfo, now: datetime) -> datetime | None:
    """Return the date after a label such as 发布时间, else the first of a few alone, else that of a change."""
    text = "\n".join(_around_years(lines))
    changed = None
    alone: list[datetime] = []
    for match in find_dates(text):
        when = moment(match, zone)
        if when is None or not is_plausible(when, now):
            continue
        label = _LABEL_RE.search(text, max(0, match.start() - _BEFORE), match.start())
        if label and label["changed"]:
            changed = changed or when
        elif label:
            return when
        elif _stands_alone(text, match):
            alone.append(when)
    return alone[0] if 0 < len(set(alone)) <= _MAX_UNLABELLED else changed


def _around_years(lines: Sequence[str]) -> list[str]:
    """Return those of *lines* that can have a date, and those before them, where its label may stand."""
    dated = [("19" in line or "20" in line) and _YEAR_RE.search(line) is not None for line in lines]
    return [line for line, *near in zip(lines, dated, [*dated[1:], False], strict=False) if any(near)]


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Say whether a date begins or ends a short line, signs aside, or has a time of day in one."""
    before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    after = text[match.end() :].partition("\n")[0]
    at_edge = not (_LETTER_RE.search(before) and _LETTER_RE.search(after))
    return len(before) + len(after) <= _MAX_REST and (at_edge or match["hour"] is not None)


def date_of_url(url: str, *, zone: tzinfo, now: datetime) -> datetime | None:
    """Return the day in a path such as ``/2024/05/01/``, ``/2024-05-01`` or ``/t20240501_7.html``."""
    match = _URL_RE.search(url.partition("?")[0])
    if match is None:
        return None
    day = match["compact"] or f"{match['year']}{match['month']}{match['day']}"
    when = parse_date(day, zone)
    return when if when is not None and is_plausible(when, now) else None
