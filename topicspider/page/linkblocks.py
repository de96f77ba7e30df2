"""The links of a page in blocks, after OPS4FC: links within the text, lists of links, navigation, noise.

Chen, "Topical crawling for vertical search engines", PhD thesis, Shandong University 2008; the bounds are our own.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from topicspider.page.page import LinkBlock
from topicspider.page.regions import totals
from topicspider.page.sites import is_same_site
from topicspider.page.tags import HEADING
from topicspider.page.urls import origin_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topicspider.page.blocks import Block, Box, RawLink

MAX_TEXT_LINK_DENSITY = 1 / 2
"""The links of a line with a larger share of its characters in them are no part of the text."""
MIN_LINKS = 3
"""A box with fewer links is a piece of the list around it."""
MIN_NAVIGATION = 5
MAX_NAVIGATION_WORDS = 3.0
"""So many links, with anchors of so many words in the mean, are navigation: five Chinese characters are three words."""
MIN_FOREIGN = 0.6
"""A list with so large a share of links to other sites is noise: advertising, friend links."""
_CHARS_A_WORD = 1.7
_MAX_HEADING = 30
_MAX_COMPARED = 500


class _Found(NamedTuple):
    """A link with its URL, the number of its line, and the box that holds its list."""

    url: str
    anchor: str
    line: int
    box: int


def block_numbers(
    links: Sequence[tuple[RawLink, str]],
    blocks: Sequence[Block],
    boxes: Sequence[Box],
    boilerplate: Sequence[bool],
    main_text: str,
    page_url: str,
) -> tuple[tuple[LinkBlock, ...], list[int]]:
    """Return the lists of links of the page, and for each of *links* (raw, with its URL) the number of its list.

    The number is -1 for a link within the text. *main_text* is what the lists are compared with.
    """
    found = _in_lists(links, blocks, boxes, boilerplate)
    lists: dict[int, list[_Found]] = {}
    for link in found:
        if link is not None:
            lists.setdefault(link.box, []).append(link)
    numbers = {box: number for number, box in enumerate(lists)}
    pairs = set(pairwise(main_text[:_MAX_COMPARED]))
    made = tuple(
        _link_block(members, blocks, pairs, page_url, is_boilerplate=boilerplate[box]) for box, members in lists.items()
    )
    return made, [-1 if link is None else numbers[link.box] for link in found]


def _in_lists(
    links: Sequence[tuple[RawLink, str]], blocks: Sequence[Block], boxes: Sequence[Box], boilerplate: Sequence[bool]
) -> list[_Found | None]:
    """Return the links with the boxes of their lists; ``None`` for links within the text."""
    listed = [_is_listed(raw, blocks) for raw, _ in links]
    counts = totals(((raw.box, is_listed) for (raw, _), is_listed in zip(links, listed, strict=True)), boxes)
    homes = _homes(boxes, counts, boilerplate)
    return [
        _Found(url, raw.anchor, raw.block, homes[raw.box]) if is_listed else None
        for (raw, url), is_listed in zip(links, listed, strict=True)
    ]


def _is_listed(link: RawLink, blocks: Sequence[Block]) -> bool:
    if link.block < 0:
        return False
    return link.block >= len(blocks) or blocks[link.block].link_density >= MAX_TEXT_LINK_DENSITY


def _homes(boxes: Sequence[Box], counts: Sequence[float], boilerplate: Sequence[bool]) -> list[int]:
    """Return for each of *boxes* the box around it, or itself, that has links enough for a list.

    What is boilerplate belongs to no list of the content.
    """
    homes: list[int] = []
    for number, box in enumerate(boxes):
        is_list = counts[number] >= MIN_LINKS or box.parent < 0 or boilerplate[number] > boilerplate[box.parent]
        homes.append(number if is_list else homes[box.parent])
    return homes


def _heading(blocks: Sequence[Block], line: int) -> str:
    """Return the heading before *line*, or the short line without links right before it."""
    for distance, block in enumerate(reversed(blocks[max(0, line - MIN_LINKS) : line])):
        if block.kind & HEADING or (distance == 0 and not block.links and len(block.text) <= _MAX_HEADING):
            return block.text[:_MAX_HEADING]
    return ""


def _link_block(
    members: Sequence[_Found],
    blocks: Sequence[Block],
    pairs: set[tuple[str, str]],
    page_url: str,
    *,
    is_boilerplate: bool,
) -> LinkBlock:
    anchors = [link.anchor for link in members]
    heading = _heading(blocks, members[0].line)
    words = sum(map(_words, anchors)) / len(anchors)
    if is_boilerplate or (len(members) >= MIN_NAVIGATION and words <= MAX_NAVIGATION_WORDS):
        return LinkBlock("navigation", heading)
    if _foreign(members, page_url) >= MIN_FOREIGN * len(members):
        return LinkBlock("noise", heading)
    return LinkBlock("list", heading, _likeness(f"{heading} {' '.join(anchors)}"[:_MAX_COMPARED], pairs))


def _foreign(members: Sequence[_Found], page_url: str) -> int:
    """Return how many of *members* lead to other sites."""
    home = f"{origin_of(page_url)}/"
    return sum(not link.url.startswith(home) and not is_same_site(link.url, page_url) for link in members)


def _words(anchor: str) -> float:
    return anchor.count(" ") + 1 if anchor.isascii() else len(anchor) / _CHARS_A_WORD


def _likeness(text: str, pairs: set[tuple[str, str]]) -> float:
    """Return the cosine of the pairs of neighbouring characters of *text* with *pairs*, in [0, 1]."""
    own = set(pairwise(text))
    return len(own & pairs) / math.sqrt(len(own) * len(pairs)) if own and pairs else 0.0
