"""A linear classifier of pages by hashed words and character pairs, and the file it is kept in.

Joachims, "Text Categorization with Support Vector Machines", ECML 1998, shows that linear models over all words suit
text; here it is logistic regression, whose value is a probability's logit.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from topicspider.exceptions import ConfigError
from topicspider.topic.candidates import page_weights
from topicspider.topic.characters import is_han
from topicspider.topic.fold import fold
from topicspider.topic.judgement import SUBJECTS_BETWEEN, TopicText
from topicspider.topic.matcher import KeywordMatcher
from topicspider.topic.segmenter import load_segmenter

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from topicspider.topic.candidates import Example
    from topicspider.topic.segmenter import Segmenter

Features = tuple[list[str], list[str], list[str]]

FORMAT = "topicspider judge"
VERSION = 1
HASHES = 2**18
LEAST_EXAMPLES = 5
_LONGEST = 20_000  # characters of a page that are looked at
_PENALTY = 10.0  # scikit-learn's C


class Block(NamedTuple):
    """One kind of feature: how it weighs, and what was learned of each of its ``HASHES`` features."""

    share: float
    idf: npt.NDArray[np.float32]
    coefficients: npt.NDArray[np.float32]


SHARES = {"words": 1.0, "pairs": 0.5, "subjects": 1.0}
"""Words of title and text; pairs of Han characters of the text; what the page is filed under, whole and by words."""


@dataclass(frozen=True, slots=True)
class Classifier:
    """``logit(page)`` of the probability that a page is about the topic, examples and others being equally many."""

    blocks: tuple[Block, ...]
    intercept: float
    examples: int
    topic: str = ""

    def logit(self, page: Features) -> float:
        total = self.intercept
        for block, features in zip(self.blocks, page, strict=True):
            row = _vectors([features], block.idf, block.share)
            total += float(block.coefficients[row.indices] @ row.data)
        return total

    def save(self, path: Path) -> None:
        """Write an .npz file of plain arrays (no pickle)."""
        import numpy as np

        arrays: dict[str, Any] = {
            "format": np.array([FORMAT, str(VERSION), self.topic]),
            "numbers": np.array([self.intercept, self.examples]),
        }
        for name, block in zip(SHARES, self.blocks, strict=True):
            (used,) = np.nonzero(block.coefficients)
            arrays |= {f"{name}_at": used.astype(np.uint32), f"{name}_coefficients": block.coefficients[used]}
            arrays |= {f"{name}_idf": block.idf[used], f"{name}_share": np.array(block.share)}
            arrays |= {f"{name}_new": block.idf.max()}
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)


def load_classifier(path: str | Path) -> Classifier:
    """Read what ``save`` wrote; raises ``ConfigError``."""
    import numpy as np

    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            kind, version, topic = arrays["format"].tolist()
            if kind != FORMAT or version != str(VERSION):
                raise ConfigError(f"{path}: {kind} of version {version}, this program reads {FORMAT} {VERSION}")
            intercept, examples = arrays["numbers"].tolist()
            return Classifier(tuple(_block(arrays, name) for name in SHARES), intercept, int(examples), topic)
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file; scrapy topic learn --judge FILE makes one") from None
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as problem:
        raise ConfigError(f"{path}: this is no trained judge; scrapy topic learn --judge FILE makes one") from problem


def _block(arrays: Any, name: str) -> Block:
    import numpy as np

    coefficients = np.zeros(HASHES, np.float32)
    idf = np.full(HASHES, arrays[f"{name}_new"], np.float32)
    coefficients[arrays[f"{name}_at"]] = arrays[f"{name}_coefficients"]
    idf[arrays[f"{name}_at"]] = arrays[f"{name}_idf"]
    return Block(float(arrays[f"{name}_share"]), idf, coefficients)


def train(examples: Sequence[Example], background: Sequence[Example], *, topic: str = "") -> Classifier:
    """Logistic regression of *examples* against *background*, both with the same total weight.

    A page weighs 1/√(pages of its site). Of each block of features a page has the vector (1 + ln n) · idf of length
    1, idf = ln((N + 1) / (N_feature + 1)) over the N pages of the background. Raises ``ConfigError``.
    """
    import numpy as np
    from scipy import sparse
    from sklearn.linear_model import LogisticRegression

    if len(examples) < LEAST_EXAMPLES or len(background) < LEAST_EXAMPLES:
        raise ConfigError(
            f"a judge is trained from {LEAST_EXAMPLES} example pages and {LEAST_EXAMPLES} others at the least;"
            f" there are {len(examples)} and {len(background)}"
        )
    segmenter = load_segmenter()
    unused = KeywordMatcher([], segmenter)
    features = list(zip(*(_features(page, unused, segmenter) for page in (*examples, *background)), strict=True))
    idfs = [_idf(list(block[len(examples) :])) for block in features]
    vectors = [
        _vectors(list(block), idf, share) for block, idf, share in zip(features, idfs, SHARES.values(), strict=True)
    ]
    labels = np.repeat([1, 0], [len(examples), len(background)])
    weights = np.concatenate([_balanced(examples, len(examples)), _balanced(background, len(examples))])
    model = LogisticRegression(C=_PENALTY, max_iter=1000).fit(sparse.hstack(vectors).tocsr(), labels, weights)
    coefficients = np.split(model.coef_[0].astype(np.float32), len(SHARES))
    blocks = tuple(Block(*parts) for parts in zip(SHARES.values(), idfs, coefficients, strict=True))
    return Classifier(blocks, float(model.intercept_[0]), len(examples), topic)


def _balanced(pages: Sequence[Example], total: float) -> npt.NDArray[np.float64]:
    weights = page_weights(pages)
    balanced: npt.NDArray[np.float64] = weights * (total / weights.sum())
    return balanced


def features_of(title: TopicText, body: TopicText, subjects: TopicText) -> Features:
    """What a page shows, a list for each block."""
    in_title = list(title.words.long())
    words = [*body.words.long(), *in_title, *(f"title {word}" for word in in_title)]
    pairs = [left + right for left, right in pairwise(body.text[:_LONGEST]) if is_han(left) and is_han(right)]
    whole = [f"filed {subject}" for subject in subjects.text.split(SUBJECTS_BETWEEN) if subject]
    return words, pairs, [*whole, *subjects.words.long()]


def _features(page: Example, matcher: KeywordMatcher, segmenter: Segmenter) -> Features:
    texts = (page.title, page.text, SUBJECTS_BETWEEN.join(page.subjects))
    return features_of(*(TopicText(fold(text), matcher, segmenter) for text in texts))


def _idf(pages: list[list[str]]) -> npt.NDArray[np.float32]:
    import numpy as np

    having = np.bincount(_counted(pages).indices, minlength=HASHES)
    return np.log((len(pages) + 1) / (having + 1)).astype(np.float32)


def _vectors(pages: list[list[str]], idf: npt.NDArray[np.float32], share: float) -> Any:
    """A sparse row of length *share* for each page."""
    import numpy as np
    from sklearn.preprocessing import normalize

    rows = _counted(pages)
    rows.data = (1 + np.log(rows.data)) * idf[rows.indices]
    return normalize(rows, copy=False) * share


def _counted(pages: list[list[str]]) -> Any:
    """How often each hashed feature occurs, a sparse row for each page."""
    return _hasher().transform(pages)


@cache
def _hasher() -> Any:
    from sklearn.feature_extraction import FeatureHasher

    return FeatureHasher(HASHES, input_type="string", alternate_sign=False)
