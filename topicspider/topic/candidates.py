"""What could be a keyword of a topic: words, phrases and subjects that several example pages have in common."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from topicspider.topic.characters import is_han
from topicspider.topic.fold import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    import numpy.typing as npt

    from topicspider.topic.segmenter import Segmenter

LEAST_PAGES = 2
LEAST_PAGES_OF_PHRASE = 3
LEAST_SHARE_OF_PHRASE = 0.25  # of the pages of its rarer word
LONGEST_SUBJECT = 30


@dataclass(frozen=True, slots=True)
class Example:
    """A page as a learner sees it; *site* tells which pages come from one author."""

    site: str
    title: str
    text: str
    subjects: tuple[str, ...] = ()


def page_weights(pages: Sequence[Example]) -> npt.NDArray[np.float64]:
    """1/√(pages of its site) for each page: what one author writes again and again tells less each time."""
    import numpy as np

    sizes = Counter(page.site for page in pages)
    return np.array([sizes[page.site] ** -0.5 for page in pages])


class Candidate(NamedTuple):
    """A folded word or phrase; *parts* are the words of a phrase, empty for a word."""

    keyword: str
    parts: tuple[str, ...] = ()


def find_candidates(examples: Sequence[Example], segmenter: Segmenter) -> list[Candidate]:
    """Return what stands in two examples of two sites and more (in fewer where there are no more), sorted.

    A phrase is two words side by side, in three examples and a quarter of those with its rarer word; a subject, which
    an author has chosen as a name, needs no more than a word.
    """
    pages: defaultdict[Candidate, set[int]] = defaultdict(set)
    named: defaultdict[Candidate, set[int]] = defaultdict(set)
    for number, example in enumerate(examples):
        for text in (example.title, example.text):
            for candidate in _of_text(segmenter.cut(fold(text))):
                pages[candidate].add(number)
        for subject in example.subjects:
            if candidates := _of_subject(fold(subject).strip(), segmenter):
                named[candidates].add(number)
    sites = [example.site for example in examples]
    most = min(LEAST_PAGES, len(examples)), min(LEAST_PAGES, len(set(sites)))

    def common(found: set[int]) -> bool:
        return len(found) >= most[0] and len({sites[number] for number in found}) >= most[1]

    kept = {item for item, found in pages.items() if common(found) and _is_firm(item, pages)}
    kept |= {item for item, found in named.items() if common(found | pages.get(item, set()))}
    return sorted(kept)


def _of_text(tokens: list[str]) -> Iterator[Candidate]:
    yield from (Candidate(word) for word in tokens if is_word(word))
    for left, right in pairwise(tokens):
        if is_word(left) and is_word(right) and is_han(left[-1]) and is_han(right[0]):
            yield Candidate(left + right, (left, right))
    for left, space, right in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if space == " " and left.isascii() and right.isascii() and is_word(left) and is_word(right):
            yield Candidate(f"{left} {right}", (left, right))


def _of_subject(subject: str, segmenter: Segmenter) -> Candidate | None:
    if not 2 <= len(subject) <= LONGEST_SUBJECT or subject in stop_words():
        return None
    words = [word for word in segmenter.cut(subject) if word.strip()]
    if len(words) == 1:
        return Candidate(subject) if is_word(subject) else None
    return Candidate(subject, tuple(words)) if any(map(is_word, words)) else None


def _is_firm(candidate: Candidate, pages: defaultdict[Candidate, set[int]]) -> bool:
    """Whether the words of a phrase belong together."""
    if not candidate.parts:
        return True
    rarer = min(len(pages.get(Candidate(word), ())) for word in candidate.parts)
    together = len(pages[candidate])
    return together >= LEAST_PAGES_OF_PHRASE and together >= LEAST_SHARE_OF_PHRASE * rarer


def is_word(token: str) -> bool:
    """Whether it can say something: two characters and more, one of them a letter, no English stop word."""
    return len(token) >= 2 and any(map(str.isalpha, token)) and token not in stop_words()


@cache
def stop_words() -> frozenset[str]:
    """English words of no meaning of their own; Chinese ones are common in any background, or one character long."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)
