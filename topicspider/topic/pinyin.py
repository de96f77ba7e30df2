"""Pinyin of Chinese words, with every reading: 重庆 may be zhongqing or chongqing."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

from topicspider.topic.characters import is_han

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_READINGS = 64


def syllables_of(word: str) -> list[tuple[str, ...]]:
    """Return the ways to read a word of Han characters, a syllable for each; no tones, ü both as v and as u.

    Empty for a word with any other character, and at most 64 ways.
    """
    if not word or not all(map(is_han, word)):
        return []
    return list(islice(dict.fromkeys(product(*map(_readings, word))), MOST_READINGS))


def _readings(character: str) -> list[str]:
    from pypinyin import Style, pinyin

    (found,) = pinyin(character, style=Style.NORMAL, heteronym=True, errors="ignore") or [[]]
    return list(dict.fromkeys(form for reading in found for form in _forms(reading)))


def _forms(reading: str) -> Iterator[str]:
    yield reading
    if "v" in reading:
        yield reading.replace("v", "u")
