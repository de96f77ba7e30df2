"""The language of a page: what it declares, unless its letters say otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SAMPLE_CHARS = 2_000
MIN_LETTERS = 20
"""Fewer letters than this say nothing."""
_MIN_SHARE = 0.1
"""Of the letters, in a script that has few of them to a word; pages in it are full of names and code in ours."""
_MIN_KANA = 0.1
"""Of the Japanese and Chinese characters."""
_MIN_CYRILLIC = 0.3
_MIN_ENGLISH = 0.08
"""Share of the commonest five words; English prose has about 0.18, other languages below 0.03."""
_HAN = bytes(range(0x34, 0xA0))
_HANGUL = bytes(range(0xAC, 0xD8))
_CYRILLIC = b"\x04"
"""The high bytes in UTF-16 of the letters of a script."""
_HIRAGANA = "のはにをとがでしたる"
"""The commonest ten: two fifths of the Japanese signs for sounds."""
_LATIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ENGLISH = frozenset({"the", "of", "and", "to", "in"})
_TAG_RE = re.compile(r"([a-z]{2,3})(?![a-z])((?:-[a-z0-9]+)*)")
_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo", "cht"})
_WRONG = {"cn": "zh", "chs": "zh", "cht": "zh-hant", "jp": "ja", "kr": "ko", "ua": "uk", "iw": "he"}
"""Codes of countries and old codes that pages give for languages."""
_SAME_SCRIPT = {
    "zh": frozenset({"zh", "yue", "wuu", "lzh"}),
    "ja": frozenset({"ja"}),
    "ko": frozenset({"ko"}),
    "ru": frozenset({"ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "tg", "mn", "tt"}),
}
_CHARSETS = {"gb": "zh", "big5": "zh-hant", "shift_jis": "ja", "euc-jp": "ja", "euc-kr": "ko"}
"""Beginnings of charsets in which one language is written."""


def read_language(declared: Iterable[str], texts: Sequence[str], charset: str) -> str | None:
    """Return ``en``, ``ja``, ``zh`` …; Chinese in traditional characters, as declared, is ``zh-hant``.

    The first of *declared* that goes with the script of *texts*, else the language of that script; the *charset*
    speaks where neither does.
    """
    languages = [language for tag in declared if (language := language_tag(tag))]
    by_charset = next((code for start, code in _CHARSETS.items() if charset.lower().startswith(start)), None)
    written = language_of_text("\n".join(texts)[:_SAMPLE_CHARS])
    if written is None:
        return next(iter(languages), by_charset)
    fitting = _SAME_SCRIPT.get(written, frozenset({written}))
    candidates = [*languages, by_charset or written]
    return next((language for language in candidates if language.partition("-")[0] in fitting), written)


def language_tag(tag: str) -> str | None:
    """Return the language of *tag*, such as ``zh_CN.UTF-8`` or ``en-US``, in lower case and without its region."""
    match = _TAG_RE.match(tag.strip().lower().replace("_", "-"))
    if match is None:
        return None
    language, rest = _WRONG.get(match[1], match[1]), match[2].split("-")
    return "zh-hant" if language == "zh" and not _TRADITIONAL.isdisjoint(rest) else language


def language_of_text(text: str) -> str | None:
    """Return ``zh``, ``ja``, ``ko``, ``ru`` or ``en`` when *text* clearly is in its script, or in English words."""
    latin = _count(text.encode("ascii", "ignore"), _LATIN)
    high = b"" if text.isascii() else text.encode("utf-16-le", "surrogatepass")[1::2]
    han, hangul, cyrillic = _count(high, _HAN), _count(high, _HANGUL), _count(high, _CYRILLIC)
    kana = sum(map(text.count, _HIRAGANA)) if high else 0
    letters = latin + han + kana + hangul + cyrillic
    if letters < MIN_LETTERS:
        return None
    if hangul >= _MIN_SHARE * letters and hangul > han + kana:
        return "ko"
    if han + kana >= _MIN_SHARE * letters:
        return "ja" if kana >= _MIN_KANA * (han + kana) else "zh"
    if cyrillic >= _MIN_CYRILLIC * letters:
        return "ru"
    words = text.lower().split()
    return "en" if sum(map(_ENGLISH.__contains__, words)) >= _MIN_ENGLISH * len(words) else None


def _count(text: bytes, letters: bytes) -> int:
    return len(text) - len(text.translate(None, letters))
