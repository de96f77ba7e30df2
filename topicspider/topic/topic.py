"""A topic: what it is about, and how much a page or a link's text is about it."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol

from topicspider.exceptions import ConfigError
from topicspider.topic.fold import fold
from topicspider.topic.judge import load_judge
from topicspider.topic.judgement import SUBJECTS_BETWEEN, Explanation, Judgement, TopicText
from topicspider.topic.matcher import KeywordMatcher
from topicspider.topic.query import Query
from topicspider.topic.segmenter import load_segmenter

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class PageText(Protocol):
    """What a judge reads of a page: title and main text, as they stand there; ``subjects`` too, if it has some."""

    @property
    def title(self) -> str: ...

    @property
    def text(self) -> str: ...


class Topic:
    """The topic of a crawl: keywords with weights, and the judge that measures pages against them.

    ``judge`` is a name of ``JUDGES_BASE`` or an import path, ``threshold`` the judge's own unless given, ``options``
    what else it takes. ``guide`` has the keywords and weights that links' words are rated by where they are not the
    topic's own. Raises ``ConfigError``.
    """

    def __init__(
        self,
        name: str,
        keywords: Mapping[str, float],
        *,
        judge: str = "cosine",
        threshold: float | None = None,
        segmenter: str = "rjieba",
        stop_words: Collection[str] = (),
        guide: Mapping[str, float] | None = None,
        **options: Any,
    ) -> None:
        if threshold is not None and not 0 < threshold < math.inf:
            raise ConfigError(f"the threshold of the topic {name!r} must be a number above 0, it is {threshold!r}")
        self.name = name
        self.query = Query.of(name, keywords)
        self._segmenter = load_segmenter(segmenter)
        self._matcher = KeywordMatcher(self.query.synonyms, self._segmenter)
        self._guide = Query.of(name, guide) if guide else self.query
        self._guide_matcher = KeywordMatcher(self._guide.synonyms, self._segmenter) if guide else self._matcher
        folded = frozenset(fold(word).strip() for word in stop_words)
        self._judge = load_judge(judge)(self.query, threshold=threshold, stop_words=folded, **options)

    @property
    def threshold(self) -> float:
        return self._judge.threshold

    def warm_up(self) -> None:
        """Do now, outside the reactor, what the first page would wait for: dictionaries and tables are loaded."""
        self.judge_text(self.name, "".join(self.query.names))

    def judge(self, page: PageText) -> Judgement:
        return self.judge_text(page.title, page.text, getattr(page, "subjects", ()))

    def judge_text(self, title: str, text: str, subjects: Sequence[str] = ()) -> Judgement:
        """Judge a page of which only this is known; *subjects* is what its author has filed it under."""
        return self._judge.judge(*self._texts(title, text, subjects))

    def explain(self, title: str, text: str, subjects: Sequence[str] = ()) -> Explanation:
        """Say why ``judge_text`` judges as it does."""
        return self._judge.explain(*self._texts(title, text, subjects))

    def count(self, text: str) -> Counter[str]:
        """How often each keyword occurs in the text; keywords as they were given, those that do not occur left out."""
        hits = self._matcher.matches(fold(text))
        return Counter({self.query.names[index]: hits[index] for index in sorted(hits)})

    def rate(self, texts: Sequence[str]) -> list[float]:
        """How much each of many short texts, as the anchors of a page, is about the topic, in [0, 1].

        The sum of the weights of the keywords in it, each counted once, over the largest weight: one keyword of the
        largest weight is enough for 1. The keywords are the guide's.
        """
        return [self._guide.rate(found) for found in self._guide_matcher.present(texts)]

    def _texts(self, title: str, text: str, subjects: Sequence[str]) -> tuple[TopicText, TopicText, TopicText]:
        return self._read(title), self._read(text), self._read(SUBJECTS_BETWEEN.join(subjects))

    def _read(self, text: str) -> TopicText:
        return TopicText(fold(text), self._matcher, self._segmenter)
