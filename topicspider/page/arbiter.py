"""Which charset do bytes look like? Told by the characters that each charset makes of them."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Where the everyday characters of the two tables begin and end: level 1 of GB 2312, with what GBK puts between, and
# level 1 of Big5. Chinese has nearly all its characters there, the same bytes read by the other table half of them.
_EVERYDAY = {"gb18030": (0xB0A1, 0xD7F9), "big5hkscs": (0xA440, 0xC67E)}
_RIVAL = {"gb18030": "big5hkscs", "big5hkscs": "gb18030"}
_SAMPLE_BYTES = 65536
_SAMPLE_RUNS = 300
_SAMPLE_CHARS = 1000
_FEW_LETTERS = 4
_FAR_BETTER = 0.3

_BEYOND_ASCII_RE = re.compile(rb"[\x80-\xff]")
_RUN_RE = re.compile("[^\0-\x7f]+")
_FAR_RE = re.compile("[^\0-\u07ff]+")
# Chinese characters, and what speaks against a charset: private use, bad bytes, planes that no page writes in. Kana,
# Greek and Cyrillic are left out, which stand in GB 2312 where Big5 has its commonest characters.
_LETTERS_RE = re.compile("[\u3400-\u9fff\ue000-\ufaff\ufffd\U00020000-\U0010ffff]+")


def is_far_beyond_ascii(text: str) -> bool:
    """Say whether *text*, read as UTF-8 without error, has characters of three or four bytes: no accident then.

    Those of two bytes may be one: 一些 in GBK is good UTF-8.
    """
    return not text.isascii() and _FAR_RE.search(text) is not None


def rival_of(charset: str, body: bytes) -> str | None:
    """Return the other of GB18030 and Big5 where *body* is far more plausible in it than in *charset*.

    Most bytes of the one decode without error as the other. A page of a few characters is left to its declaration.
    """
    rival = _RIVAL.get(charset)
    sample = _sample(body)
    if rival is None or not sample:
        return None
    letters = _letters(_beyond_ascii(sample, charset))
    share = _everyday_share(letters, charset)
    if len(letters) < _FEW_LETTERS or share + _FAR_BETTER > 1:
        return None
    rivals = _letters(_beyond_ascii(sample, rival))
    return rival if _everyday_share(rivals, rival) > share + _FAR_BETTER else None


def looks_like(body: bytes, declared: Iterable[str]) -> tuple[str, bool]:
    """Return the charset that *body*, no good UTF-8, most likely has, and whether it makes plausible text of it."""
    sample = _sample(body)
    for charset in ("utf-8", *declared):
        if charset not in _EVERYDAY and _is_mostly_good(_beyond_ascii(sample, charset)):
            return charset, True
    shares = {charset: _everyday_share(_letters(_beyond_ascii(sample, charset)), charset) for charset in _EVERYDAY}
    charset = max(shares, key=shares.__getitem__)
    return charset, shares[charset] > 0.5


def _sample(body: bytes) -> bytes:
    """Return *body* from its first byte beyond ASCII."""
    first = _BEYOND_ASCII_RE.search(body)
    return body[first.start() : first.start() + _SAMPLE_BYTES] if first else b""


def _beyond_ascii(sample: bytes, charset: str) -> str:
    """Return the first characters beyond ASCII that *charset* makes of *sample*."""
    runs = islice(_RUN_RE.finditer(sample.decode(charset, "replace")), _SAMPLE_RUNS)
    return "".join(run[0] for run in runs)[:_SAMPLE_CHARS]


def _is_mostly_good(beyond: str) -> bool:
    """Say whether bad bytes are the exception among the characters *beyond* ASCII.

    A charset that is not the right one hardly ever gives characters of the far half of Unicode: of those, fewer than
    one for each bad byte.
    """
    bad = beyond.count("\ufffd")
    far = len("".join(_FAR_RE.findall(beyond))) - bad
    return bad <= far or bad * 10 <= len(beyond)


def _letters(beyond: str) -> str:
    return "".join(_LETTERS_RE.findall(beyond))


def _everyday_share(letters: str, charset: str) -> float:
    """Share of *letters*, bad bytes among them, that are everyday ones in the table of *charset*."""
    return sum(map(_everyday(charset).__contains__, letters)) / (len(letters) or 1)


@cache
def _everyday(charset: str) -> frozenset[str]:
    first, last = _EVERYDAY[charset]
    codes = (code.to_bytes(2, "big") for code in range(first, last + 1))
    return frozenset("".join(code.decode(charset, "ignore") for code in codes))
