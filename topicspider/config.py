"""From settings to the values that the crawl is made of; every setting that cannot be used is told in one line."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from topicspider.exceptions import ConfigError
from topicspider.frontier.job import folder_name
from topicspider.guards import Budgets, Guard
from topicspider.page.urls import host_of, resolve
from topicspider.plugins import load_plugin
from topicspider.readers import TEXTS, ReaderPool
from topicspider.strategies import STRATEGIES_BASE, Strategy
from topicspider.topic.textfile import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scrapy.settings import BaseSettings

DEMO = "demo"


def start_readers(settings: BaseSettings, topic: dict[str, Any]) -> ReaderPool:
    """Return what reads pages for the topic of these ``topic_options``, ready; raises ``ConfigError``."""
    processes = int(number(settings, "TOPIC_READER_PROCESSES") or 0)
    document_pages = settings.getint("TOPIC_DOCUMENT_PAGES") if settings.getbool("TOPIC_DOCUMENTS") else 0
    readers = ReaderPool(topic, processes=max(0, processes), document_pages=document_pages, texts=text_files(settings))
    readers.start()
    return readers


def known_strategies(settings: BaseSettings) -> dict[str, str]:
    """Return strategy → import path: ours and the user's."""
    return {**STRATEGIES_BASE, **_dict(settings, "TOPIC_STRATEGIES")}


def make_strategy(settings: BaseSettings) -> Strategy:
    """Return the strategy by name with its options; raises ``ConfigError``."""
    known = known_strategies(settings)
    cls = load_plugin("TOPIC_STRATEGY", settings["TOPIC_STRATEGY"], known)
    if not (isinstance(cls, type) and issubclass(cls, Strategy)):
        raise ConfigError(
            f"TOPIC_STRATEGY={settings['TOPIC_STRATEGY']!r} is no subclass of topicspider.strategies.Strategy"
        )
    options = _dict(settings, "TOPIC_STRATEGY_OPTIONS")
    unknown = options.keys() - inspect.signature(cls).parameters.keys()
    if unknown:
        takes = ", ".join(inspect.signature(cls).parameters) or "no options"
        raise ConfigError(f"TOPIC_STRATEGY_OPTIONS has {', '.join(sorted(unknown))}; {cls.__name__} takes {takes}")
    strategy: Strategy = cls(**options)
    return strategy


def make_guard(settings: BaseSettings) -> Guard:
    """Return what keeps the crawl out of traps; raises ``ConfigError``."""
    names = ("TOPIC_MAX_PAGES_PER_HOST", "TOPIC_MAX_PAGES_PER_DOMAIN", "TOPIC_MAX_PAGES_PER_PATTERN")
    per_host, per_domain, per_pattern = (_whole_number(settings, name) for name in names)
    return Guard(Budgets(per_host=per_host, per_domain=per_domain, per_pattern=per_pattern))


def read_list(value: str | Iterable[str]) -> Iterator[str]:
    """Yield the entries of a list, of text separated by commas, or of a file with one a line (``#`` comments)."""
    if not isinstance(value, str):
        yield from value
    elif _is_file(value):
        yield from lines_of(value)
    else:
        yield from (part.strip() for part in value.replace("，", ",").split(",") if part.strip())


def _is_file(value: str) -> bool:
    try:
        return Path(value).is_file()
    except (OSError, ValueError):  # too long for a path, or with a NUL
        return False


def seeds(value: str | Iterable[str], topic: str) -> Iterator[str]:
    """Yield the usable seed URLs of *value*."""
    for entry in read_list(value):
        url = _seed_url(entry, topic)
        if url is not None:
            yield url


def check_seeds(value: str | Iterable[str], topic: str) -> list[str]:
    """Return the entries that are no URLs; raises ``ConfigError`` when none is usable."""
    entries = list(read_list(value))
    bad = [entry for entry in entries if _seed_url(entry, topic) is None]
    if len(bad) == len(entries):
        shown = f"none of {bad[:3]} is an http(s) URL or an existing file" if bad else "the list is empty"
        raise ConfigError(f"seeds: {shown}; give URLs separated by commas, a file with one URL a line, or demo")
    return bad


