"""What the tags of HTML are to one who reads the text: block or not, a box of blocks, a paragraph, a heading."""

from __future__ import annotations

TEXT, SKIPPED, LINK, IMAGE, FRAME = range(1, 6)
BLOCK = 8
"""From here on: what begins and ends a block; the bits say more."""
BOX, PARAGRAPH, HEADING, H1, BOILERPLATE, ARTICLE = (16 << bit for bit in range(6))

_SKIPPED = "-comment script style noscript noframes template svg math select textarea head object input"
_BOXES = "div section ul ol dl table header form figure blockquote center details fieldset dialog menu"
KINDS = {
    kind: number
    for number, kinds in (
        (TEXT, "-text"),
        (SKIPPED, _SKIPPED),
        (LINK, "a area"),
        (IMAGE, "img"),
        (FRAME, "iframe frame"),
        (BLOCK, "body address br button hr legend option summary tbody tfoot thead th"),
        (BLOCK | PARAGRAPH, "p li dd dt pre tr caption figcaption"),
        (BLOCK | PARAGRAPH | HEADING, "h2 h3 h4 h5 h6"),
        (BLOCK | PARAGRAPH | HEADING | H1, "h1"),
        (BLOCK | BOX, _BOXES),
        (BLOCK | BOX | PARAGRAPH, "td"),
        (BLOCK | BOX | ARTICLE, "article main"),
        (BLOCK | BOX | BOILERPLATE, "nav footer aside"),
    )
    for kind in kinds.split()
}
"""By tag; inline elements are not there: they do not end a word."""
