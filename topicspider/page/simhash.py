"""A text as 64 bits, of which near-duplicates share nearly all.

Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; Manku, Jain, Das Sarma, "Detecting
near-duplicates for web crawling", WWW 2007. The same in every process and on every machine.
"""

from __future__ import annotations

from functools import cache, lru_cache
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
_BEYOND, _RARE_HAN = 0x10000, 0x20000
_MANY = 4096
_SAMPLED = np.uint64(16)
_BASE = np.uint64(0x9E3779B97F4A7C15)
_SIGNS = 2.0 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little") - 1


def fingerprint(text: str) -> int | None:
    """Return the SimHash of *text*, or ``None`` if the text is too short to tell anything."""
    hashes = run_hashes(text, _LENGTH)
    return _simhash(hashes) if has_distinct(hashes, MIN_FEATURES) else None


def simhash(text: str) -> int:
    """Return the SimHash of *text*, in [0, 2**64): 0 for a text of fewer than three letters."""
    return _simhash(run_hashes(text, _LENGTH))


def hamming(a: int, b: int) -> int:
    """Return in how many bits *a* and *b* differ."""
    return (a ^ b).bit_count()


def normalised(text: str) -> str:
    return letters_of(text).astype("<u4").tobytes().decode("utf-32-le")


def letters_of(text: str) -> NDArray[np.uint32]:
    """Return the code points of the letters and digits of *text*, without differences of width, case and accents."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    letters = _letters()[np.minimum(codes, _BEYOND)]
    letters = np.where(codes < _RARE_HAN, letters, codes)
    return letters[letters > 0]


@cache
def _letters() -> NDArray[np.uint32]:
    """Return for each code point of the basic plane the letter that is compared, 0 for what is none."""
    return np.array([*map(_letter, range(_BEYOND)), 0], dtype=np.uint32)


def _letter(code: int) -> int:
    folded = "".join(filter(str.isalnum, normalize("NFKD", chr(code)).casefold()))
    if len(folded) == 1:
        return ord(folded)
    return code if folded and chr(code).isalnum() else 0  # a syllable of Korean, a ligature: itself


def run_hashes(text: str, length: int) -> NDArray[np.uint64]:
    """Return the hash of each run of *length* letters of *text*, normalised, in order."""
    chars = _chars(text)
    runs = max(0, len(chars) - length + 1)
    hashes = np.zeros(runs, dtype=np.uint64)
    for offset in range(length):
        hashes = hashes * _BASE + chars[offset : offset + runs]
    return _mixed(hashes)


def has_distinct(hashes: NDArray[np.uint64], least: int) -> bool:
    """Say whether there are *least* different ones among *hashes*; of many a sixteenth is counted."""
    if len(np.unique(hashes[: 4 * least])) >= least:
        return True  # most texts say it at their beginning
    if len(hashes) > _MANY:
        return len(np.unique(hashes[hashes % _SAMPLED == 0])) * int(_SAMPLED) >= least
    return len(hashes) >= least and len(np.unique(hashes)) >= least


@lru_cache(maxsize=1)
def _chars(text: str) -> NDArray[np.uint64]:
    """Return the letters of *text* as numbers; kept for the next one who asks about the same text."""
    return letters_of(text).astype(np.uint64)


def _mixed(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return *hashes* with every bit depending on every bit: the end of SplitMix64 (Steele, Lea, Flood 2014)."""
    hashes = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ (hashes >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return hashes ^ (hashes >> np.uint64(31))


def _simhash(hashes: NDArray[np.uint64]) -> int:
    """Let each of *hashes* vote on all 64 bits."""
    octets = hashes.astype("<u8").view(np.uint8).reshape(-1, 8)
    sums = np.stack([np.bincount(octet, minlength=256) for octet in octets.T])
    return int.from_bytes(np.packbits(sums @ _SIGNS > 0, bitorder="little").tobytes(), "little")
