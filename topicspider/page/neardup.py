"""Whether two texts are the same article, edited or posted again elsewhere.

A text is the set of its runs of five characters; two texts are alike as far as their sets are (Jaccard). A sketch
estimates that from 32 bytes by one-permutation hashing (Li, Owen, Zhang, NIPS 2012), with empty bins filled from the
next bin (Shrivastava, Li, ICML 2014) and the lowest 8 bits kept of each hash (Li, König, WWW 2010).

Candidates share a band, four bytes of the sketch at the same place. Texts of likeness J share at least one of the
eight with probability 1 - (1 - J**4)**8: .95 for J = .75, .0008 for J = .1.

Lists of one site, as of its tags, are alike by their frame: ask about pages with a text of their own only.
"""

from __future__ import annotations

from operator import eq
from struct import Struct
from typing import TypeAlias

import numpy as np

from topicspider.page.simhash import has_distinct, run_hashes

Sketch: TypeAlias = bytes
"""``SIZE`` bytes, each of one of the text's features."""

SIZE = 32
MIN_EQUAL = 16
"""So many equal bytes, half of them, make two texts near-duplicates."""
MIN_FEATURES = 256
"""Shorter texts are alike by what their site says on each page: only equal ones are duplicates."""
_LENGTH = 5  # with three all English texts are somewhat alike, with eight a few changed characters make another text
_BANDS = Struct("<8I")
_BIN_SHIFT = np.uint64(59)
_NONE = np.uint64(2**64 - 1)


def sketch(text: str) -> Sketch | None:
    """Return what to remember of *text*, or ``None`` if the text is too short to tell anything."""
    hashes = run_hashes(text, _LENGTH)
    if not has_distinct(hashes, MIN_FEATURES):
        return None
    firsts = np.full(SIZE, _NONE)
    np.minimum.at(firsts, (hashes >> _BIN_SHIFT).astype(np.intp), hashes)
    while (empty := firsts == _NONE).any():
        firsts[empty] = np.roll(firsts, -1)[empty]  # from the next bin
    return firsts.astype(np.uint8).tobytes()


def bands(sketch: Sketch) -> tuple[int, ...]:
    """Return the eight keys, in [0, 2**35), of which near-duplicates have one or more in common."""
    return tuple(number << 32 | value for number, value in enumerate(_BANDS.unpack(sketch)))


def is_near(a: Sketch, b: Sketch) -> bool:
    """Say whether the texts of two sketches are near-duplicates."""
    equal: int = sum(map(eq, a, b))
    return equal >= MIN_EQUAL
