"""What a topic means beside the words of its file: other ways to write them, and tokens in URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from topicspider.topic.matcher import spellings, stem_of
from topicspider.topic.urltokens import UrlToken, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topicspider.topic.query import Query


class Meaning(NamedTuple):
    """A keyword, the other ways in which it is found in a text, and what stands for it in a URL."""

    keyword: str
    weight: float
    written: tuple[str, ...]
    tokens: tuple[UrlToken, ...]


def meanings_of(query: Query) -> list[Meaning]:
    """Return the meanings of all keywords, the heaviest first."""
    tokens: dict[int, list[UrlToken]] = {}
    for token in tokens_of(query):
        tokens.setdefault(token.keyword, []).append(token)
    found = [
        Meaning(name, weight, tuple(dict.fromkeys(_written(name, names))), tuple(tokens.get(index, ())))
        for index, (name, weight, names) in enumerate(zip(query.names, query.weights, query.synonyms, strict=True))
    ]
    return sorted(found, key=lambda meaning: -meaning.weight)


def _written(given: str, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        for spelling in sorted({name, *spellings(name), _traditional(name)}):
            if spelling != given:
                yield spelling
        last = name.split()[-1]
        if last.isascii() and last.isalpha() and len(last) >= 4:
            yield f"{name[: len(name) - len(last)]}{stem_of(last)}… (by its stem)"


def _traditional(name: str) -> str:
    from opencc import OpenCC

    traditional: str = OpenCC("s2t").convert(name)
    return traditional