def read_domains(value: str | Iterable[str]) -> list[str]:
    """Return the host names of *value*: names, or URLs of which the host is taken; raises ``ConfigError``."""
    names = []
    for entry in read_list(value):
        url = resolve(entry if "://" in entry else f"http://{entry.removeprefix('*.').strip('.')}", "about:blank")
        if url is None:
            raise ConfigError(f"allowed_domains: {entry!r} is no host name; give names such as example.org")
        names.append(host_of(url))
    return names


def output_folder(settings: BaseSettings) -> Path:
    return Path(settings["TOPIC_OUTPUT_DIR"]) / folder_name(settings["TOPIC_NAME"])


def text_files(settings: BaseSettings) -> str:
    """Return what is kept of the text of pages: ``""``, ``all`` or ``chinese``; raises ``ConfigError``."""
    return _choice(settings, "TOPIC_TEXT_FILES", TEXTS)


def sitemaps(settings: BaseSettings) -> str:
    """Return which sitemaps are used: ``""``, ``robots`` or ``probe``; raises ``ConfigError``."""
    return _choice(settings, "TOPIC_SITEMAPS", ("", "robots", "probe"))


def database_url(settings: BaseSettings) -> str:
    """Return the SQLAlchemy URL of the results; by default an SQLite file in the output folder."""
    url: str = settings["TOPIC_DATABASE_URL"]
    return url or f"sqlite:///{(output_folder(settings) / 'pages.sqlite3').as_posix()}"


def shown_database(settings: BaseSettings) -> str:
    """Return the database for people to read, without its password."""
    return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", database_url(settings))


def apply_arguments(settings: BaseSettings, given: Mapping[str, Any], names: Mapping[str, str]) -> None:
    """Set the setting behind each spider argument that is *given*."""
    for argument, setting in names.items():
        if argument in given:
            settings.set(setting, given[argument], priority="spider")
    for setting in ("TOPIC_MAX_PAGES", "DEPTH_LIMIT"):
        _whole_number(settings, setting)
    try:
        settings.getbool("TOPIC_FRESH")
    except ValueError:
        raise ConfigError(f"fresh={settings['TOPIC_FRESH']!r} is neither true nor false") from None


def _dict(settings: BaseSettings, name: str) -> dict[str, Any]:
    try:
        return settings.getdict(name)
    except (TypeError, ValueError):
        raise ConfigError(f'{name}={settings[name]!r} is no JSON object such as {{"name": 0.5}}') from None


def _choice(settings: BaseSettings, name: str, known: Iterable[str]) -> str:
    """Return the setting *name*, one of the words *known*, of which ``""`` means none."""
    value = str(settings[name] or "").strip().lower()
    if value not in known:
        raise ConfigError(f"{name}={settings[name]!r}; give {', '.join(filter(None, known))}, or nothing for none")
    return value


def _whole_number(settings: BaseSettings, name: str) -> int:
    value = str(settings[name]).strip()
    if not re.fullmatch(r"[0-9]+", value):
        raise ConfigError(f"{name}={settings[name]!r} is no whole number of 0 or more (0: no limit)")
    return int(value)


def number(settings: BaseSettings, name: str) -> float | None:
    value = settings[name]
    if value is None or value == "":
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ConfigError(f"{name}={value!r} is no number") from None


def _seed_url(entry: str, topic: str) -> str | None:
    url = entry.strip().replace("{topic}", quote(topic))
    return resolve(url, "about:blank") if "://" in url else None


def lines_of(path: str) -> Iterator[str]:
    for line in read_text(path).splitlines():
        if (entry := line.strip()) and not entry.startswith("#"):
            yield entry
