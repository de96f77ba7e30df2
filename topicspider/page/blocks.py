"""One walk over the tree of a page: its text blocks, and its links with the words around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_TEXT, _SKIPPED, _LINK, _IMAGE, _FRAME, _BLOCK, _H1, _BOX, _BOILERPLATE = range(1, 10)
_KINDS = {
    kind: number
    for number, kinds in (
        (_TEXT, "-text"),
        (_SKIPPED, "-comment script style noscript noframes template svg math select textarea head object"),
        (_LINK, "a area"),
        (_IMAGE, "img"),
        (_FRAME, "iframe frame"),
        (_BLOCK, "address article blockquote body br button caption center dd details dialog dt fieldset figcaption"),
        (_BLOCK, "figure h2 h3 h4 h5 h6 hr legend li main option p pre summary tbody tfoot th thead tr"),
        (_H1, "h1"),
        (_BOX, "div ul ol dl section table td header form"),
        (_BOILERPLATE, "nav footer aside"),
    )
    for kind in kinds.split()
}
"""What a tag is to us; inline elements are 0. A box is a block whose class or id may call it navigation or the like."""
_BOILERPLATE_RE = re.compile(
    r"\b(?:nav|navbar|navigation|menu|foot|footer|sidebar|aside|breadcrumbs?|copyright|friend-?links?|toc|comments?"
    r"|site-header|top-?bar|toolbar|pagination|share|social|widget|banner|ads?)\b",
    re.IGNORECASE,
)
_STATE_RE = re.compile(r"\b(?:with|without|no|has|have|show|hide)-[\w-]*", re.IGNORECASE)
"""What a box has or lacks, which it is not itself: ``content-with-sidebar``."""
_HAN = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f"
_SOURCE_BREAK_RE = re.compile(rf"(?<=[{_HAN}])[ \t\r\f]*\n\s*(?=[{_HAN}])")
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
    if text.isalnum():  # most anchors: nothing to do
        return text
    if "\n" in text:
        text = _SOURCE_BREAK_RE.sub("", text)
    return " ".join(text.split())


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
        self._h1_from = 0, 0

    def walk(self, root: LexborNode) -> None:
        above: list[tuple[Any, int, bool]] = []
        node: Any = root
        while node is not None:
            kind = _KINDS.get(node.tag, 0)
            if kind == _TEXT:
                text = node.text_content
                if self._parts or not text.isspace():
                    self._parts.append(text)
            elif kind != _SKIPPED:
                boxed = self._enter(node, kind) if kind else False
                child = node.child
                if child is not None:
                    above.append((node, kind, boxed))
                    node = child
                    continue
                if kind:
                    self._leave(node, kind, boxed=boxed)
            following = node.next if above else None
            while following is None and above:
                node, kind, boxed = above.pop()
                if kind:
                    self._leave(node, kind, boxed=boxed)
                following = node.next if above else None
            node = following
        self._flush()

    def _enter(self, node: Any, kind: int) -> bool:
        """Return whether a boilerplate box begins here."""
        if kind == _LINK:
            self._open_link(node.attributes)
        elif kind == _IMAGE:
            if self._link is not None:
                self._link.alt = self._link.alt or node.attributes.get("alt") or ""
        elif kind == _FRAME:
            self._add_frame(node.attributes)
        else:
            self._break()
            if kind == _H1:
                self._h1_from = len(self.blocks), len(self._parts)
            elif kind == _BOILERPLATE or (kind == _BOX and _is_named_boilerplate(node.attributes)):
                self._boilerplate += 1
                return True
        return False

    def _leave(self, node: Any, kind: int, *, boxed: bool) -> None:
        if kind == _LINK:
            self._close_link()
        elif kind >= _BLOCK:
            if kind == _H1 and not self.h1:
                self.h1 = self._heading()
            self._break()
            self._boilerplate -= boxed

    def _heading(self) -> str:
        """Return the text since the heading began: its blocks, and what is not yet one."""
        blocks, parts = self._h1_from
        texts = [block.text for block in self.blocks[blocks:]]
        return squeeze(" ".join([*texts, "".join(self._parts[parts:])]))

    def _break(self) -> None:
        if self._link is not None:
            self._parts.append(" ")
        elif self._parts or self._block_links:
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
        """End the block that is being read."""
        self._close_link()
        parts, boilerplate = self._parts, self._boilerplate > 0
        text = squeeze("".join(parts))
        link_chars = 0
        for link in self._block_links:
            alone = link.end - link.start == len(parts)
            anchor = text if alone else squeeze("".join(parts[link.start : link.end]))
            context = "" if alone else _around(parts, link)
            link_chars += len(anchor)
            self.links.append(RawLink(link.href, anchor or link.alt or link.label, context, link.nofollow, boilerplate))
        if text:
            self.blocks.append(Block(text, link_chars, boilerplate))
        self._parts, self._block_links = [], []


class _OpenLink:
    __slots__ = ("alt", "end", "href", "label", "nofollow", "start")

    def __init__(self, href: str, nofollow: bool, label: str, start: int) -> None:
        self.href, self.nofollow, self.label, self.start = href, nofollow, label, start
        self.end = start
        self.alt = ""


def _around(parts: list[str], link: _OpenLink) -> str:
    """Return the words before and after the anchor of *link* within its block."""
    before = squeeze("".join(parts[max(0, link.start - CONTEXT_CHARS) : link.start])[-CONTEXT_CHARS:])
    after = squeeze("".join(parts[link.end : link.end + CONTEXT_CHARS])[:CONTEXT_CHARS])
    return f"{before} {after}".strip()


def _is_named_boilerplate(attributes: dict[str, str | None]) -> bool:
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    if names == " " or _BOILERPLATE_RE.search(names) is None:
        return False
    return _BOILERPLATE_RE.search(_STATE_RE.sub("", names)) is not None
