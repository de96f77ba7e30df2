"""How much a word says: the inverse document frequencies that ship with jieba."""

from __future__ import annotations

import threading
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from topicspider.topic.segmenter import import_jieba

if TYPE_CHECKING:
    from collections.abc import Mapping

_LOADING = threading.Lock()


class Idf(dict[str, float]):
    """Word → inverse document frequency, a natural logarithm of about 2 to 14.

    ``idf[word]`` of a word that is not in the table is the middle value of the table, of signs it is 0.
    """

    def __init__(self, values: Mapping[str, float], median: float) -> None:
        super().__init__(values)
        self.median = median

    def __missing__(self, word: str) -> float:
        return self.median if word.isalnum() else 0.0

    def without(self, words: frozenset[str]) -> Idf:
        """The same table in which these words are worth nothing."""
        return Idf(self | dict.fromkeys(words, 0.0), self.median) if words else self


def load_idf() -> Idf:
    """The table that ships with jieba, one for the whole process."""
    with _LOADING:
        return _load()


@cache
def _load() -> Idf:
    table = resources.files(import_jieba()).joinpath("analyse", "idf.txt").read_text("utf-8").split()
    values = list(map(float, table[1::2]))
    return Idf(dict(zip(table[::2], values, strict=True)), sorted(values)[len(values) // 2])
