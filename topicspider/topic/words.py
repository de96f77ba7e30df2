"""The words of a text: where they start and end, and those that can say something."""

from __future__ import annotations

from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST = 255
_IS_LONG = bytes([0, 0]) + bytes([1]) * 254


class Words:
    """The tokens of a text, as a segmenter gives them; joined they are the text.

    What has more than 255 characters is no word in any language, and comes in pieces.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        try:
            self._lengths = bytes(map(len, tokens))
        except ValueError:  # a length that is no byte
            self.tokens = [token[at : at + _MOST] for token in tokens for at in range(0, len(token), _MOST)]
            self._lengths = bytes(map(len, self.tokens))

    @cached_property
    def edges(self) -> bytes:
        """For each offset in the text, its end included: 1 where a word starts or ends, else 0."""
        import numpy as np

        ends = np.frombuffer(self._lengths, np.uint8).cumsum(dtype=np.intp)
        mask = np.zeros(ends[-1] + 1 if len(ends) else 1, np.uint8)
        mask[ends] = mask[0] = 1
        return mask.tobytes()

    def long(self) -> Iterator[str]:
        """The words of two and more characters, in order."""
        return compress(self.tokens, self._lengths.translate(_IS_LONG))
