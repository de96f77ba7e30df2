"""Keywords and their weights from example pages: what they say much oftener than other pages do.

Keyness by Dunning's log-likelihood ratio ("Accurate Methods for the Statistics of Surprise and Coincidence",
Computational Linguistics 19, 1993) against a background of other pages.
"""

from __future__ import annotations

import math
import warnings
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from topicspider.exceptions import ConfigError
from topicspider.topic.candidates import Candidate, Example, find_candidates, is_word, page_weights
from topicspider.topic.characters import is_han
from topicspider.topic.fold import fold
from topicspider.topic.idf import load_idf
from topicspider.topic.keywordfile import is_writable
from topicspider.topic.matcher import KeywordMatcher
from topicspider.topic.segmenter import import_jieba, load_segmenter

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from topicspider.topic.segmenter import Segmenter

    Vector = npt.NDArray[np.float64]

HEAVIEST = 10.0
TOP = 50
TOP_WITHOUT_BACKGROUND = 20

IN_TITLE, IN_SUBJECTS = 1.0, 2.0  # beside 1 for a page that has the word at all
DOUBT = 4.0  # pages; a single negative tells little
UNSEEN_PAGES = 0.2  # what a background that lacks a word is taken to have of it
SURE = 2.0  # standard deviations
STEEPNESS = 3.0

# A background that was not given: pages with a word, by jieba's table or by what kind of word it is.
_ASSUMED_PAGES = 1000
_TABLE_FACTOR = 10.0  # its documents are short beside pages
_ASSUMED_LATIN, _ASSUMED_OTHER, _ASSUMED_LEAST = 0.02, 0.001, 0.0005


class Learned(NamedTuple):
    """A learned keyword with its weight in (0, 10].

    *pages* of the examples have it, and the share *background* in [0, 1] of the other pages (an estimate where none
    were given); ``lift`` is how many times as often examples have it, at the least (95 %).
    """

    keyword: str
    weight: float
    pages: int
    background: float
    lift: float


def learn(
    examples: Sequence[Example],
    background: Sequence[Example] = (),
    *,
    negatives: Sequence[Example] = (),
    name: str = "",
    top: int | None = None,
    segmenter: Segmenter | None = None,
) -> list[Learned]:
    """Return the keywords that set *examples* apart, the heaviest first; *name*, the topic's, always among them.

    A page's evidence for a word is 1 if it has it outside a longer candidate, +1 if in its title, +2 if it is filed
    under it, times 1/√(pages of its site). With the rates r₁ and r₀ of evidence a page in examples and background, y₁
    and y₀ the sums:

        keyness     G = √(2 (y₁ ln(r₁/r₀) − (y₁ − n₁ r₀))) · √idf
        specificity L = ln(r₁/r₀) − 2 √(1/y₁ + 1/(y₀ + 1.2))
        weight      w = 10 · (√(G·L) / max √(G·L))³

    *top* words of the largest G with L > 0 are kept, 50 by default, 20 without a background. A word that
    *negatives* have counts as if the background had it as often, four pages without it added to them. Raises
    ``ConfigError`` when nothing can be learned.
    """
    if not examples:
        raise ConfigError("there is no example page to learn from")
    segmenter = segmenter or load_segmenter()
    candidates = find_candidates(examples, segmenter)
    if not candidates:
        raise ConfigError(f"the {len(examples)} example pages have no words in common; give more, or better ones")
    evidence = _Evidence(candidates, segmenter)
    found, pages = evidence.sums(examples)
    per_page, seen = _background(evidence, background)
    if negatives:
        per_page = per_page.clip(min=evidence.sums(negatives)[0] / (page_weights(negatives).sum() + DOUBT))
    if top is None:
        top = TOP if background else TOP_WITHOUT_BACKGROUND
    learned = _weigh(candidates, found, float(page_weights(examples).sum()), per_page, seen, pages, top)
    if not learned and not name:
        raise ConfigError(f"the {len(examples)} example pages say nothing that other pages do not say as often")
    return _with_name(learned, name)


def extract(examples: Sequence[Example], *, name: str = "", top: int | None = None) -> list[Learned]:
    """Return the keywords that jieba's own TF–IDF extraction finds in the text of *examples*, without a background.

    Weights are jieba's, scaled to 10. Raises ``ConfigError`` when there is no text.
    """
    text = "\n".join(fold(f"{page.title}\n{page.text}") for page in examples)
    found = [
        (word, weight)
        for word, weight in _extracted(text, top or TOP_WITHOUT_BACKGROUND)
        if is_word(word) and is_writable(word)
    ]
    if not found and not name:
        raise ConfigError(f"the {len(examples)} example pages have no text to learn from")
    most = max((weight for _, weight in found), default=1.0)
    learned = [Learned(word, HEAVIEST * weight / most, _pages_with(word, examples), 0.0, 1.0) for word, weight in found]
    return _with_name(learned, name)


