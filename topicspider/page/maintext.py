"""The main text of a page: the text blocks of the box that holds most text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.page.tags import H1, PARAGRAPH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topicspider.page.blocks import Block, Box

MAX_LINK_DENSITY = 1 / 3
"""A block with a larger share of its characters in links is no text (OPS4FC's bound for text blocks)."""
MAX_PARAGRAPH_LINK_DENSITY = 0.8
"""The bound for the paragraphs and list items of the main text, which may well be about what they link to."""
MAX_LINK_LINES = 2
"""So many lines of links between its paragraphs belong to the text; more are a list."""
MIN_MAIN_TEXT = 80
"""A page whose text blocks hold fewer characters has no main text: if it has many links, they are its text."""


def main_text(blocks: Sequence[Block], box: Box, boilerplate: Sequence[bool], title: str) -> str | None:
    """Return the text blocks of *box* outside boilerplate, ``None`` when they hold too little.

    The heading that says the *title* again is left out.
    """
    inside = [
        block
        for block in blocks[box.first : box.last]
        if not boilerplate[block.box] and not (block.kind & H1 and block.text in title)
    ]
    text = "\n\n".join(_without_lists(inside))
    return text if len(text) >= MIN_MAIN_TEXT else None


def all_text(blocks: Sequence[Block], boilerplate: Sequence[bool], *, with_links: bool) -> str:
    """Return the text of a page that has no main text: its blocks outside boilerplate, or if there are none, all.

    Those that are mostly links are left out unless *with_links*, or there are no others.
    """
    content = [block for block in blocks if not boilerplate[block.box]] or blocks
    plain = content if with_links else [block for block in content if block.link_density <= MAX_LINK_DENSITY]
    return "\n\n".join(block.text for block in plain or content)


def _without_lists(blocks: Sequence[Block]) -> Iterator[str]:
    lines: list[str] = []
    for block in blocks:
        if block.link_density <= (MAX_PARAGRAPH_LINK_DENSITY if block.kind & PARAGRAPH else MAX_LINK_DENSITY):
            if len(lines) <= MAX_LINK_LINES:
                yield from lines
            lines.clear()
            yield block.text
        elif block.kind & PARAGRAPH:
            lines.append(block.text)
    if len(lines) <= MAX_LINK_LINES:
        yield from lines
