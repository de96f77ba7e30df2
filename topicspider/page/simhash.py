"""A text as 64 bits, of which near-duplicates share nearly all.

Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; Manku, Jain, Das Sarma, "Detecting
near-duplicates for web crawling", WWW 2007. The same in every process and on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import normalize

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_DISTANCE = 3
"""Texts whose fingerprints differ in so many bits at most are near-duplicates (Manku 2007)."""
MIN_FEATURES = 64
"""Texts with fewer distinct features ("404", "please log in") are alike by chance: only equal ones are duplicates."""
_LENGTH = 3
_BASE = np.uint64(0x9E3779B97F4A7C15)
_SIGNS = 2.0 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little") - 1


class _Letters(dict[int, str]):
    """What is compared of each character, looked up once: most texts have few different ones."""

    def __missing__(self, code: int) -> str:
        letters = "".join(filter(str.isalnum, normalize("NFKD", chr(code)).casefold()))
        self[code] = letters
        return letters


_LETTERS = _Letters()


def fingerprint(text: str) -> int | None:
    """Return the SimHash of *text*, or ``None`` if the text is too short to tell anything."""
    hashes, counts = features(text, _LENGTH)
    return _simhash(hashes, counts) if len(hashes) >= MIN_FEATURES else None


def simhash(text: str) -> int:
    """Return the SimHash of *text*, in [0, 2**64): 0 for a text of fewer than three letters."""
    return _simhash(*features(text, _LENGTH))


def hamming(a: int, b: int) -> int:
    """Return in how many bits *a* and *b* differ."""
    return (a ^ b).bit_count()


def normalised(text: str) -> str:
    """Return the letters and digits of *text*, without differences of width, case and accents."""
    return text.translate(_LETTERS)


def features(text: str, length: int) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return the hashes of the runs of *length* letters of *text*, normalised: sorted, each once, and their counts."""
    chars = _chars(text)
    runs = max(0, len(chars) - length + 1)
    hashes = np.zeros(runs, dtype=np.uint64)
    for offset in range(length):
        hashes = hashes * _BASE + chars[offset : offset + runs]
    return np.unique(_mixed(hashes), return_counts=True)


@lru_cache(maxsize=1)
def _chars(text: str) -> NDArray[np.uint64]:
    """Return the letters of *text* as numbers; kept for the next one who asks about the same text."""
    return np.frombuffer(normalised(text).encode("utf-32-le"), dtype="<u4").astype(np.uint64)


def _mixed(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return *hashes* with every bit depending on every bit: the end of SplitMix64 (Steele, Lea, Flood 2014)."""
    hashes = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ (hashes >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return hashes ^ (hashes >> np.uint64(31))


def _simhash(hashes: NDArray[np.uint64], counts: NDArray[np.intp]) -> int:
    """Let each of *hashes* vote on all 64 bits with its count as weight."""
    octets = hashes.astype("<u8").view(np.uint8).reshape(-1, 8)
    sums = np.stack([np.bincount(octet, counts, minlength=256) for octet in octets.T])
    return int.from_bytes(np.packbits(sums @ _SIGNS > 0, bitorder="little").tobytes(), "little")
