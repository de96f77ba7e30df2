"""Words of Chinese text: jieba's dictionary, by rjieba (Rust) or by jieba itself.

Both run without the hidden Markov model that guesses words the dictionary lacks: without it they agree token for token,
and the same text gives the same words on every machine.
"""

from __future__ import annotations

import logging
import threading
import warnings
from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from topicspider.exceptions import ConfigError
from topicspider.topic.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

logger = logging.getLogger(__name__)

_LOADING = threading.Lock()  # of dictionaries: a thread that comes second waits and gets the same


class Segmenter(ABC):
    """Cuts text into words; what stands between words comes out as tokens too."""

    @abstractmethod
    def cut(self, text: str) -> list[str]:
        """The tokens of the text; joined they are the text."""

    def words(self, text: str) -> Words:
        return Words(self.cut(text))


class RjiebaSegmenter(Segmenter):
    """jieba in Rust: some thirty times as fast."""

    def __init__(self) -> None:
        self._cut = import_module("rjieba").cut

    def cut(self, text: str) -> list[str]:
        tokens: list[str] = self._cut(text, hmm=False)
        return tokens


class JiebaSegmenter(Segmenter):
    """jieba in Python: the reference.

    Its dictionary is read anew each time. jieba would keep a copy as a marshal file in the shared temporary directory,
    where anybody can put another one.
    """

    def __init__(self) -> None:
        self._tokenizer = import_jieba().Tokenizer()
        self._tokenizer.FREQ, self._tokenizer.total = self._tokenizer.gen_pfdict(self._tokenizer.get_dict_file())
        self._tokenizer.initialized = True

    def cut(self, text: str) -> list[str]:
        tokens: list[str] = self._tokenizer.lcut(text, HMM=False)
        return tokens


_SEGMENTERS: dict[str, Callable[[], Segmenter]] = {"rjieba": RjiebaSegmenter, "jieba": JiebaSegmenter}


def load_segmenter(name: str = "rjieba") -> Segmenter:
    """The segmenter of that name, one for the whole process."""
    if name not in _SEGMENTERS:
        raise ConfigError(f"there is no segmenter {name!r}; choose one of {', '.join(_SEGMENTERS)}")
    with _LOADING:
        return _load(name)


@cache
def _load(name: str) -> Segmenter:
    try:
        return _SEGMENTERS[name]()
    except ImportError as problem:
        if name != "rjieba":
            raise
        logger.warning("rjieba cannot be imported (%s): jieba takes its place, the same words but more slowly", problem)
        return _load("jieba")


def import_jieba() -> ModuleType:
    """jieba without its warnings about new Pythons and without its own log on the console."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = import_module("jieba")
    log = logging.getLogger("jieba")
    log.handlers.clear()
    log.setLevel(logging.WARNING)
    return module
