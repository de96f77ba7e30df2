"""What is compared: topics, each with its seed sets and the truth about the pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topicspider.exceptions import ConfigError
from topicspider.page.urls import resolve, url_identity
from topicspider.topic import load_keywords
from topicspider.topic.textfile import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_GRADES = {"0": False, "1": True, "2": True, "H": None}


@dataclass(frozen=True, slots=True)
class Experiment:
    """A topic and one set of seeds. ``truth`` maps the identity of a URL to whether its page is relevant; URLs that it
    does not have are not relevant. Without it the judge's verdict is the truth.
    """

    topic: str
    name: str
    """The topic as the judge knows it, for example 机器学习 where ``topic`` is the folder ``ml``."""
    keywords: Mapping[str, float]
    seeds_name: str
    seeds: tuple[str, ...]
    truth: Mapping[str, bool] | None = None


def experiments_of(folder: Path) -> list[Experiment]:
    """Return those of *folder*: each folder in it that has keywords.txt, relevant.tsv and one or more seeds*.txt."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    found = [experiment for path in paths for experiment in _of_one_topic(path)]
    if not found:
        raise ConfigError(f"{folder} has no topic: a folder with keywords.txt, relevant.tsv and seeds.txt in it")
    return found


def _of_one_topic(folder: Path) -> list[Experiment]:
    keywords, truth, name = folder / "keywords.txt", folder / "relevant.tsv", folder / "topic.txt"
    if not (keywords.is_file() and truth.is_file()):
        return []
    called = read_text(str(name)).strip() if name.is_file() else folder.name
    seeds = sorted(folder.glob("seeds*.txt"))
    return [experiment_of(folder.name, keywords, path, truth, name=called) for path in seeds]


def experiment_of(topic: str, keywords: Path, seeds: Path | None, truth: Path | None, *, name: str = "") -> Experiment:
    """Read an experiment; without *seeds* it begins at the first page of the recording."""
    return Experiment(
        topic,
        name or topic,
        load_keywords(keywords),
        seeds.stem if seeds else "first page",
        tuple(read_seeds(seeds)) if seeds else (),
        read_truth(truth) if truth else None,
    )


def read_seeds(path: Path) -> list[str]:
    """Return the URLs of a file with one a line; ``#`` begins a comment line."""
    lines = [line.strip() for line in read_text(str(path)).splitlines()]
    seeds = [resolve(line, "about:blank") for line in lines if line and not line.startswith("#")]
    urls = [url for url in seeds if url is not None]
    if not urls:
        raise ConfigError(f"{path} has no http(s) URL; give one a line")
    return urls


def read_truth(path: Path) -> dict[str, bool]:
    """Return which pages are relevant, of lines ``url<TAB>grade``: 1 and 2 are relevant, 0 is not, H is left out."""
    truth = {}
    for number, line in enumerate(read_text(str(path)).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        url, _, grade = line.rstrip().partition("\t")
        if grade not in _GRADES:
            raise ConfigError(f"{path}: line {number} has the grade {grade!r}; write url<TAB>grade with 0, 1, 2 or H")
        relevant = _GRADES[grade]
        if relevant is not None:
            truth[url_identity(url)] = relevant
    if not any(truth.values()):
        raise ConfigError(f"{path} names no relevant page; write url<TAB>grade with grade 1 or 2 for those")
    return truth
