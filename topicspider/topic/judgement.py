"""What a judge says about a page, and what every judge does the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from topicspider.topic.matcher import KeywordMatcher
    from topicspider.topic.query import Query
    from topicspider.topic.segmenter import Segmenter
    from topicspider.topic.words import Words

SUBJECTS_BETWEEN = " , "

ROUNDING = 1e-9
"""A score must pass a literal threshold by more than this: 2.0000000000000004 is no more than 2."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How much a page is about the topic.

    ``title_cosine`` is B and ``body_cosine`` is C, both in [0, 1]; ``score`` is A = 4B + C in [0, 5], and 5C for a page
    without a title. ``relevance`` in [0, 1] grows with the score. ``terms`` has the keywords that occur in title or
    body, as they were given, with their counts.
    """

    title_cosine: float
    body_cosine: float
    score: float
    relevance: float
    relevant: bool
    terms: Mapping[str, int]


class TopicText:
    """One folded text seen through a topic: its words and its keywords, each found when first asked for."""

    def __init__(self, text: str, matcher: KeywordMatcher, segmenter: Segmenter) -> None:
        self.text = text
        self._matcher = matcher
        self._segmenter = segmenter

    @cached_property
    def words(self) -> Words:
        return self._segmenter.words(self.text)

    @cached_property
    def hits(self) -> Counter[int]:
        """Keyword index → how often it occurs. Where there is no trace of a keyword the text is not cut."""
        return self._matcher.matches(self.text, lambda _: self.words)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a judge decides on: both texts, their cosines, A, and keyword index → count in title and body together.

    ``subjects`` is what its author has filed the page under, ``SUBJECTS_BETWEEN`` two of them, and ``filed`` how much
    that is the topic, in [0, 1].
    """

    title: TopicText
    body: TopicText
    title_cosine: float
    body_cosine: float
    score: float
    hits: Mapping[int, int]
    subjects: TopicText
    filed: float


class Judge(ABC):
    """Turns title and body into a judgement; a pure function of the two texts.

    ``threshold`` says from where on a page is relevant; what is compared with it is each judge's own. ``stop_words``
    are folded.
    """

    threshold: float

    def __init__(
        self, query: Query, *, threshold: float | None = None, stop_words: frozenset[str] = frozenset()
    ) -> None:
        self.query = query
        self.stop_words = stop_words
        if threshold is not None:
            self.threshold = threshold

    @abstractmethod
    def cosine(self, text: TopicText) -> float:
        """How near the text is to the topic, in [0, 1]; 0 exactly for a text without a keyword."""

    def title_cosine(self, title: TopicText) -> float:
        return self.cosine(title)

    @abstractmethod
    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        """Relevance in [0, 1], and whether the page is relevant."""

    def judge(self, title: TopicText, body: TopicText, subjects: TopicText) -> Judgement:
        title_cosine, body_cosine = self.title_cosine(title), self.cosine(body)
        score = 4 * title_cosine + body_cosine if title.text.strip() else 5 * body_cosine
        hits = title.hits + body.hits
        filed = self.query.rate(subjects.hits)
        evidence = Evidence(title, body, title_cosine, body_cosine, score, hits, subjects, filed)
        relevance, relevant = self.decide(evidence)
        terms = {self.query.names[index]: hits[index] for index in sorted(hits)}
        return Judgement(title_cosine, body_cosine, score, relevance, relevant, terms)


def linear(score: float, threshold: float, highest: float) -> float:
    """0 at 0, 0.5 at the threshold, 1 at the highest possible score; linear in between."""
    if score <= threshold:
        return 0.5 * score / threshold
    return min(1.0, 0.5 + 0.5 * (score - threshold) / max(highest - threshold, score - threshold))
