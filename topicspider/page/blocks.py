"""One walk over the tree of a page: its text blocks, and its links with the words around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "math", "select", "textarea", "head", "object"})
_BLOCKS = frozenset(
    "address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption figure"
    " footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody td tfoot"
    " th thead tr ul".split()
)
_BOILERPLATE = frozenset({"nav", "footer", "aside"})
_NAMED_BOXES = frozenset({"div", "ul", "ol", "section", "table", "td", "header", "dl", "form"})
_BOILERPLATE_RE = re.compile(
    r"\b(?:nav|navbar|navigation|menu|foot|footer|sidebar|aside|breadcrumbs?|copyright|friend-?links?|toc|comments?"
    r"|site-header|top-?bar|toolbar|pagination|share|social|widget|banner|ads?)\b",
    re.I,
)
_HAN = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f"
_SOURCE_BREAK_RE = re.compile(rf"(?<=[{_HAN}])[ \t\r\f]*\n\s*(?=[{_HAN}])")
_SPACES_RE = re.compile(r"\s+")
CONTEXT_CHARS = 20


class Block(NamedTuple):
    text: str
    link_chars: int
    boilerplate: bool


class RawLink(NamedTuple):
    href: str
    anchor: str
    context: str
    nofollow: bool
    boilerplate: bool


def squeeze(text: str) -> str:
    """Collapse white space; a line break of the source between two Chinese characters is no space."""
    if "\n" in text:
        text = _SOURCE_BREAK_RE.sub("", text)
    return _SPACES_RE.sub(" ", text).strip()


class BlockWalker:
    """Walks a tree once and collects ``blocks``, ``links`` and the first heading ``h1``."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.links: list[RawLink] = []
        self.h1 = ""
        self._parts: list[str] = []
        self._block_links: list[_OpenLink] = []
        self._link: _OpenLink | None = None
        self._boilerplate = 0

    def walk(self, root: LexborNode) -> None:
        above: list[tuple[LexborNode, str, bool]] = []
        node: Any = root
        while node is not None:
            tag = node.tag
            if tag == "-text":
                self._parts.append(node.text_content)
            elif tag not in _SKIPPED:
                boxed = self._enter(node, tag)
                child = node.first_child
                if child is not None:
                    above.append((node, tag, boxed))
                    node = child
                    continue
                self._leave(tag, boxed=boxed)
            following = node.next if above else None
            while following is None and above:
                node, tag, boxed = above.pop()
                self._leave(tag, boxed=boxed)
                following = node.next if above else None
            node = following
        self._flush()

    def _enter(self, node: Any, tag: str) -> bool:
        """Return whether a boilerplate box begins here."""
        if tag == "a" or tag == "area":
            self._open_link(node.attributes)
        elif tag == "img":
            if self._link is not None:
                self._link.alt = self._link.alt or node.attributes.get("alt") or ""
        elif tag == "iframe" or tag == "frame":
            self._add_frame(node.attributes)
        elif tag in _BLOCKS:
            self._break()
            if tag in _BOILERPLATE or (tag in _NAMED_BOXES and _is_named_boilerplate(node.attributes)):
                self._boilerplate += 1
                return True
        return False

    def _leave(self, tag: str, *, boxed: bool) -> None:
        if tag == "a" or tag == "area":
            self._close_link()
        elif tag in _BLOCKS:
            if tag == "h1" and not self.h1:
                self.h1 = squeeze("".join(self._parts))
            self._break()
            self._boilerplate -= boxed

    def _break(self) -> None:
        if self._link is not None:
            self._parts.append(" ")
        else:
            self._flush()

    def _open_link(self, attributes: dict[str, str | None]) -> None:
        self._close_link()
        href = attributes.get("href")
        if href is not None:
            nofollow = "nofollow" in (attributes.get("rel") or "").lower()
            label = attributes.get("title") or attributes.get("aria-label") or attributes.get("alt") or ""
            self._link = _OpenLink(href, nofollow, label, len(self._parts))

    def _close_link(self) -> None:
        if self._link is not None:
            self._link.end = len(self._parts)
            self._block_links.append(self._link)
            self._link = None

    def _add_frame(self, attributes: dict[str, str | None]) -> None:
        if src := attributes.get("src"):
            self.links.append(RawLink(src, attributes.get("title") or "", "", False, self._boilerplate > 0))

    def _flush(self) -> None:
        self._close_link()
        parts, boilerplate = self._parts, self._boilerplate > 0
        link_chars = 0
        for link in self._block_links:
            anchor = squeeze("".join(parts[link.start : link.end]))
            link_chars += len(anchor)
            before = squeeze("".join(parts[: link.start])[-CONTEXT_CHARS:])
            after = squeeze("".join(parts[link.end : link.end + CONTEXT_CHARS])[:CONTEXT_CHARS])
            context = f"{before} {after}".strip()
            self.links.append(RawLink(link.href, anchor or link.alt or link.label, context, link.nofollow, boilerplate))
        if parts and (text := squeeze("".join(parts))):
            self.blocks.append(Block(text, link_chars, boilerplate))
        self._parts, self._block_links = [], []


class _OpenLink:
    __slots__ = ("alt", "end", "href", "label", "nofollow", "start")

    def __init__(self, href: str, nofollow: bool, label: str, start: int) -> None:
        self.href, self.nofollow, self.label, self.start = href, nofollow, label, start
        self.end = start
        self.alt = ""


def _is_named_boilerplate(attributes: dict[str, str | None]) -> bool:
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return names != " " and _BOILERPLATE_RE.search(names) is not None
