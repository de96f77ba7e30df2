"""The keywords of a topic as judges need them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topicspider.exceptions import ConfigError
from topicspider.topic.fold import SEPARATOR, fold_all
from topicspider.topic.keywords import names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Query:
    """Folded keywords in sorted order, so that sums over them do not depend on the order of the file.

    ``names`` has the keywords as they were given, ``weights`` their weights, negative for negative keywords. Of a group
    of synonyms these are its first name; ``synonyms`` has all of them folded, the first one too.
    """

    names: tuple[str, ...]
    keywords: tuple[str, ...]
    weights: tuple[float, ...]
    synonyms: tuple[tuple[str, ...], ...]
    largest: float
    """The largest weight."""

    @classmethod
    def of(cls, topic: str, weights: Mapping[str, float]) -> Query:
        """Keywords that fold to the same one are merged, the largest weight counts. Raises ``ConfigError``."""
        groups = {name: names_of(name) for name in sorted(weights)}
        every = [name for group in groups.values() for name in group]
        forms = {name: form.strip() for name, form in zip(every, fold_all(every).split(SEPARATOR), strict=False)}
        merged: dict[str, str] = {}
        for name, (first, *_) in groups.items():
            keyword = forms[first]
            if keyword and weights[name] > weights.get(merged.get(keyword, ""), -math.inf):
                merged[keyword] = name
        chosen = [groups[merged[keyword]] for keyword in sorted(merged)]
        query = cls(
            names=tuple(group[0] for group in chosen),
            keywords=tuple(sorted(merged)),
            weights=tuple(float(weights[merged[keyword]]) for keyword in sorted(merged)),
            synonyms=tuple(tuple(dict.fromkeys(filter(None, map(forms.get, group)))) for group in chosen),
            largest=max((float(weights[name]) for name in merged.values()), default=0.0),
        )
        if not all(map(math.isfinite, query.weights)) or not any(weight > 0 for weight in query.weights):
            raise ConfigError(
                f"the topic {topic!r} needs keywords with finite weights, one above 0; it has {len(weights)} keywords"
            )
        return query

    def rate(self, keywords: Iterable[int]) -> float:
        """The sum of the weights of these keywords over the largest weight, in [0, 1]."""
        total = math.fsum(self.weights[index] for index in keywords)
        return min(1.0, max(0.0, total / self.largest))
