"""Judges over the keywords alone: the two literal cosine rules, and plain presence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from topicspider.topic.judgement import ROUNDING, Evidence, Judge, TopicText, linear

if TYPE_CHECKING:
    from topicspider.topic.query import Query


class KeywordCosineJudge(Judge):
    """Cosine over the keywords: relevant when A = 4B + C > 2.

    A text has d_i = x_i · |w_i| with x_i = n_i / max_j n_j, n_i the count of keyword i; the topic has q_i = w_i;
    cos = max(0, q·d / (|q| |d|)), 0 when no keyword occurs. The rule is literal: without a keyword in the title a page
    is never relevant, and with equal weights k of n keywords give √(k/n), so from 16 keywords on one in the title is
    not enough whatever the body says.

    Relevance is 0.5 at the threshold, 1 at A = 5, linear on both sides.
    """

    threshold = 2.0

    def shares(self, text: TopicText) -> dict[int, float]:
        hits = sorted(text.hits.items())
        if not hits:
            return {}
        most = max(count for _, count in hits)
        weights = self.query.weights
        values = {index: count / most * abs(weights[index]) for index, count in hits}
        lengths = math.hypot(*weights) * math.hypot(*values.values())
        return {index: weights[index] * value / lengths for index, value in values.items()}

    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        return linear(evidence.score, self.threshold, 5.0), evidence.score > self.threshold + ROUNDING


class BodyCosineJudge(KeywordCosineJudge):
    """The cosine of ``KeywordCosineJudge`` for the body alone: relevant when C > 0.9.

    Relevance is 0.5 at the threshold, 1 at C = 1, linear on both sides.
    """

    threshold = 0.9

    def measured(self, evidence: Evidence) -> tuple[float, float]:
        return evidence.body_cosine, self.threshold

    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        cosine = evidence.body_cosine
        return linear(cosine, self.threshold, 1.0), cosine > self.threshold + ROUNDING


class BooleanJudge(KeywordCosineJudge):
    """Relevant when a keyword occurs in title or body and no negative keyword does; relevance is 1 or 0.

    With ``require="all"`` every positive keyword has to occur. The threshold has no part.
    """

    threshold = 0.5

    def __init__(
        self,
        query: Query,
        *,
        threshold: float | None = None,
        stop_words: frozenset[str] = frozenset(),
        require: str = "any",
    ) -> None:
        super().__init__(query, threshold=threshold, stop_words=stop_words)
        self.require = {"any": any, "all": all}[require]

    def measured(self, evidence: Evidence) -> tuple[float, float]:
        return self.decide(evidence)[0], self.threshold

    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        positive = self.require(index in evidence.hits for index, weight in enumerate(self.query.weights) if weight > 0)
        negative = any(self.query.weights[index] < 0 for index in evidence.hits)
        relevant = positive and not negative
        return float(relevant), relevant
