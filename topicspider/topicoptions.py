"""What the topic of a crawl is, from whatever the user has given: keywords, example pages, a node of a taxonomy."""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from topicspider.config import lines_of, number, output_folder, read_list
from topicspider.exceptions import ConfigError
from topicspider.topic.keywords import read_keyword_file
from topicspider.topic.textfile import read_text

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.settings import BaseSettings

    from topicspider.examples import Fetched
    from topicspider.taxonomy import Description

logger = logging.getLogger(__name__)

FILE_THRESHOLD_JUDGES = ("cosine", "learned")
"""Judges whose threshold a keyword file may name."""


def topic_options(settings: BaseSettings) -> dict[str, Any]:
    """Return the arguments of ``Topic`` that the settings describe; raises ``ConfigError``."""
    name = str(settings["TOPIC_NAME"] or "").strip()
    if not name:
        raise ConfigError("no topic was given; add -a topic=NAME, for example -a topic=人工智能")
    if "\ufffd" in name or any("\udc80" <= char <= "\udcff" for char in name):
        raise ConfigError(f"the topic {name!r} was not given in UTF-8; set your terminal or request to UTF-8")
    options = judge_options(settings)
    description = _described(settings)
    path = str(settings["TOPIC_KEYWORDS"] or (settings["TOPIC_EXAMPLES"] and learned_keywords(settings)) or "").strip()
    if description and not path:
        return {"name": name, "keywords": description.topic | {name: 1.0}, "guide": description.guide, **options}
    if not path:
        raise ConfigError(
            "no keyword file was given; add -a keywords=FILE, for example -a keywords=keywords/a.txt, or example pages:"
            " -a examples=FOLDER, or a node of a taxonomy: -a taxonomy=FILE -a node=PATH"
        )
    file = read_keyword_file(path)
    if options["threshold"] is None and options["judge"] in FILE_THRESHOLD_JUDGES:
        options["threshold"] = file.threshold
    guide = {"guide": description.guide} if description else {}
    return {"name": name, "keywords": file.weighted(), **guide, **options}


def taxonomy_seeds(settings: BaseSettings) -> tuple[str, ...]:
    """Return the sites that the taxonomy lists at the topic's node and below; none without a taxonomy."""
    description = _described(settings)
    return description.seeds if description else ()


def _described(settings: BaseSettings) -> Description | None:
    files = str(settings["TOPIC_TAXONOMY"] or "").strip()
    node = str(settings["TOPIC_NODE"] or "").strip()
    if not files:
        if node:
            raise ConfigError(f"node={node} is of no taxonomy; add -a taxonomy=FILE")
        return None
    return _describe(tuple(part.strip() for part in files.split(",") if part.strip()), node)


@cache
def _describe(files: tuple[str, ...], node: str) -> Description:
    from topicspider.taxonomy import describe, read_surroundings

    return describe(read_surroundings(files, node))


def learned_keywords(settings: BaseSettings) -> Path:
    """Return the keyword file in the output folder that was learned from the example pages; learn it if need be."""
    from topicspider.examples import read_examples
    from topicspider.topic.fromexamples import keyword_file

    sources = f"examples: {settings['TOPIC_EXAMPLES']}; background: {settings['TOPIC_BACKGROUND']}"
    path = output_folder(settings) / "keywords.txt"
    if path.is_file() and f"# {sources}\n" in read_text(path):
        logger.info("The keywords are those learned before: %s", path)
        return path
    examples = read_examples(read_list(settings["TOPIC_EXAMPLES"]), _no_urls)
    background = read_examples(read_list(settings["TOPIC_BACKGROUND"]), _no_urls)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(keyword_file(examples, background, name=settings["TOPIC_NAME"], about=[sources]), "utf-8")
    logger.info("Learned keywords from %d example pages: %s", len(examples), path)
    return path


def _no_urls(urls: list[str]) -> list[Fetched]:
    raise ConfigError(
        f"examples: {urls[0]} is a URL; a crawl learns from files. Make a keyword file of it first:"
        " scrapy topic learn --examples URL --out FILE"
    )


def judge_options(settings: BaseSettings) -> dict[str, Any]:
    """Return what ``Topic`` takes besides name and keywords."""
    options = {
        "judge": settings["TOPIC_JUDGE"],
        "threshold": number(settings, "TOPIC_THRESHOLD"),
        "segmenter": settings["TOPIC_SEGMENTER"],
        "stop_words": list(lines_of(settings["TOPIC_STOP_WORDS"])) if settings["TOPIC_STOP_WORDS"] else (),
    }
    model = str(settings["TOPIC_JUDGE_MODEL"] or "")
    if model and options["judge"] != "learned":
        raise ConfigError(f"model={model}: only the judge learned has a model; add -a judge=learned")
    return {**options, "model": model} if model else options
