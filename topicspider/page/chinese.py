"""What of a text is Chinese."""

from __future__ import annotations

import re

_HAN_RE = re.compile(r"[\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_OTHER_RE = re.compile(r"[^\W\d_]+")
MIN_SHARE = 0.5


def mainly_chinese(text: str) -> str:
    """Return the paragraphs of *text*, parted by blank lines, in which Chinese characters outweigh other words.

    A word of another script weighs as much as a Chinese character. Paragraphs without either, such as numbers, go.
    """
    return "\n\n".join(part for part in text.split("\n\n") if chinese_share(part) >= MIN_SHARE)


def chinese_share(text: str) -> float:
    """Return Chinese characters ÷ (Chinese characters + words of other scripts), in [0, 1]; 0 when there are none."""
    rest, chinese = _HAN_RE.subn(" ", text)
    others = len(_OTHER_RE.findall(rest))
    return chinese / (chinese + others) if chinese else 0.0
