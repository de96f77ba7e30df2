"""Pages nested without end: the parser's time grows with the square of the depth of blocks."""

from __future__ import annotations

import re

MANY_TAGS = 10_000
DEEPEST = 2_000
"""Browsers cut at 512."""
_BLOCK_RE = re.compile(
    r"<(/?)(?:div|[uod]l|li|d[dt]|section|article|blockquote|table|t[rdh]|tbody|center|form|fieldset|details|main|nav"
    r"|header|footer|aside|figure|address|dialog|menu|button|h[1-6])\b[^<>]*>?",
    re.IGNORECASE,
)


def shallow(html: str) -> str:
    """Return *html*, or when its blocks are nested deeper than ``DEEPEST`` the same with line breaks for blocks."""
    if html.count("<") < MANY_TAGS or _depth(html) <= DEEPEST:
        return html
    return _BLOCK_RE.sub("<br>", html)


def _depth(html: str) -> int:
    depth = deepest = 0
    for tag in _BLOCK_RE.finditer(html):
        depth = max(0, depth + (-1 if tag[1] else 1))
        deepest = max(deepest, depth)
    return deepest
