"""What the head of a page says about it: title, base, robots, canonical, metas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from topicspider.page.blocks import squeeze
from topicspider.page.subjects import METAS
from topicspider.page.urls import resolve, url_identity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from selectolax.lexbor import LexborHTMLParser

MAX_TITLE = 1000
_MAX_SUBJECT_CHARS = 2000
_AGENTS = frozenset({"robots", "topicspider"})
_WITH_VALUE = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
_AGENT_RE = re.compile(r"\s*([\w-]+)\s*:")
_REFRESH_RE = re.compile(r"\s*+[\d.]++(?:\s*+[;,]|\s)\s*+(?:url\s*+=\s*+)?+[\"']?+([^\"']+)", re.IGNORECASE)


class Head(NamedTuple):
    title: str
    base: str
    canonical: str | None
    noindex: bool
    nofollow: bool
    refresh: str | None
    named: Mapping[str, str]
    """Its metas by lower-case name, property or http-equiv; of several of a name the first."""
    subjects: tuple[str, ...]
    """Contents of the metas that say what it is about."""


def read_head(tree: LexborHTMLParser, url: str, headers: Mapping[str, str]) -> Head:
    """Read the declarations of *tree*, the page at *url*; *headers* have lower-case names."""
    named: dict[str, str] = {}
    subjects: list[str] = []
    directives = _header_directives(headers.get("x-robots-tag", ""))
    for node in tree.css("meta"):
        meta = node.attributes
        name = (meta.get("name") or meta.get("property") or meta.get("http-equiv") or "").lower()
        content = meta.get("content") or ""
        named.setdefault(name, content)
        if name in METAS:
            subjects.append(content[:_MAX_SUBJECT_CHARS])
        if name in _AGENTS:
            directives.update(_words(content))
    base_href = next((node.attributes.get("href") for node in tree.css("base[href]")), None)
    base = (base_href is not None and resolve(base_href, url)) or url
    refresh = _REFRESH_RE.match(named.get("refresh") or headers.get("refresh", ""))
    return Head(
        title=_title(tree),
        base=base,
        canonical=_canonical(tree, base),
        noindex=bool(directives & {"noindex", "none"}),
        nofollow=bool(directives & {"nofollow", "none"}),
        refresh=refresh[1].strip() if refresh else None,
        named=named,
        subjects=tuple(subjects),
    )


def _title(tree: LexborHTMLParser) -> str:
    node = tree.css_first("head > title") or tree.css_first("body > title")
    return squeeze(node.text())[:MAX_TITLE] if node else ""


def _canonical(tree: LexborHTMLParser, base: str) -> str | None:
    """Return the canonical URL, or ``None`` when there is none or they contradict each other."""
    hrefs = [node.attributes.get("href") or "" for node in tree.css('link[rel~="canonical" i]')]
    found = {url_identity(url): url for href in hrefs if href.strip() and (url := resolve(href, base))}
    return next(iter(found.values())) if len(found) == 1 else None


def _header_directives(header: str) -> set[str]:
    """Return the directives for us of ``X-Robots-Tag`` headers, one a line.

    An agent's name stands before its directives and holds until the next name, or the end of the header.
    """
    directives: set[str] = set()
    for line in header.splitlines():
        is_ours = True
        for part in line.split(","):
            agent = _AGENT_RE.match(part)
            if agent and agent[1].lower() not in _WITH_VALUE:
                is_ours, part = agent[1].lower() in _AGENTS, part[agent.end() :]
            if is_ours:
                directives.update(_words(part))
    return directives


def _words(directives: str) -> set[str]:
    return {word.strip().lower() for word in directives.split(",")}
