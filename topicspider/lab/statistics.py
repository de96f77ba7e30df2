"""Is the difference between two strategies more than chance? Both ran on the same pairs of topic and seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RESAMPLES = 10_000
_SEED = 20_250_101
# Differences of rates below this are what floating point leaves of equal numbers.
_DECIMALS = 12


@dataclass(frozen=True, slots=True)
class Comparison:
    """``difference`` is the mean over ``pairs`` of value - baseline, [``low``, ``high``] its 95 % interval; ``p`` is
    two-sided, not corrected for several comparisons, and None where there is nothing to test.
    """

    difference: float
    low: float
    high: float
    p: float | None
    pairs: int


def compare(values: Sequence[float], baseline: Sequence[float]) -> Comparison:
    """``values[i]`` and ``baseline[i]`` are of the same pair; there is at least one."""
    differences = [round(value - base, _DECIMALS) for value, base in zip(values, baseline, strict=True)]
    low, high = bootstrap_interval(differences)
    mean = sum(differences) / len(differences)
    return Comparison(mean, low, high, wilcoxon_p(differences), len(differences))


def bootstrap_interval(
    differences: Sequence[float], *, resamples: int = RESAMPLES, seed: int = _SEED
) -> tuple[float, float]:
    """The 95 % percentile interval of the mean difference (Efron 1979), from ``resamples`` draws with replacement.

    Whole pairs are drawn, so what makes a topic easy or hard for both strategies drops out. The draws depend on
    ``seed`` alone. One difference gives an interval without width, which says nothing about its certainty.
    """
    import numpy as np

    draws = np.random.default_rng(seed).integers(len(differences), size=(resamples, len(differences)))
    low, high = np.quantile(np.asarray(differences, np.float64)[draws].mean(axis=1), [0.025, 0.975])
    return float(low), float(high)


def wilcoxon_p(differences: Sequence[float]) -> float | None:
    """Two-sided p of Wilcoxon's signed-rank test (1945), differences of 0 dropped.

    None when there are fewer than two differences or all are 0. With fewer than six p cannot fall below 0.05.
    """
    signed = [difference for difference in differences if difference]
    if len(differences) < 2 or not signed:
        return None
    from scipy.stats import wilcoxon

    return float(wilcoxon(signed).pvalue)
