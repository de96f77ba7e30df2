"""Which boxes of a page are navigation and the like, and which one holds its main text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.page.names import names_boilerplate, names_content
from topicspider.page.tags import ARTICLE, BOILERPLATE, PARAGRAPH

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topicspider.page.blocks import Block, Box

LARGEST_BOILERPLATE = 1 / 2
MIN_TEXT = 80
"""A box with a larger share of the page's text, and with more characters, is no boilerplate, whatever it is called."""
LINE_COST = 20
"""What a line costs in characters that stands in no paragraph: buttons, labels, dates."""
BOILERPLATE_COST = 1 / 2
CONTENT_BONUS = 1.2
ARTICLE_BONUS = 1.1
"""What a box gains that is called the text of the page, or an article."""


def boilerplate_boxes(blocks: Sequence[Block], boxes: Sequence[Box]) -> list[bool]:
    """Say for each of *boxes* whether it, or one around it, is navigation and the like by its tag or its names."""
    texts = totals(((block.box, block.plain_chars) for block in blocks), boxes)
    most = max(LARGEST_BOILERPLATE * texts[0], MIN_TEXT)
    flags: list[bool] = []
    for box, text in zip(boxes, texts, strict=True):
        inherited = box.parent >= 0 and flags[box.parent]
        flags.append(inherited or (text <= most and _is_called_boilerplate(box)))
    return flags


def main_box(blocks: Sequence[Block], boxes: Sequence[Box], boilerplate: Sequence[bool]) -> Box:
    """Return the box whose text, less what its other lines cost, is most; of equals the innermost.

    The subtree of maximum sum, after the maximum subsequence of Pasternack and Roth, "Extracting article text from the
    web with maximum subsequence segmentation", WWW 2009: plain characters count for a box, characters of links, of
    boilerplate and lines outside paragraphs against it.
    """
    worths = totals(((block.box, _worth(block, boilerplate[block.box])) for block in blocks), boxes)
    rated = [worth * _bonus(box) if worth > 0 else worth for box, worth in zip(boxes, worths, strict=True)]
    best = max(rated)
    return next(boxes[number] for number in range(len(boxes) - 1, -1, -1) if rated[number] == best)


def totals(values: Iterable[tuple[int, float]], boxes: Sequence[Box]) -> list[float]:
    """Sum the *values* of boxes over each box and those in it."""
    sums = [0.0] * len(boxes)
    for box, value in values:
        sums[box] += value
    for number in range(len(boxes) - 1, 0, -1):
        sums[boxes[number].parent] += sums[number]
    return sums


def _worth(block: Block, is_boilerplate: bool) -> float:
    if is_boilerplate:
        return -BOILERPLATE_COST * len(block.text) - LINE_COST
    cost = 0 if block.kind & PARAGRAPH else LINE_COST
    return block.plain_chars - block.link_chars - cost


def _is_called_boilerplate(box: Box) -> bool:
    return bool(box.kind & BOILERPLATE) or (box.names != "" and names_boilerplate(box.names))


def _bonus(box: Box) -> float:
    if box.names and names_content(box.names):
        return CONTENT_BONUS
    return ARTICLE_BONUS if box.kind & ARTICLE else 1.0
