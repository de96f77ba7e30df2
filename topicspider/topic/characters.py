"""What folding makes of each character, as data: built once from Unicode's and OpenCC's tables."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy as np
    import numpy.typing as npt

FULL_STOP = "．"
"""A middle dot between Han characters, else a full stop: no character table can know."""

INVISIBLE: Mapping[int, None] = dict.fromkeys(
    chain(
        (0xAD, 0x34F, 0x61C, 0xFEFF),
        *(range(0x180B, 0x1810), range(0x200B, 0x2010), range(0x202A, 0x202F), range(0x2060, 0x2070)),
        *(range(0xFE00, 0xFE10), range(0xFFF9, 0xFFFC), range(0xE0000, 0xE1000)),
    )
)
"""Soft hyphen, zero-width characters, direction marks, variation selectors and tags, for ``str.translate``."""

DROP, EXPAND, CONTEXT = 0x110000, 0x110001, 0x110002
"""Marks in the code point table, above every code point and in order of the work they ask for."""

_DOTS = "•・‧∙⋅"
_BREAKS = "\r\v\f\x85\u2028\u2029"
_SPACES = "\t\x1c\x1d\x1e\x1f\u1680"  # after NFKC the other spaces are " " already
# Where NFKC or case folding changes anything, and where the Han characters are.
_CHANGING = (range(0x3400), range(0xA000, 0xAC00), range(0xF900, 0x20000), range(0x2F800, 0x2FA20))
_IDEOGRAPHS = (range(0x3400, 0xA000), range(0x20000, 0x2EBE1), range(0x30000, 0x323B0))
_VOWELS_AND_FINALS = frozenset(map(chr, range(0x1160, 0x1200)))  # Hangul letters that join the one before


def is_han(character: str) -> bool:
    """Whether it is a Han character, radicals and the signs 々 〆 〇 included; the empty string is none."""
    return character >= "\u2e80" and (
        "\u4e00" <= character <= "\u9fff"
        or "\u3400" <= character <= "\u4dbf"
        or character <= "\u2fdf"
        or "\u3005" <= character <= "\u3007"
        or "\uf900" <= character <= "\ufaff"
        or "\U00020000" <= character <= "\U000323af"
    )


def normalise(text: str) -> str:
    """NFKC and case folding; case folding can take apart what NFKC has put together, hence twice."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@cache
def replacements() -> Mapping[int, str]:
    """Code point of a normalised character → the folded character, for ``str.translate``."""
    table = _simplified()
    table |= dict.fromkeys(map(ord, _DOTS), "·")
    table |= dict.fromkeys(map(ord, _BREAKS), "\n")
    table |= dict.fromkeys(map(ord, _SPACES), " ")
    return table | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")  # half a surrogate pair is no character


def _simplified() -> dict[int, str]:
    from opencc import OpenCC

    # One a line, so that OpenCC sees characters and never phrases.
    convert = OpenCC("t2s").convert
    characters = "\n".join(map(chr, chain(*_IDEOGRAPHS)))
    pairs = zip(characters.split("\n"), convert(characters).split("\n"), strict=True)
    changed = {ord(character): simple for character, simple in pairs if simple != character and len(simple) == 1}
    return {code: convert(simple) for code, simple in changed.items()}  # a few need two steps


@cache
def code_point_table() -> tuple[npt.NDArray[np.uint32], Mapping[int, str]]:
    """``table[code point]`` is the folded code point or a mark; the mapping has what EXPAND stands for."""
    import numpy as np

    table = np.arange(DROP, dtype=np.uint32)
    for code, replacement in replacements().items():
        table[code] = ord(replacement)
    expansions: dict[int, str] = {}
    contextual = _contextual()
    for code, result in _changed(contextual):
        if result[0] in contextual:
            table[code] = CONTEXT
        elif len(result) == 1:
            table[code] = ord(result)
        else:
            table[code], expansions[code] = EXPAND, result
    table[list(INVISIBLE)] = DROP
    return table, expansions


def _changed(contextual: set[str]) -> Iterator[tuple[int, str]]:
    """The characters that normalisation changes, and the contextual ones, each with its folded form."""
    characters = [chr(code) for code in chain(*_CHANGING) if code != ord("\n") and code != ord(FULL_STOP)]
    # "\n" keeps neighbours from joining.
    for character, result in zip(characters, normalise("\n".join(characters)).split("\n"), strict=True):
        if character != result or character in contextual:
            yield ord(character), result.translate(replacements())


def _contextual() -> set[str]:
    """Characters whose form depends on the one before: combining marks, and second halves of compositions."""
    characters = [chr(code) for code in chain(*_CHANGING)]
    marks = {character for character in characters if unicodedata.combining(character)}
    parts = [
        decomposition.split() for character in characters if (decomposition := unicodedata.decomposition(character))
    ]
    seconds = {chr(int(pair[1], 16)) for pair in parts if len(pair) == 2 and not pair[0].startswith("<")}
    return marks | seconds | _VOWELS_AND_FINALS
