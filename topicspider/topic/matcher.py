"""Where keywords occur in folded text: Aho–Corasick for all at once, then a look at what stands around each hit.

A keyword inside a longer word is no hit: 和服 in 产品和服务, ces in license, c in c++. The last word of an English
keyword is found by its stem too: neural network in neural networks.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter, defaultdict
from functools import cache, cached_property, lru_cache
from itertools import accumulate, pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from topicspider.topic.characters import is_han
from topicspider.topic.fold import SEPARATOR, fold_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topicspider.topic.segmenter import Segmenter
    from topicspider.topic.words import Words

    Hit = tuple[int, int, int]  # spelling, start, end


_LAST_WORD_RE = re.compile(r"(?<![^ -])[a-z]{4,}$")  # shorter ones are names and abbreviations
_LETTERS_RE = re.compile(r"[a-z]*")


class KeywordMatcher:
    """Finds folded keywords, named by their index, in folded text.

    A keyword is one name, or a tuple of synonyms. Without *stems* English words are found only as they stand there.
    """

    def __init__(self, keywords: Sequence[str | tuple[str, ...]], segmenter: Segmenter, *, stems: bool = True) -> None:
        from ahocorasick_rs import AhoCorasick

        self._segmenter = segmenter
        self._spellings = [
            _Spelling.of(text, index, stems=stems)
            for index, names in enumerate(keywords)
            for text in sorted({text for name in _tuple(names) for text in spellings(name)})
        ]
        self._automaton = AhoCorasick([spelling.text for spelling in self._spellings])

    def matches(self, text: str, words: Callable[[str], Words] | None = None) -> Counter[int]:
        """How often each keyword occurs; a keyword inside another counts, one that overlaps itself counts once.

        ``words`` gives the words of the text, by default the segmenter's; it is called only if a hit depends on them.
        """
        return self._count(text, self._find(text), words or self._segmenter.words)

    def present(self, texts: Sequence[str]) -> list[frozenset[int]]:
        """The keywords in each of many short, unfolded texts: folded and searched at once, cut only where needed."""
        folded = fold_all(texts)
        parts = folded.split(SEPARATOR)
        starts = list(accumulate((len(part) + 1 for part in parts), initial=0))
        hits: defaultdict[int, list[Hit]] = defaultdict(list)
        for spelling, start, end in self._find(folded):
            index = bisect(starts, start) - 1
            hits[index].append((spelling, start - starts[index], end - starts[index]))
        found = {index: frozenset(self._count(parts[index], hits[index], self._segmenter.words)) for index in hits}
        return [found.get(index, frozenset()) for index in range(len(texts))]

    def _find(self, text: str) -> list[Hit]:
        """Every place where the characters of a keyword stand, by their end."""
        hits: list[Hit] = self._automaton.find_matches_as_indexes(text, overlapping=True)
        return hits

    def _count(self, text: str, hits: Iterable[Hit], words: Callable[[str], Words]) -> Counter[int]:
        counts: Counter[int] = Counter()
        counted_to: dict[int, int] = {}
        around = _Around(text, words)
        for number, start, end in hits:
            spelling = self._spellings[number]
            if spelling.stem:
                end = spelling.end_of_word(text, end)
            if start >= counted_to.get(spelling.keyword, 0) and spelling.is_whole(around, start, end):
                counts[spelling.keyword] += 1
                counted_to[spelling.keyword] = end
        return counts


class _Around:
    """A text and, when first asked for, where its words start and end: ``edges[offset]`` is 1 or 0."""

    def __init__(self, text: str, words: Callable[[str], Words]) -> None:
        self.text = text
        self._words = words

    @cached_property
    def edges(self) -> bytes:
        return self._words(self.text).edges


class _Spelling(NamedTuple):
    """One way to write a keyword, and what its two ends ask of their neighbours.

    With a *stem*, *text* ends where the forms of its last word begin to differ.
    """

    text: str
    keyword: int
    letter_first: bool
    letter_last: bool
    han_first: bool
    han_last: bool
    stem: str = ""
    at_word: int = 0

    @classmethod
    def of(cls, text: str, keyword: int, *, stems: bool) -> _Spelling:
        first, last = text[0], text[-1]
        stem, at_word = "", 0
        if stems and (word := _LAST_WORD_RE.search(text)):
            stem, at_word = stem_of(word[0]), word.start()
            text = text[:at_word] + _shared_start(stem, word[0])
        return cls(text, keyword, _is_letter(first), _is_letter(last), is_han(first), is_han(last), stem, at_word)

    def end_of_word(self, text: str, end: int) -> int:
        """Where the word ends in which the hit ends; ``end`` itself if that is another word."""
        word = _LETTERS_RE.match(text, end)
        last = word.end() if word else end
        return last if stem_of(text[end - len(self.text) + self.at_word : last]) == self.stem else end

    def is_whole(self, around: _Around, start: int, end: int) -> bool:
        """Whether the hit from ``start`` to ``end`` is no part of a longer word."""
        text = around.text
        if self.letter_first and start and _is_letter(text[start - 1]):
            return False
        if self.letter_last and (_is_letter(text[end : end + 1]) or _continues_in_signs(text, start, end)):
            return False
        if len(self.text) == 1 and self.han_first:  # 茶 in 茶叶 and 喝茶
            return bool(around.edges[start] or around.edges[end])
        return not (self.han_first and not around.edges[start]) and not (self.han_last and not around.edges[end])


def _continues_in_signs(text: str, start: int, end: int) -> bool:
    """c in c++ and c#; but ai in ai+医疗 and in the hashtag #ai# is whole."""
    if text.startswith("++", end):
        return True
    one_letter = not _is_letter(text[max(end - 2, 0) : end - 1])
    hashtag = start > 0 and text[start - 1] == "#"
    return text.startswith("#", end) and one_letter and not hashtag


def _is_letter(character: str) -> bool:
    """A digit, or a letter of a script that sets spaces between words; the empty string is none."""
    return character.isalnum() and (
        character < "\u0e00" or "\u10a0" <= character <= "\u10ff" or "\u1e00" <= character <= "\u1fff"
    )


@lru_cache(maxsize=65536)
def stem_of(word: str) -> str:
    """The stem of a folded English word, by Porter's second algorithm (Snowball)."""
    stem: str = _stemmer().stemWord(word)
    return stem


@cache
def _stemmer() -> Any:
    from snowballstemmer import stemmer

    return stemmer("english")


def _shared_start(one: str, other: str) -> str:
    return "".join(left for left, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _tuple(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


def spellings(keyword: str) -> set[str]:
    """The keyword with and without the space that many set between Han characters and letters: c语言, c 语言."""
    inner = range(1, len(keyword) - 1)
    spaces = {at for at in inner if keyword[at] == " " and _mixed(keyword[at - 1], keyword[at + 1])}
    tight = "".join(character for at, character in enumerate(keyword) if at not in spaces)
    loose = tight[0] + "".join(f" {right}" if _mixed(left, right) else right for left, right in pairwise(tight))
    return {keyword, tight, loose}


def _mixed(left: str, right: str) -> bool:
    return (is_han(left) and _is_letter(right)) or (_is_letter(left) and is_han(right))
