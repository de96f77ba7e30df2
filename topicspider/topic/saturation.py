"""A judge that asks how much of the topic a page covers, and how often, for its length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.topic.judgement import Evidence, Judge, TopicText

if TYPE_CHECKING:
    from collections.abc import Mapping

MEAN_LENGTH = 800
"""Characters of an average main text. A running mean would make a judgement depend on the pages before it."""

_COVERED_IN_BODY, _COVERED_IN_TITLE = 5, 2
_ENOUGH_HITS = 3
_LEAST_COVER = 0.05


class SaturationJudge(Judge):
    """Term saturation as in BM25 (Robertson and Walker, SIGIR 1994), summed over the keywords.

    s_i = n_i / (n_i + 1.2 · (0.25 + 0.75 · length / 800)) in [0, 1), n_i the count of keyword i in the body;
    C = Σ w_i s_i / Σ of the five largest w, in [0, 1]; B the same for the title with s_i = 1 and the two largest w.
    Relevance = max((4B + C) / 5, 0.6 · C if there are three hits in the body); C for a page without a title.
    Relevant when relevance > ``threshold`` and C ≥ 0.05: a title alone is not enough.
    """

    threshold = 0.4

    def shares(self, text: TopicText) -> dict[int, float]:
        half = 1.2 * (0.25 + 0.75 * len(text.text) / MEAN_LENGTH)  # the count at which s_i is 0.5
        return self._cover({index: count / (count + half) for index, count in text.hits.items()}, _COVERED_IN_BODY)

    def title_shares(self, title: TopicText) -> dict[int, float]:
        return self._cover(dict.fromkeys(title.hits, 1.0), _COVERED_IN_TITLE)

    def _cover(self, saturations: Mapping[int, float], most: int) -> dict[int, float]:
        weights = self.query.weights
        full = sum(sorted((weight for weight in weights if weight > 0), reverse=True)[:most])
        return {index: weights[index] * saturations[index] / full for index in sorted(saturations)}

    def measured(self, evidence: Evidence) -> tuple[float, float]:
        return self.decide(evidence)[0], self.threshold

    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        cover = evidence.body_cosine
        repeated = 0.6 * cover if evidence.body.hits.total() >= _ENOUGH_HITS else 0.0
        relevance = max(evidence.score / 5, repeated)
        return relevance, relevance > self.threshold and cover >= _LEAST_COVER
