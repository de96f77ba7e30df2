"""Runs every strategy on every experiment, in as many processes as there are cores."""

from __future__ import annotations

import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

from topicspider.exceptions import ConfigError
from topicspider.lab.bench import Lab, Plan, Workbench, judge, open_bench, simulate, survey
from topicspider.lab.graph import Graph, PageFacts, final_address, graph_of
from topicspider.lab.readings import page_code_version
from topicspider.lab.results import ORACLE
from topicspider.page.urls import url_identity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topicspider.lab.experiments import Experiment
    from topicspider.lab.results import Run

_URLS_AT_ONCE = 500


class Comparison:
    """Runs *strategies* on *experiments*; ``notes`` tells what a reader of the results should know."""

    def __init__(self, lab: Lab, experiments: Sequence[Experiment], strategies: Sequence[str]) -> None:
        self.lab = lab
        self.strategies = strategies
        self.notes: list[str] = []
        self._bench = Workbench(lab)
        self._experiments = [self._checked(experiment) for experiment in experiments]

    def run(self, *, processes: int = os.cpu_count() or 1) -> Iterator[Run]:
        """Yield the runs, those of an experiment together and in the order of *strategies*."""
        context = get_context("spawn")
        with ProcessPoolExecutor(processes, context, open_bench, (self.lab,)) as pool:
            plans = [Plan(experiment, self._truth(pool, experiment)) for experiment in self._experiments]
            jobs = [(plan, name) for plan in plans for name in self.strategies]
            graph = self._graph(pool) if ORACLE in self.strategies else None
            runs = [None if name == ORACLE else pool.submit(simulate, plan, name) for plan, name in jobs]
            for (plan, _), run in zip(jobs, runs, strict=True):
                if run is not None:
                    yield run.result()
                elif graph is not None:
                    yield self._bench.oracle(plan, graph)

    def _checked(self, experiment: Experiment) -> Experiment:
        given = experiment.seeds or self._bench.first_page()
        seeds = tuple(seed for seed in given if final_address(self._bench.web, seed) is not None)
        if not seeds:
            raise ConfigError(
                f"none of the {len(given)} seeds of {experiment.topic} ({experiment.seeds_name}) is a page of the "
                f"recording, for example {given[0]}; give seeds that were recorded"
            )
        if missing := len(given) - len(seeds):
            self.notes.append(f"{experiment.topic}, {experiment.seeds_name}: {missing} seeds are not in the recording")
        return replace(experiment, seeds=seeds)

    def _truth(self, pool: ProcessPoolExecutor, experiment: Experiment) -> frozenset[str]:
        if experiment.truth is None:
            self._note(f"{experiment.topic}: the judge's own verdict is the truth")
            chunks = pool.map(partial(judge, experiment), self._url_chunks())
            return frozenset(url for chunk in chunks for url in chunk)
        wanted = [url for url, relevant in experiment.truth.items() if relevant]
        addresses = [final_address(self._bench.web, url) for url in wanted]
        known = frozenset(url_identity(address) for address in addresses if address is not None)
        if not known:
            raise ConfigError(f"no relevant page of the truth of {experiment.topic} is in the recording: {wanted[0]} …")
        if missing := addresses.count(None):
            self._note(f"{experiment.topic}: {missing} relevant pages of the truth are not in the recording")
        return known

    def _graph(self, pool: ProcessPoolExecutor) -> Graph:
        path = self.lab.cache / f"links-{self._bench.web.fingerprint}-{page_code_version().hex()}.pickle"
        if path.exists():
            facts: list[PageFacts] = pickle.loads(path.read_bytes())  # noqa: S301 -- written by ourselves
        else:
            chunks = pool.map(partial(survey, self._experiments[0]), self._url_chunks())
            facts = [fact for chunk in chunks for fact in chunk]
            temporary = path.with_suffix(f".{os.getpid()}.tmp")
            temporary.write_bytes(pickle.dumps(facts, protocol=pickle.HIGHEST_PROTOCOL))
            temporary.replace(path)
        return graph_of(facts)

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def _url_chunks(self) -> Iterator[list[str]]:
        urls = sorted(self._bench.web.urls())
        for start in range(0, len(urls), _URLS_AT_ONCE):
            yield urls[start : start + _URLS_AT_ONCE]
