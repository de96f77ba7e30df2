"""What the words of a URL say of the topic: English names, abbreviations, pinyin and its initials in host and path.

After the topic term table of Chen Zhumin's thesis on focused crawling for vertical search (Shandong University, 2008).
"""

from __future__ import annotations

import math
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from topicspider.topic.characters import is_han
from topicspider.topic.fold import fold
from topicspider.topic.pinyin import syllables_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topicspider.topic.query import Query

EXACT, INSIDE, ABBREVIATION, INITIALS = 1.0, 0.8, 0.8, 0.5
LONG_TOKEN = 6
"""Letters from which on a token may have pinyin inside it."""
SHORTEST_INSIDE = 4
SHORTEST_INITIALS = 3
LONGEST_ABBREVIATION = 5
_MOST_JOINED = 4

EMPTY_TOKENS = frozenset(
    """www com cn net org gov edu html shtml htm php asp aspx jsp index default list content article news http
    https""".split()  # noqa: SIM905
)
_TOKEN_RE = re.compile(r"[a-z]+|[\u2e80-\u9fff]+")
_CAMEL_RE = re.compile(r"(?<=[a-z])(?=[A-Z])")


class UrlToken(NamedTuple):
    """A way to say a keyword in a URL; *kind* is name, English, abbreviation, pinyin or initials."""

    text: str
    kind: str
    keyword: int

    @property
    def value(self) -> float:
        return {"initials": INITIALS, "abbreviation": ABBREVIATION}.get(self.kind, EXACT)

    def __str__(self) -> str:
        return f"{self.text} ({self.kind})"


class UrlTokens:
    """Rates URLs by the tokens of a query's keywords; negative keywords have none."""

    def __init__(self, query: Query) -> None:
        self._weights = [weight / max(query.weights) for weight in query.weights]
        self._names = query.names
        self._tokens: dict[str, list[UrlToken]] = {}
        for token in tokens_of(query):
            self._tokens.setdefault(token.text, []).append(token)
        self._inside = [token for found in self._tokens.values() for token in found if _may_be_inside(token)]

    def rate(self, url: str) -> float:
        """1 − Π(1 − v·w) over the keywords found, in [0, 1]; w is the weight over the largest weight.

        v is 1 for a token that is an English name or full pinyin, 0.8 for pinyin inside a token of six letters or more
        and for an abbreviation, 0.5 for initials of three letters or of a whole path segment or host label. Initials of
        two letters count only beside something else: js is 技术, 江苏, 教师 and JavaScript.
        """
        return 1 - math.prod(1 - value * self._weights[keyword] for keyword, value in self._found(url).items())

    def matches(self, url: str) -> dict[str, float]:
        """Keyword → v for those found in the URL."""
        return {self._names[keyword]: value for keyword, value in self._found(url).items()}

    def _found(self, url: str) -> Mapping[int, float]:
        sure: dict[int, float] = {}
        unsure: dict[int, float] = {}
        for text, is_whole in url_tokens(url):
            for token in self._tokens.get(text, ()):
                if token.kind == "initials" and len(text) < SHORTEST_INITIALS:
                    if is_whole:
                        unsure[token.keyword] = INITIALS
                else:
                    sure[token.keyword] = max(token.value, sure.get(token.keyword, 0.0))
            if len(text) >= LONG_TOKEN:
                for token in self._inside:
                    if token.text in text:
                        sure[token.keyword] = max(INSIDE, sure.get(token.keyword, 0.0))
        return {**unsure, **sure} if sure else {}


def url_tokens(url: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of host, path and query with whether one is a whole label or segment; neighbours also joined.

    Cut at signs, digits and camel case; what stands in every URL (www, html, index, …) is left out.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:  # not a URL at all
        return
    pieces = [*host.split("."), *unquote(parts.path).split("/"), *unquote(parts.query).split("&")]
    for piece in pieces:
        words = [word for word in _TOKEN_RE.findall(fold(_CAMEL_RE.sub("-", piece))) if word not in EMPTY_TOKENS]
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + _MOST_JOINED) + 1):
                yield "".join(words[start:end]), end - start == len(words)


def tokens_of(query: Query) -> Iterator[UrlToken]:
    """Yield the tokens of each keyword of positive weight, each text once for a keyword."""
    for index, names in enumerate(query.synonyms):
        if query.weights[index] <= 0:
            continue
        seen: set[str] = set()
        for token in _of_keyword(names, index):
            if token.text and token.text not in seen and token.text not in EMPTY_TOKENS:
                seen.add(token.text)
                yield token


def _of_keyword(names: tuple[str, ...], index: int) -> Iterator[UrlToken]:
    latin = [name for name in names if name.isascii()]
    latin += [english for name in names for english in english_names().get(name, ())]
    for name in latin:
        joined = "".join(_TOKEN_RE.findall(name))
        short = len(joined) <= LONGEST_ABBREVIATION and name not in _words()
        yield UrlToken(joined, "abbreviation" if short and len(name.split()) == 1 else "English", index)
        words = name.split()
        if len(words) >= SHORTEST_INITIALS:
            yield UrlToken("".join(word[0] for word in words), "abbreviation", index)
    for name in names:
        if all(map(is_han, name)):
            yield UrlToken(name, "name", index)
        for syllables in syllables_of(name):
            if len(syllables) > 1:
                yield UrlToken("".join(syllables), "pinyin", index)
    for name in names:
        for syllables in syllables_of(name):
            if len(syllables) > 1:
                yield UrlToken("".join(syllable[0] for syllable in syllables), "initials", index)


def _may_be_inside(token: UrlToken) -> bool:
    return token.kind in ("pinyin", "name") and len(token.text) >= (SHORTEST_INSIDE if token.kind == "pinyin" else 2)


@cache
def english_names() -> Mapping[str, tuple[str, ...]]:
    """Chinese word → English names, from the table beside this module."""
    lines = resources.files("topicspider.topic").joinpath("english.txt").read_text("utf-8").splitlines()
    rows = (line.partition("\t") for line in lines if line and not line.startswith("#"))
    return {word: tuple(name.strip() for name in names.split(",")) for word, _, names in rows}


@cache
def _words() -> frozenset[str]:
    """English words of the table that are no abbreviations though they are short: food, art."""
    spoken = frozenset(["ai", "nlp", "llm", "iot"])
    return frozenset(name for names in english_names().values() for name in names if name not in spoken)
