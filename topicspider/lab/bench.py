"""One process of the lab: the recording, open, and what reads its pages for each topic."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from topicspider.exceptions import ConfigError
from topicspider.lab.graph import PageFacts, facts_of, final_address
from topicspider.lab.oracle import oracle_order
from topicspider.lab.readings import ReadingCache
from topicspider.lab.results import ORACLE, Run, Step
from topicspider.lab.simulate import Clock, Simulation, headers_of
from topicspider.lab.web import RecordedWeb
from topicspider.page import is_html
from topicspider.page.urls import host_of, url_identity
from topicspider.plugins import load_plugin
from topicspider.reading import Reader
from topicspider.topic import Topic
from topicspider.visit import LinkScorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from topicspider.lab.experiments import Experiment
    from topicspider.lab.graph import Graph


@dataclass(frozen=True, slots=True)
class Lab:
    """What all runs have in common. ``judge`` are keyword arguments of ``Topic``, ``strategies`` name → import path."""

    paths: Sequence[Path]
    cache: Path
    hosts: frozenset[str] = frozenset()
    judge: Mapping[str, Any] = field(default_factory=dict)
    strategies: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Strategy → its keyword arguments."""
    pages: int = 1000
    clock: Clock = field(default_factory=Clock)


@dataclass(frozen=True, slots=True)
class Plan:
    """An experiment and what the recording has of it."""

    experiment: Experiment
    truth: frozenset[str]
    """Identities of the relevant pages of the recording."""


class Workbench:
    """The recording, open, and what reads its pages for each topic: one in each process."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.web = RecordedWeb(lab.paths, cache=lab.cache, hosts=lab.hosts)
        self._readings: dict[str, ReadingCache] = {}

    def readings(self, experiment: Experiment) -> ReadingCache:
        key = json.dumps([experiment.name, sorted(experiment.keywords.items()), self.lab.judge], default=list)
        if key not in self._readings:
            topic = Topic(experiment.name, experiment.keywords, **self.lab.judge)
            self._readings[key] = ReadingCache(self.lab.cache, Reader(topic), key)
        return self._readings[key]

    def first_page(self) -> tuple[str, ...]:
        """Return the URL that was recorded first and is a page: where the recorded crawl began."""
        for url in self.web.urls():
            recorded = self.web.get(url)
            if (
                recorded
                and recorded.status == 200
                and is_html(recorded.body, headers_of(recorded).get("content-type", ""))
            ):
                return (recorded.url,)
        raise ConfigError(f"there is no page in {', '.join(map(str, self.lab.paths))}; give a recording of a crawl")

    def simulate(self, plan: Plan, strategy: str) -> Run:
        lab, experiment = self.lab, plan.experiment
        make = load_plugin("--strategies", strategy, lab.strategies)
        scorer = LinkScorer(make(**lab.options.get(strategy, {})))
        simulation = Simulation(self.web, self.readings(experiment), scorer, experiment.seeds, clock=lab.clock)
        steps = [
            Step(fetch.url, host_of(fetch.url), url_identity(fetch.url) in plan.truth, fetch.visit.relevance)
            for fetch in islice(simulation.run(), lab.pages)
        ]
        self.readings(experiment).flush()
        return self.run_of(plan, strategy, steps, 1000 * simulation.cpu_seconds / max(1, len(steps)))

    def oracle(self, plan: Plan, graph: Graph) -> Run:
        numbers = {graph.numbers[url] for url in plan.truth if url in graph.numbers}
        ends = [final_address(self.web, seed) for seed in plan.experiment.seeds]
        keys = [url_identity(end) for end in ends if end is not None]
        seeds = [graph.numbers[key] for key in keys if key in graph.numbers]
        order = islice(oracle_order(graph.links, numbers, seeds), self.lab.pages)
        steps = [
            Step(graph.urls[page], host_of(graph.urls[page]), page in numbers, float(page in numbers)) for page in order
        ]
        return self.run_of(plan, ORACLE, steps, 0.0)

    def run_of(self, plan: Plan, strategy: str, steps: Sequence[Step], cpu: float) -> Run:
        experiment = plan.experiment
        return Run(experiment.topic, experiment.seeds_name, strategy, steps, len(plan.truth), self.lab.pages, cpu)

    def judge(self, experiment: Experiment, urls: Iterable[str]) -> list[str]:
        """Return the identities of those of *urls* whose pages the judge calls relevant."""
        readings, relevant = self.readings(experiment), []
        for url in urls:
            recorded = self.web.get(url)
            if recorded is not None and recorded.status == 200:
                reading = readings.read(recorded.body, url, headers_of(recorded))
                if reading is not None and reading.judgement.relevant:
                    relevant.append(url_identity(recorded.url))
        readings.flush()
        return relevant

    def survey(self, experiment: Experiment, urls: Iterable[str]) -> list[PageFacts]:
        """Return what is known of those of *urls* that are pages; no matter of which topic."""
        readings = self.readings(experiment)
        facts = [fact for url in urls if (fact := facts_of(self.web, readings, url)) is not None]
        readings.flush()
        return facts


_opened: list[Workbench] = []


def open_bench(lab: Lab) -> None:
    """Open the workbench of this process."""
    _opened.append(Workbench(lab))


def simulate(plan: Plan, strategy: str) -> Run:
    return _opened[-1].simulate(plan, strategy)


def judge(experiment: Experiment, urls: Sequence[str]) -> list[str]:
    return _opened[-1].judge(experiment, urls)


def survey(experiment: Experiment, urls: Sequence[str]) -> list[PageFacts]:
    return _opened[-1].survey(experiment, urls)
