"""Measures of one simulated crawl: pure functions of what was fetched, in fetch order.

``flags`` say of each fetched page whether it is relevant. A crawl whose web ran out before its budget B counts on with
nothing found: found(n) = relevant pages among the first n, for n = 1 … B.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from topicspider.report.measures import harvest_curve as rates_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from topicspider.lab.results import Run, Step

MARKS = (100, 300, 500, 1000)


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one run. ``harvest`` has H(n) for the marks n up to the budget."""

    run: Run
    harvest: Mapping[int, float]
    auhc: float
    nauc: float
    recall: float
    relevant_hosts: int
    average_relevance: float


def measure(run: Run) -> Measured:
    flags = run.flags
    return Measured(
        run=run,
        harvest={n: harvest(flags, n) for n in MARKS if n <= run.budget},
        auhc=auhc(flags, run.budget),
        nauc=nauc(flags, run.budget, run.total_relevant),
        recall=recall(flags, run.total_relevant),
        relevant_hosts=relevant_hosts(run.steps),
        average_relevance=average_relevance([step.relevance for step in run.steps]),
    )


def found_curve(flags: Sequence[bool], budget: int) -> list[int]:
    """found(n) for n = 1 … ``budget``."""
    return list(accumulate(_padded(flags, budget)))


def harvest_curve(flags: Sequence[bool], budget: int) -> list[float]:
    """H(n) = found(n) / n for n = 1 … ``budget``, each in [0, 1]."""
    return rates_of(_padded(flags, budget))


def harvest(flags: Sequence[bool], n: int) -> float:
    """H(n) = found(n) / n, in [0, 1]; n is at least 1."""
    return sum(flags[:n]) / n


def auhc(flags: Sequence[bool], budget: int) -> float:
    """Area under the harvest curve, (1/B) Σ_{n≤B} H(n), in [0, 1]. What is found early counts most."""
    return sum(harvest_curve(flags, budget)) / budget


def nauc(flags: Sequence[bool], budget: int, total_relevant: int) -> float:
    """Σ_{n≤B} found(n) / Σ_{n≤B} min(n, R) with R = ``total_relevant``, in [0, 1]; 0 when R is 0.

    1 means that no irrelevant page was fetched while relevant ones were left, whether or not links led to them.
    """
    best = sum(min(n, total_relevant) for n in range(1, budget + 1))
    return sum(found_curve(flags, budget)) / best if best else 0.0


def average_relevance(relevances: Collection[float]) -> float:
    """Σ r_i / n over the n pages that were fetched; 0 without pages."""
    return sum(relevances) / len(relevances) if relevances else 0.0


def recall(flags: Sequence[bool], total_relevant: int) -> float:
    """Relevant pages that were fetched / relevant pages there are, in [0, 1]; 0 when there are none."""
    return sum(flags) / total_relevant if total_relevant else 0.0


def relevant_hosts(steps: Iterable[Step]) -> int:
    """The number of hosts of which at least one relevant page was fetched."""
    return len({step.host for step in steps if step.relevant})


def ratio_to_oracle(area: float, oracle_area: float) -> float | None:
    """AUHC / AUHC of the oracle from the same seeds; None when the oracle found nothing either."""
    return area / oracle_area if oracle_area else None


def _padded(flags: Sequence[bool], budget: int) -> list[bool]:
    return [*flags[:budget], *[False] * (budget - len(flags))]