def _extracted(text: str, top: int) -> list[tuple[str, float]]:
    import_jieba()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it leaves its table open
        found: list[tuple[str, float]] = import_module("jieba.analyse").extract_tags(text, topK=top, withWeight=True)
    return found


def _pages_with(word: str, pages: Sequence[Example]) -> int:
    return sum(word in fold(f"{page.title}\n{page.text}") for page in pages)


def _weigh(
    candidates: list[Candidate],
    found: Vector,
    examples: float,
    per_page: Vector,
    seen: Vector,
    pages: Vector,
    top: int,
) -> list[Learned]:
    import numpy as np

    idf = load_idf()
    expected = per_page * examples
    surprise = found * np.log(np.maximum(found, 1e-9) / expected) - (found - expected)
    keyness = np.sqrt(2 * surprise.clip(min=0)) * np.sqrt([idf.get(item.keyword, idf.median) for item in candidates])
    doubt = np.sqrt(1 / np.maximum(found, 1e-9) + 1 / (seen + 1 + UNSEEN_PAGES))
    specificity = np.log(np.maximum(found / examples, 1e-9) / per_page) - SURE * doubt
    telling = [at for at in np.argsort(-keyness, kind="stable") if specificity[at] > 0]
    order = [at for at in telling if is_writable(candidates[at].keyword)][:top]
    strength = np.sqrt(keyness.clip(min=0) * specificity.clip(min=0))
    most = max((strength[at] for at in order), default=1.0)
    learned = [
        Learned(
            candidates[at].keyword,
            float(HEAVIEST * (strength[at] / most) ** STEEPNESS),
            int(pages[at]),
            float(min(1.0, per_page[at])),
            float(np.exp(specificity[at])),
        )
        for at in order
    ]
    return sorted(learned, key=lambda item: (-item.weight, item.keyword))


def _with_name(learned: list[Learned], name: str) -> list[Learned]:
    keyword = fold(name).strip()
    if not keyword:
        return learned
    known = next((item for item in learned if item.keyword == keyword), Learned(keyword, HEAVIEST, 0, 0.0, 1.0))
    return [known._replace(weight=HEAVIEST), *(item for item in learned if item.keyword != keyword)]


def _background(evidence: _Evidence, pages: Sequence[Example]) -> tuple[Vector, Vector]:
    """Evidence a page, and evidence seen, of each candidate in the background or, without one, by tables."""
    import numpy as np

    if pages:
        seen = evidence.sums(pages)[0]
        return (seen + UNSEEN_PAGES) / (page_weights(pages).sum() + 1), seen
    per_page = np.array([_assumed(candidate) for candidate in evidence.candidates])
    return per_page, per_page * _ASSUMED_PAGES


def _assumed(candidate: Candidate) -> float:
    idf = load_idf().get(candidate.keyword)
    if idf is not None and not candidate.parts:
        return _ASSUMED_LEAST + _TABLE_FACTOR * math.exp(-idf)
    latin = not candidate.parts and not any(map(is_han, candidate.keyword))
    return _ASSUMED_LEAST + (_ASSUMED_LATIN if latin else _ASSUMED_OTHER)


class _Evidence:
    """What pages say of each candidate."""

    def __init__(self, candidates: list[Candidate], segmenter: Segmenter) -> None:
        self.candidates = candidates
        self._matcher = KeywordMatcher([candidate.keyword for candidate in candidates], segmenter, stems=False)
        index = {candidate.keyword: at for at, candidate in enumerate(candidates)}
        self._parts = {
            at: parts
            for at, candidate in enumerate(candidates)
            if (parts := [index[part] for part in candidate.parts if part in index])
        }

    def sums(self, pages: Sequence[Example]) -> tuple[Vector, Vector]:
        """Weighted evidence and number of pages for each candidate."""
        import numpy as np

        evidence, having = np.zeros(len(self.candidates)), np.zeros(len(self.candidates))
        for page, weight in zip(pages, page_weights(pages), strict=True):
            for at, value in self._of_page(page).items():
                evidence[at] += weight * value
                having[at] += 1
        return evidence, having

    def _of_page(self, page: Example) -> Counter[int]:
        title, body = self._outside(page.title), self._outside(page.text)
        found: Counter[int] = Counter(dict.fromkeys(title | body, 1))
        found.update(dict.fromkeys(title, int(IN_TITLE)))
        if page.subjects:
            found.update(dict.fromkeys(self._matcher.present([" , ".join(page.subjects)])[0], int(IN_SUBJECTS)))
        return found

    def _outside(self, text: str) -> set[int]:
        """The candidates that stand in the text outside a longer candidate."""
        hits = self._matcher.matches(fold(text))
        outside = Counter(hits)
        for at in hits.keys() & self._parts.keys():
            for part in self._parts[at]:
                outside[part] -= hits[at]
        return {at for at, count in outside.items() if count > 0}
