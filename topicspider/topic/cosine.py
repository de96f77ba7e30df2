"""The default judge: the cosine over all words of a text."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from topicspider.topic.idf import load_idf
from topicspider.topic.judgement import Evidence, Judge, TopicText

if TYPE_CHECKING:
    from topicspider.topic.query import Query


STEEPNESS = 1.5


class CosineJudge(Judge):
    """TF–IDF cosine (Salton's vector space) over all words of the text, each keyword being one word.

    A text has d_i = (1 + ln n_i) · idf_i for each word, n_i its count; a topic has q_k = w_k · idf_k for each keyword;
    cos = max(0, q·d / (|q| |d|)). The length of d covers all words, so a long page with one mention is far from the
    topic, which a vector over the keywords alone cannot tell. idf is the table that ships with jieba, its median for
    what is not in it; words of one character, signs and stop words have no part, keywords always have.

    Relevant when V = A + F > ``threshold``. F is ``filed_share`` for a page that its author has filed under a keyword
    of the largest weight, less for lesser ones, and 0 for a page that says nothing of the kind: an author's own word
    for it, which no count of words has. relevance = V^k / (V^k + threshold^k), Hill's form with k = ``steepness``, is
    0.5 at the threshold. The defaults are fitted to labelled pages of fifteen topics together: a topic of its own may
    want another threshold, from 0.05 to 0.3.
    """

    threshold = 0.15

    def __init__(
        self,
        query: Query,
        *,
        threshold: float | None = None,
        stop_words: frozenset[str] = frozenset(),
        steepness: float = STEEPNESS,
        filed_share: float = 0.5,
    ) -> None:
        super().__init__(query, threshold=threshold, stop_words=stop_words)
        self.steepness = steepness
        self.filed_share = filed_share
        idf = load_idf()
        self._word_idf = idf.without(self.stop_words)
        self._keyword_idf = [idf.get(keyword, idf.median) for keyword in query.keywords]
        self._topic = [weight * idf for weight, idf in zip(query.weights, self._keyword_idf, strict=True)]
        self._topic_length = math.hypot(*self._topic)

    def shares(self, text: TopicText) -> dict[int, float]:
        hits = sorted(text.hits.items())
        if not hits:
            return {}
        values = {index: (1 + math.log(count)) * self._keyword_idf[index] for index, count in hits}
        length = math.sqrt(sum(value * value for value in values.values()) + self._square_of_words(text))
        return {index: value * self._topic[index] / (self._topic_length * length) for index, value in values.items()}

    def _square_of_words(self, text: TopicText) -> float:
        """Σ d_i² over the words that are no keywords."""
        import numpy as np

        counts = Counter(text.words.long())
        for index in text.hits:
            for name in self.query.synonyms[index]:
                counts.pop(name, None)
        frequency = 1 + np.log(np.fromiter(counts.values(), np.float64, len(counts)))
        idf = np.fromiter(map(self._word_idf.__getitem__, counts), np.float64, len(counts))
        return float(np.square(frequency * idf).sum())

    def value(self, evidence: Evidence) -> float:
        """V, which is compared with the threshold, in [0, 5 + filed_share]."""
        return evidence.score + self.filed_share * evidence.filed

    def measured(self, evidence: Evidence) -> tuple[float, float]:
        return self.value(evidence), self.threshold

    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        value = self.value(evidence)
        power = (value / self.threshold) ** self.steepness
        return power / (1 + power), value > self.threshold
