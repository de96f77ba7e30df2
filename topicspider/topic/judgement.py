"""What a judge says about a page, and what every judge does the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

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


class Term(NamedTuple):
    """A keyword that a page has: how often in title and text, and whether the page is filed under it.

    ``share`` is what it adds to the score A, negative for a negative keyword.
    """

    keyword: str
    weight: float
    in_title: int
    in_text: int
    is_filed: bool
    share: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A judgement and what it rests on.

    ``filed`` in [0, 1] is how much what the page is filed under is the topic; ``value`` is what the judge has compared
    with ``threshold``.
    """

    judgement: Judgement
    terms: tuple[Term, ...]
    filed: float
    value: float
    threshold: float


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
    def shares(self, text: TopicText) -> Mapping[int, float]:
        """What each keyword in the text adds to its cosine; negative keywords take away."""

    def title_shares(self, title: TopicText) -> Mapping[int, float]:
        """As ``shares``, of a title."""
        return self.shares(title)

    @abstractmethod
    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        """Relevance in [0, 1], and whether the page is relevant."""

    def measured(self, evidence: Evidence) -> tuple[float, float]:
        """What is compared, and with which threshold."""
        return evidence.score, self.threshold

    def judge(self, title: TopicText, body: TopicText, subjects: TopicText) -> Judgement:
        evidence = self._evidence(title, body, subjects)
        relevance, relevant = self.decide(evidence)
        terms = {self.query.names[index]: evidence.hits[index] for index in sorted(evidence.hits)}
        return Judgement(evidence.title_cosine, evidence.body_cosine, evidence.score, relevance, relevant, terms)

    def explain(self, title: TopicText, body: TopicText, subjects: TopicText) -> Explanation:
        """Say why ``judge`` judges as it does; the keywords that add most come first."""
        evidence = self._evidence(title, body, subjects)
        of_title, of_body, weigh = self.title_shares(title), self.shares(body), _weights_of(title)
        terms = [
            Term(
                self.query.names[index],
                self.query.weights[index],
                title.hits[index],
                body.hits[index],
                index in subjects.hits,
                weigh[0] * of_title.get(index, 0.0) + weigh[1] * of_body.get(index, 0.0),
            )
            for index in sorted({*evidence.hits, *subjects.hits})
        ]
        terms.sort(key=lambda term: (-abs(term.share), term.keyword))
        value, threshold = self.measured(evidence)
        return Explanation(self.judge(title, body, subjects), tuple(terms), evidence.filed, value, threshold)

    def _evidence(self, title: TopicText, body: TopicText, subjects: TopicText) -> Evidence:
        title_cosine, body_cosine = _cosine(self.title_shares(title)), _cosine(self.shares(body))
        in_title, in_body = _weights_of(title)
        score = in_title * title_cosine + in_body * body_cosine
        filed = self.query.rate(subjects.hits)
        return Evidence(title, body, title_cosine, body_cosine, score, title.hits + body.hits, subjects, filed)


def _cosine(shares: Mapping[int, float]) -> float:
    return min(1.0, max(0.0, sum(shares.values())))


def _weights_of(title: TopicText) -> tuple[int, int]:
    """How much title and body count in A = 4B + C, which is 5C for a page without a title."""
    return (4, 1) if title.text.strip() else (0, 5)


def linear(score: float, threshold: float, highest: float) -> float:
    """0 at 0, 0.5 at the threshold, 1 at the highest possible score; linear in between."""
    if score <= threshold:
        return 0.5 * score / threshold
    return min(1.0, 0.5 + 0.5 * (score - threshold) / max(highest - threshold, score - threshold))
