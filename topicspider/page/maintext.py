"""The main text of a page: its text blocks outside navigation and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topicspider.page.blocks import Block

MAX_LINK_DENSITY = 1 / 3
"""A block with a larger share of its characters in links is no text (OPS4FC's bound for text blocks)."""
MIN_MAIN_TEXT = 80
"""A page whose text blocks hold fewer characters is a list: its links are its text."""


def main_text(blocks: Sequence[Block]) -> str:
    """Return the text blocks outside navigation and the like; of a list page, all of its blocks."""
    content = [block for block in blocks if not block.boilerplate]
    text = "\n\n".join(block.text for block in content if block.link_chars <= MAX_LINK_DENSITY * len(block.text))
    if len(text) >= MIN_MAIN_TEXT:
        return text
    return "\n\n".join(block.text for block in content or blocks)
