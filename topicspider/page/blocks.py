"""One walk over the tree of a page: its blocks of text, the boxes they stand in, and its links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from topicspider.page.tags import BLOCK, BOX, FRAME, H1, IMAGE, KINDS, LINK, SKIPPED, TEXT

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_HAN = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f"
_SOURCE_BREAK_RE = re.compile(rf"(?<=[{_HAN}])[ \t\r\f]*\n\s*(?=[{_HAN}])")
CONTEXT_CHARS = 20


class Block(NamedTuple):
    """A line of text: what stands between two block elements."""

    text: str
    link_chars: int
    kind: int
    """The bits of ``tags`` for the element in which it stands."""
    box: int
    links: int
    """How many links it has."""

    @property
    def plain_chars(self) -> int:
        """Characters outside links."""
        return len(self.text) - self.link_chars

    @property
    def link_density(self) -> float:
        """Share of the characters that stand in links, in [0, 1]."""
        return self.link_chars / len(self.text)


class Box:
    """An element that holds blocks: those from *first* up to *last*, its own and those of the boxes in it."""

    __slots__ = ("first", "kind", "last", "names", "parent")

    def __init__(self, parent: int, kind: int, names: str, first: int) -> None:
        self.parent, self.kind, self.names, self.first = parent, kind, names, first
        self.last = first


class RawLink(NamedTuple):
    href: str
    anchor: str
    context: str
    nofollow: bool
    block: int
    """The block in which it stands; of a link without text, the one that follows; -1 for a frame."""
    box: int


def squeeze(text: str) -> str:
    """Collapse white space; a line break of the source between two Chinese characters is no space."""
    if text.isalnum():  # most anchors: nothing to do
        return text
    if "\n" in text:
        text = _SOURCE_BREAK_RE.sub("", text)
    return " ".join(text.split())


class BlockWalker:
    """Walks a tree once and collects ``blocks``, ``boxes``, ``links`` and the first heading ``h1``.

    Boxes come in the order in which they open, so that a parent stands before its children.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.boxes = [Box(-1, BLOCK | BOX, "", 0)]
        self.links: list[RawLink] = []
        self.h1 = ""
        self._parts: list[str] = []
        self._block_links: list[_OpenLink] = []
        self._link: _OpenLink | None = None
        self._kind = BLOCK
        self._box = 0
        self._h1_from = 0, 0

    def walk(self, root: LexborNode) -> None:
        above: list[tuple[Any, int, tuple[int, int] | None]] = []
        node: Any = root
        while node is not None:
            kind = KINDS.get(node.tag, 0)
            if kind == TEXT:
                text = node.text_content
                if self._parts or not text.isspace():
                    self._parts.append(text)
            elif kind != SKIPPED:
                outside = self._enter(node, kind) if kind else None
                child = node.child
                if child is not None:
                    above.append((node, kind, outside))
                    node = child
                    continue
                if kind:
                    self._leave(kind, outside)
            following = node.next if above else None
            while following is None and above:
                node, kind, outside = above.pop()
                if kind:
                    self._leave(kind, outside)
                following = node.next if above else None
            node = following
        self._flush()
        self.boxes[0].last = len(self.blocks)

    def _enter(self, node: Any, kind: int) -> tuple[int, int] | None:
        """Return the kind and box of the block element around the one that begins here."""
        if kind >= BLOCK:
            if self._parts or self._block_links or self._link is not None:
                self._break()
            outside = self._kind, self._box
            self._kind = kind
            if kind & BOX:
                self.boxes.append(Box(self._box, kind, _names(node.attributes), len(self.blocks)))
                self._box = len(self.boxes) - 1
            elif kind & H1:
                self._h1_from = len(self.blocks), len(self._parts)
            return outside
        if kind == LINK:
            self._open_link(node.attributes)
        elif kind == FRAME:
            self._add_frame(node.attributes)
        elif kind == IMAGE and self._link is not None:
            self._link.alt = self._link.alt or node.attributes.get("alt") or ""
        return None

    def _leave(self, kind: int, outside: tuple[int, int] | None) -> None:
        if kind == LINK:
            self._close_link()
        elif outside is not None:
            if kind & H1 and not self.h1:
                self.h1 = self._heading()
            if self._parts or self._block_links or self._link is not None:
                self._break()
            if kind & BOX:
                self.boxes[self._box].last = len(self.blocks)
            self._kind, self._box = outside

    def _heading(self) -> str:
        """Return the text since the heading began: its blocks, and what is not yet one."""
        blocks, parts = self._h1_from
        texts = [block.text for block in self.blocks[blocks:]]
        return squeeze(" ".join([*texts, "".join(self._parts[parts:])]))

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
            self.links.append(RawLink(src, attributes.get("title") or "", "", False, -1, self._box))

    def _flush(self) -> None:
        """End the block that is being read."""
        self._close_link()
        parts, number = self._parts, len(self.blocks)
        text = squeeze("".join(parts))
        link_chars = 0
        for link in self._block_links:
            alone = link.end - link.start == len(parts)
            anchor = text if alone else squeeze("".join(parts[link.start : link.end]))
            context = "" if alone else _around(parts, link)
            link_chars += len(anchor)
            anchor = anchor or link.alt or link.label
            self.links.append(RawLink(link.href, anchor, context, link.nofollow, number, self._box))
        if text:
            self.blocks.append(Block(text, min(link_chars, len(text)), self._kind, self._box, len(self._block_links)))
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


def _names(attributes: dict[str, str | None]) -> str:
    if not attributes:
        return ""
    return f"{attributes.get('class') or ''} {attributes.get('id') or ''} {attributes.get('itemprop') or ''}".strip()
