"""The writer of the demo web: makes articles of the word lists and sentence patterns in ``texts.py``.

An article draws three words for every slot and keeps to them, the first twice as often: articles of one topic share
their vocabulary and still differ in what they are about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

from topicspider.demo.texts import COMMON_SLOTS, VOCABULARIES, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Text:
    """An article before it has an address: 300 to 900 characters in a few paragraphs."""

    topic: str
    title: str
    paragraphs: tuple[str, ...]


class Writer:
    """Writes articles; no two have the same title."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._titles: set[str] = set()

    def write(self, topic: str) -> Text:
        vocabulary = VOCABULARIES[topic]
        title, words = self._new_title(vocabulary)
        patterns = self._rng.sample(vocabulary.sentences, self._rng.randint(12, 18))
        sentences = [_fill(pattern, words) for pattern in patterns]
        return Text(topic, title, tuple(self._paragraphs(sentences)))

    def _new_title(self, vocabulary: Vocabulary) -> tuple[str, Mapping[str, Iterator[str]]]:
        while True:
            words = self._draw_words(vocabulary)
            title = _fill(self._rng.choice(vocabulary.titles), words)
            if title not in self._titles:
                self._titles.add(title)
                return title, words

    def _draw_words(self, vocabulary: Vocabulary) -> Mapping[str, Iterator[str]]:
        drawn = {}
        for slot, words in (*COMMON_SLOTS.items(), *vocabulary.slots.items()):
            main, second, third = self._rng.sample(words, 3)
            drawn[slot] = cycle((main, second, main, third))
        return drawn

    def _paragraphs(self, sentences: list[str]) -> Iterator[str]:
        start = 0
        while start < len(sentences):
            size = self._rng.randint(2, 4)
            yield "".join(sentences[start : start + size])
            start += size


def _fill(pattern: str, words: Mapping[str, Iterator[str]]) -> str:
    return _SLOT.sub(lambda slot: next(words[slot[1]]), pattern)
