"""The judge that was trained from example pages."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from topicspider.exceptions import ConfigError
from topicspider.topic.classifier import features_of, load_classifier
from topicspider.topic.cosine import CosineJudge

if TYPE_CHECKING:
    from topicspider.topic.judgement import Evidence
    from topicspider.topic.query import Query

LEAST_SHARE_OF_KEYWORDS = 0.5
EXAMPLES_THAT_HALVE_IT = 15
_LEAST_RATIO = 1 / 15  # of V to the threshold: a page without a keyword is no more than so much against


class LearnedJudge(CosineJudge):
    """A trained classifier and the default judge together.

    logit = classifier + (0.5 + 15 / examples) · k · ln(V / threshold): with few examples the keywords have the greater
    say, with many the classifier. relevance = 1 / (1 + e^-logit), relevant above 0.5. *model* is the file that
    ``scrapy topic learn --judge`` wrote.
    """

    def __init__(
        self,
        query: Query,
        *,
        model: str = "",
        threshold: float | None = None,
        stop_words: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(query, threshold=threshold, stop_words=stop_words)
        if not model:
            raise ConfigError("the judge learned needs a model; add -a model=FILE (scrapy topic learn --judge FILE)")
        self._classifier = load_classifier(model)
        self._keywords_share = LEAST_SHARE_OF_KEYWORDS + EXAMPLES_THAT_HALVE_IT / self._classifier.examples

    def measured(self, evidence: Evidence) -> tuple[float, float]:
        return self.decide(evidence)[0], 0.5

    def decide(self, evidence: Evidence) -> tuple[float, bool]:
        ratio = max(self.value(evidence) / self.threshold, _LEAST_RATIO)
        logit = self._classifier.logit(features_of(evidence.title, evidence.body, evidence.subjects))
        logit += self._keywords_share * self.steepness * math.log(ratio)
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, logit)))), logit > 0
