"""``scrapy topic learn``: a keyword file, and if wanted a judge, from example pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from topicspider.config import read_list
from topicspider.examples import read_crawl
from topicspider.exceptions import ConfigError
from topicspider.topic.classifier import train
from topicspider.topic.fromexamples import keyword_file, keywords_of
from topicspider.topic.keywordfile import changes, reweigh, rewritten
from topicspider.topic.keywords import load_keywords
from topicspider.topic.textfile import read_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from topicspider.topic.candidates import Example

    Read = Callable[[Sequence[str]], list[Example]]

FEW_EXAMPLES = 5


class Material(NamedTuple):
    examples: list[Example]
    background: list[Example]
    negatives: list[Example]


def learn_topic(args: list[str], opts: argparse.Namespace, read: Read) -> None:
    """Do what the command line says; *read* brings the pages that its arguments name. Raises ``ConfigError``."""
    if len(args) > 1 or (args and not opts.from_crawl):
        raise ConfigError("a keyword file is re-weighted from a crawl: scrapy topic learn FILE --from-crawl OUTPUT")
    if opts.top is not None and opts.top < 1:
        raise ConfigError(f"--top must be 1 or more, not {opts.top}")
    material = _material(opts, read)
    _remark(material)
    if args:
        _reweigh(Path(args[0]), material, opts)
    else:
        _write(opts, material)
    if opts.judge:
        train(material.examples, [*material.background, *material.negatives], topic=opts.name).save(Path(opts.judge))
        _say(f"The judge is in {opts.judge}: scrapy crawl topic … -a judge=learned -a model={opts.judge}")


def _material(opts: argparse.Namespace, read: Read) -> Material:
    if not opts.examples and not opts.from_crawl:
        raise ConfigError("give example pages, as in: scrapy topic learn --examples pages/ --out keywords/my.txt")
    named = (opts.examples, opts.background, opts.negative)
    material = Material(*(read(sources) if sources else [] for sources in named))
    if opts.from_crawl:
        _add_crawl(material, Path(opts.from_crawl), _urls(opts.good), _urls(opts.bad))
    elif opts.good or opts.bad:
        raise ConfigError("--good and --bad name pages of a crawl; add --from-crawl OUTPUT")
    return material


def _add_crawl(material: Material, folder: Path, good: set[str], bad: set[str]) -> None:
    """The crawl's relevant pages are examples, or the good ones if some are named; its others are the background."""
    crawled = read_crawl(folder)
    every = crawled.relevant | crawled.others
    if unknown := sorted((good | bad) - every.keys()):
        raise ConfigError(f"{unknown[0]} is no page that the crawl in {folder} has kept; its urls.txt names them")
    chosen = good or crawled.relevant.keys() - bad
    material.examples.extend(page for url, page in every.items() if url in chosen)
    material.negatives.extend(page for url, page in every.items() if url in bad)
    material.background.extend(page for url, page in crawled.others.items() if url not in chosen and url not in bad)


def _urls(values: Iterable[str]) -> set[str]:
    return {url for value in values for url in read_list(value)}


def _remark(material: Material) -> None:
    count = len(material.examples)
    if count < FEW_EXAMPLES:
        _say(f"There are only {count} example pages: with 5 and more the keywords are better")
    if not material.background:
        _say("There is no background: name pages of anything else with --background, the keywords are better")


def _write(opts: argparse.Namespace, material: Material) -> None:
    examples, background, negatives = material
    text = keyword_file(examples, background, negatives=negatives, name=opts.name, top=opts.top, method=opts.method)
    if not opts.out:
        print(text, end="")
        return
    Path(opts.out).parent.mkdir(parents=True, exist_ok=True)
    Path(opts.out).write_text(text, "utf-8")
    _say(f"The keywords are in {opts.out}: scrapy crawl topic -a topic=NAME -a keywords={opts.out}")


def _reweigh(path: Path, material: Material, opts: argparse.Namespace) -> None:
    examples, background, negatives = material
    old = load_keywords(path)
    learned = keywords_of(
        examples, background=background, negatives=negatives, name=opts.name, top=opts.top, method=opts.method
    )
    new = reweigh(old, learned)
    for change in changes(old, new):
        print(change)
    target = Path(opts.out or path)
    if opts.yes or (sys.stdin.isatty() and input(f"Write this to {target}? [y/N] ").strip().lower() == "y"):
        target.write_text(rewritten(read_text(path), new), "utf-8")
        _say(f"{len(new)} keywords are in {target}")
    else:
        _say(f"{target} is as it was; --yes writes it")


def _say(line: str) -> None:
    print(line, file=sys.stderr)
