"""What the lab's crawls gave: the runs, the measures of each, and the mean and comparison of each strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topicspider.exceptions import ConfigError
from topicspider.lab.measures import MARKS, Measured, measure, ratio_to_oracle
from topicspider.lab.statistics import Comparison, compare

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ORACLE = "oracle"

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """A fetched page: ``relevant`` by the truth, ``relevance`` in [0, 1] by the judge."""

    url: str
    host: str
    relevant: bool
    relevance: float


@dataclass(frozen=True, slots=True)
class Run:
    """One simulated crawl. ``steps`` are in fetch order, fewer than ``budget`` when the web ran out before.

    ``seeds`` names the set of seeds, ``total_relevant`` counts the relevant pages of the recording, ``cpu_ms_per_page``
    is in milliseconds.
    """

    topic: str
    seeds: str
    strategy: str
    steps: Sequence[Step]
    total_relevant: int
    budget: int
    cpu_ms_per_page: float

    def __post_init__(self) -> None:
        if self.budget < 1 or len(self.steps) > self.budget:
            raise ValueError(f"{len(self.steps)} steps for a budget of {self.budget}")

    @property
    def pair(self) -> Pair:
        """What runs must share to be compared: topic and seeds."""
        return self.topic, self.seeds

    @property
    def flags(self) -> list[bool]:
        return [step.relevant for step in self.steps]


@dataclass(frozen=True, slots=True)
class StrategySummary:
    """Means over the ``pairs`` that the strategy ran on.

    ``ratio_to_oracle`` is None without a run of the oracle, ``comparison`` of AUHC when no pair is the baseline's too.
    """

    strategy: str
    pairs: int
    harvest: Mapping[int, float]
    auhc: float
    nauc: float
    recall: float
    relevant_hosts: float
    average_relevance: float
    cpu_ms_per_page: float
    ratio_to_oracle: float | None
    comparison: Comparison | None


def measure_all(runs: Iterable[Run], baseline: str) -> list[Measured]:
    """The measures of runs that can be compared.

    ConfigError when no run is the baseline's; ValueError when a strategy has two runs on one pair of topic and seeds,
    or the runs on a pair differ in their budget or their number of relevant pages.
    """
    measured = [measure(run) for run in runs]
    strategies = sorted({one.run.strategy for one in measured})
    if baseline not in strategies:
        raise ConfigError(f"baseline {baseline!r} was not run; choose one of: {', '.join(strategies) or '(no runs)'}")
    seen: set[tuple[Pair, str]] = set()
    terms: dict[Pair, tuple[int, int]] = {}
    for run in (one.run for one in measured):
        if (run.pair, run.strategy) in seen:
            raise ValueError(f"{run.strategy!r} has two runs on {run.pair}")
        seen.add((run.pair, run.strategy))
        if terms.setdefault(run.pair, (run.budget, run.total_relevant)) != (run.budget, run.total_relevant):
            raise ValueError(f"the runs on {run.pair} differ in budget or total_relevant")
    return measured


def summarise(measured: Iterable[Measured], baseline: str) -> list[StrategySummary]:
    """One summary a strategy, the highest mean AUHC first, equals by name."""
    groups: dict[str, dict[Pair, Measured]] = {}
    for one in measured:
        groups.setdefault(one.run.strategy, {})[one.run.pair] = one
    summaries = [_summary(name, groups, baseline) for name in groups]
    return sorted(summaries, key=lambda summary: (-summary.auhc, summary.strategy))


def _summary(strategy: str, groups: Mapping[str, Mapping[Pair, Measured]], baseline: str) -> StrategySummary:
    own, base, oracle = groups[strategy], groups.get(baseline, {}), groups.get(ORACLE, {})
    ratios = [ratio_to_oracle(own[pair].auhc, oracle[pair].auhc) for pair in own if pair in oracle]
    known = [ratio for ratio in ratios if ratio is not None]
    both = [pair for pair in own if pair in base]
    ones = list(own.values())
    return StrategySummary(
        strategy=strategy,
        pairs=len(ones),
        harvest=_mean_harvest(ones),
        auhc=_mean(one.auhc for one in ones),
        nauc=_mean(one.nauc for one in ones),
        recall=_mean(one.recall for one in ones),
        relevant_hosts=_mean(one.relevant_hosts for one in ones),
        average_relevance=_mean(one.average_relevance for one in ones),
        cpu_ms_per_page=_mean(one.run.cpu_ms_per_page for one in ones),
        ratio_to_oracle=_mean(known) if known else None,
        comparison=compare([own[pair].auhc for pair in both], [base[pair].auhc for pair in both]) if both else None,
    )


def _mean_harvest(ones: Sequence[Measured]) -> dict[int, float]:
    """Mean H(n) over the runs whose budget reaches n."""
    return {
        n: _mean(one.harvest[n] for one in ones if n in one.harvest)
        for n in MARKS
        if any(n in one.harvest for one in ones)
    }


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)


def to_json(runs: Iterable[Run], baseline: str) -> dict[str, Any]:
    """results.json: ``results`` in the order of the runs, ``summary`` by strategy, the best first.

    Rates have six decimals, p four significant digits. Errors are those of ``measure_all``.
    """
    measured = measure_all(runs, baseline)
    return {
        "results": [_result_json(one) for one in measured],
        "summary": {summary.strategy: _summary_json(summary) for summary in summarise(measured, baseline)},
        "baseline": baseline,
    }


def _result_json(one: Measured) -> dict[str, Any]:
    return {
        "topic": one.run.topic,
        "seeds": one.run.seeds,
        "strategy": one.run.strategy,
        "pages": len(one.run.steps),
        "harvest": {str(n): round(rate, 6) for n, rate in one.harvest.items()},
        "auhc": round(one.auhc, 6),
        "nauc": round(one.nauc, 6),
        "recall": round(one.recall, 6),
        "relevant_hosts": one.relevant_hosts,
        "average_relevance": round(one.average_relevance, 6),
        "cpu_ms_per_page": round(one.run.cpu_ms_per_page, 3),
    }


def _summary_json(summary: StrategySummary) -> dict[str, Any]:
    against, ratio = summary.comparison, summary.ratio_to_oracle
    return {
        "auhc": round(summary.auhc, 6),
        "nauc": round(summary.nauc, 6),
        "ratio_to_oracle": None if ratio is None else round(ratio, 6),
        "difference": round(against.difference, 6) if against else None,
        "ci95": [round(against.low, 6), round(against.high, 6)] if against else None,
        "p": float(f"{against.p:.4g}") if against and against.p is not None else None,
    }


def order_lines(runs: Iterable[Run]) -> Iterator[str]:
    """Yield ``topic, seeds, strategy, n, relevant, url`` with tabs between them, a line for each fetched page."""
    yield "#topic\tseeds\tstrategy\tn\trelevant\turl"
    for run in runs:
        for number, step in enumerate(run.steps, 1):
            yield f"{run.topic}\t{run.seeds}\t{run.strategy}\t{number}\t{step.relevant:d}\t{step.url}"
