"""The threshold of a topic that was learned: where held-out examples pass and other pages do not."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from topicspider.topic.cosine import STEEPNESS, CosineJudge
from topicspider.topic.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from topicspider.topic.candidates import Example

FOLDS = 5
LOWEST, HIGHEST, STEPS = 0.05, 0.45, 45
_WIDTH_OF_EXAMPLES, _WIDTH_OF_BACKGROUND = 0.4, 0.1  # in ln V: twenty examples are few, the background is not
_LEAST_RECALL, _LEAST_SHARE = 0.02, 0.005
_PULL = 0.3  # towards the default threshold


def calibrate(
    examples: Sequence[Example],
    background: Sequence[Example],
    learner: Callable[[Sequence[Example]], Mapping[str, float]],
) -> float | None:
    """Return the threshold of the default judge for what *learner* makes of *examples*; ``None``: take the default.

    Cross-validation over sites: the judge learned from four fifths judges the rest and the background. Of the
    thresholds from 0.05 to 0.45 the one with the largest recall² / share is taken, share being how much of the
    background passes. This is the criterion of Lee and Liu ("Learning with Positive and Unlabeled Examples Using
    Weighted Logistic Regression", ICML 2003): it grows with F1 though the background has relevant pages too, nobody
    knows how many. Both shares are smoothed, and a threshold far from the default has to be the better for it.
    """
    folds = _folds(examples)
    if len(folds) < 2 or not background:
        return None
    judges = [(held, Topic("held out", learner(rest))) for held, rest in folds]
    return _best([_value(topic, page) for held, topic in judges for page in held], _shared(judges, background))


def _best(examples: Sequence[float], background: Sequence[float]) -> float:
    import numpy as np

    thresholds = np.geomspace(LOWEST, HIGHEST, STEPS)
    recall = _passing(examples, thresholds, _WIDTH_OF_EXAMPLES)
    share = _passing(background, thresholds, _WIDTH_OF_BACKGROUND)
    default = CosineJudge.threshold
    quality = 2 * np.log(recall + _LEAST_RECALL) - np.log(share + _LEAST_SHARE)
    return float(thresholds[np.argmax(quality - _PULL * np.log(thresholds / default) ** 2)])


def _passing(values: Sequence[float], thresholds: npt.NDArray[np.float64], width: float) -> npt.NDArray[np.float64]:
    """The share of *values* above each threshold, a logistic curve of that width in ln V for each value."""
    import numpy as np

    steps = (np.log(np.maximum(values, 1e-6))[:, None] - np.log(thresholds)) / width
    passing: npt.NDArray[np.float64] = (1 / (1 + np.exp(-steps.clip(-50, 50)))).mean(axis=0)
    return passing


def _folds(examples: Sequence[Example]) -> list[tuple[list[Example], list[Example]]]:
    """Pages held out and the rest, each site as a whole on one side."""
    sites = sorted({example.site for example in examples})
    folds = []
    for number in range(min(FOLDS, len(sites))):
        held = set(sites[number::FOLDS])
        folds.append(
            ([page for page in examples if page.site in held], [page for page in examples if page.site not in held])
        )
    return folds


def _shared(judges: Sequence[tuple[list[Example], Topic]], pages: Sequence[Example]) -> list[float]:
    return [_value(topic, page) for page in pages for _, topic in judges]


def _value(topic: Topic, page: Example) -> float:
    """V of the default judge, from its relevance V^k / (V^k + threshold^k)."""
    relevance = min(topic.judge_text(page.title, page.text, page.subjects).relevance, 1 - 1e-12)
    return topic.threshold * math.pow(relevance / (1 - relevance), 1 / STEEPNESS)
