"""What the user gave wrong is told in one line before the first request; and what the settings are read as."""

from __future__ import annotations

import asyncio
import codecs
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scrapy.crawler import Crawler
from scrapy.settings import Settings

from topicspider import config, topicoptions
from topicspider.exceptions import ConfigError, KeywordFileError
from topicspider.readers import ReaderPool
from topicspider.spiders.topic import ARGUMENTS, TopicSpider
from topicspider.strategies.best_first import BestFirst
from topicspider.strategies.relevance_importance import RelevanceImportance
from topicspider.topic import Topic
from topicspider.workers import ProcessWorker

FIXTURES = Path(__file__).parent / "fixtures" / "keywords"

Start = Callable[..., TopicSpider]


def settings_with(**values: Any) -> Settings:
    settings = Settings()
    settings.setmodule("topicspider.settings", priority="project")
    settings.setdict({"TOPIC_NAME": "茶", "TOPIC_READER_PROCESSES": 0, **values}, priority="project")
    return settings


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Makes the spider as ``scrapy crawl topic`` does: settings in capitals, arguments in small letters."""
    keywords = tmp_path / "a.txt"
    keywords.write_text("茶叶\t3\n绿茶\n采摘\n", "utf-8")

    def start_(**given: Any) -> TopicSpider:
        settings = {name: value for name, value in given.items() if name.isupper()}
        arguments = {name: value for name, value in given.items() if not name.isupper()}
        arguments = {"topic": "茶", "keywords": str(keywords), "seeds": "http://e.example/"} | arguments
        crawler = Crawler(TopicSpider, settings_with(TOPIC_NAME="", **settings))
        return TopicSpider.from_crawler(crawler, **arguments)

    return start_


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"topic": ""}, "no topic was given; add -a topic=NAME"),
        ({"topic": "  "}, "no topic was given"),
        ({"topic": "\udcb2\udce8"}, "was not given in UTF-8"),
        ({"topic": "\ufffd"}, "was not given in UTF-8"),
        ({"keywords": ""}, "no keyword file was given; add -a keywords=FILE"),
        ({"keywords": "missing.txt"}, "missing.txt: there is no such file"),
        ({"keywords": str(FIXTURES)}, "this is a directory"),
        ({"keywords": str(FIXTURES / "binary.txt")}, "binary.txt: not a text file"),
        ({"keywords": str(FIXTURES / "weight_word.txt")}, "bad weight on line"),
        ({"threshold": "high"}, "TOPIC_THRESHOLD='high' is no number"),
        ({"threshold": "0"}, "threshold of the topic '茶' must be a number above 0"),
        ({"threshold": "nan"}, "threshold of the topic '茶' must be a number above 0"),
        ({"TOPIC_JUDGE": "oracle"}, "'oracle'"),
        ({"TOPIC_JUDGE": "oracle"}, "cosine, keyword_cosine, body_cosine, boolean, saturation"),
        ({"TOPIC_SEGMENTER": "scissors"}, "no segmenter 'scissors'; choose one of rjieba, jieba"),
        ({"TOPIC_STOP_WORDS": "missing.txt"}, "missing.txt: there is no such file"),
        ({"strategy": "luck"}, "TOPIC_STRATEGY='luck' is not known"),
        ({"strategy": "luck"}, "fish_search, mine, opic"),
        ({"strategy": "no_such_module_at_all.Luck"}, "No module named 'no_such_module_at_all'"),
        ({"TOPIC_STRATEGY_OPTIONS": {"luck": 1, "charm": 2}}, "TOPIC_STRATEGY_OPTIONS has charm, luck"),
        ({"TOPIC_STRATEGY_OPTIONS": {"luck": 1}}, "RelevanceImportance takes page_share, decay, importance_share"),
        ({"strategy": "breadth_first", "TOPIC_STRATEGY_OPTIONS": {"a": 1}}, "BreadthFirst takes no options"),
        ({"max_pages": "-1"}, "TOPIC_MAX_PAGES='-1' is no whole number of 0 or more"),
        ({"max_pages": "1.5"}, "TOPIC_MAX_PAGES='1.5' is no whole number of 0 or more"),
        ({"max_pages": ""}, "TOPIC_MAX_PAGES='' is no whole number of 0 or more"),
        ({"max_pages": "many"}, "TOPIC_MAX_PAGES='many' is no whole number"),
        ({"max_depth": "-1"}, "DEPTH_LIMIT='-1' is no whole number of 0 or more"),
        ({"max_depth": "deep"}, "DEPTH_LIMIT='deep' is no whole number"),
        ({"fresh": "maybe"}, "fresh='maybe' is neither true nor false"),
        ({"fresh": ""}, "fresh='' is neither true nor false"),
        ({"seeds": ""}, "seeds: the list is empty"),
        ({"seeds": " , ， "}, "seeds: the list is empty"),
        ({"seeds": []}, "seeds: the list is empty"),
        ({"seeds": "missing.txt"}, "none of ['missing.txt'] is an http(s) URL or an existing file"),
        ({"seeds": "e.example"}, "none of ['e.example'] is an http(s) URL"),
        ({"seeds": "ftp://e.example/, mailto:a@e.example"}, "give URLs separated by commas, a file"),
        ({"seeds": ["http://[", "http://"]}, "none of ['http://[', 'http://']"),
    ],
)
def test_what_cannot_be_used_is_one_line(start: Start, given: dict[str, Any], message: str) -> None:
    mine = {"mine": "topicspider.strategies.best_first.BestFirst"}
    with pytest.raises(ConfigError) as caught:
        start(TOPIC_STRATEGIES=mine, **given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there is no keyword with a weight above 0 in it"),
        ("# only a comment\n", "there is no keyword with a weight above 0 in it"),
        ("-茶叶\n", "there is no keyword with a weight above 0 in it"),
        ("茶叶\n绿茶\tmuch\n", "bad weight on line 2: 'much'"),
        ("茶叶\n\n绿茶\t-1\n", "bad weight on line 3: '-1'"),
    ],
)
def test_an_unusable_keyword_file_is_named(start: Start, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "words.txt"
    path.write_text(content, "utf-8")
    with pytest.raises(KeywordFileError) as caught:
        start(keywords=str(path))
    assert str(caught.value).startswith(f"{path}: {message}")


def test_arguments_become_settings_and_what_the_crawl_is_made_of(start: Start) -> None:
    spider = start(
        strategy="best_first",
        max_pages="10",
        max_depth="3",
        threshold="0.5",
        allowed_domains="e.example， https://B.example/x",
        fresh="true",
        TOPIC_STRATEGY_OPTIONS={"page_share": 0.75},
    )
    assert spider.settings.getint("TOPIC_MAX_PAGES") == 10
    assert spider.settings.getbool("TOPIC_FRESH") is True
    assert spider.readers.processes == 0
    assert spider.topic == "茶"
    assert spider.readers.topic["threshold"] == 0.5
    assert spider.readers.topic["keywords"] == {"茶叶": 3.0, "绿茶": 1.0, "采摘": 1.0}
    assert spider.allowed_domains == ["e.example", "b.example"]
    assert spider.scorer.allowed_domains == {"e.example", "b.example"}
    assert spider.scorer.max_depth == 3
    assert isinstance(spider.scorer.strategy, BestFirst)
    assert spider.scorer.strategy.page_share == 0.75


def test_without_arguments_the_settings_hold(start: Start) -> None:
    scorer = start(DEPTH_LIMIT=2, TOPIC_ALLOWED_DOMAINS=["e.example"]).scorer
    assert isinstance(scorer.strategy, RelevanceImportance)
    assert (scorer.max_depth, scorer.allowed_domains) == (2, {"e.example"})


def test_pages_are_read_in_as_many_processes_as_the_settings_say(start: Start) -> None:
    readers = start(TOPIC_READER_PROCESSES=1).readers
    assert isinstance(readers, ReaderPool)
    assert [type(worker) for worker in readers.workers] == [ProcessWorker]
    asyncio.run(readers.close())


def test_every_argument_is_a_setting() -> None:
    settings = settings_with()
    assert [name for name in ARGUMENTS.values() if name not in settings] == []


def test_other_arguments_are_accepted(start: Start) -> None:
    spider = start(_job="26d1b1a6d6f111e0be5c001e648c57f8", note="x")
    assert vars(spider)["_job"] == "26d1b1a6d6f111e0be5c001e648c57f8"
    assert vars(spider)["note"] == "x"


def test_unusable_seeds_among_usable_ones_are_logged(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "topicspider"):
        start(seeds="e.example, http://e.example/")
    assert caplog.messages == ["The seed 'e.example' is no http(s) URL and is left out"]


def test_the_demo_serves_itself_whoever_has_set_it(start: Start) -> None:
    by_argument, by_setting = start(seeds="demo", max_pages="5"), start(seeds="demo", DOWNLOAD_DELAY=3)
    assert by_argument.settings.getint("TOPIC_MAX_PAGES") == 5
    assert by_setting.settings.getint("TOPIC_MAX_PAGES") == 200  # one of its sites has no end
    for settings in (by_argument.settings, by_setting.settings):
        assert settings.getbool("TOPIC_DEMO")
        assert settings.getfloat("DOWNLOAD_DELAY") == 0
        assert all(url.startswith("http://") for url in settings["TOPIC_SEEDS"])


def test_the_user_agent_says_whom_to_contact(start: Start) -> None:
    assert "no contact given" in start().settings["USER_AGENT"]
    assert "mail@e.example" in start(TOPIC_CONTACT="mail@e.example").settings["USER_AGENT"]
    assert start(USER_AGENT="mine").settings["USER_AGENT"] == "mine"


@pytest.mark.parametrize(
    ("value", "urls"),
    [
        ("http://e.example/a", ["http://e.example/a"]),
        (" http://e.example/a ,https://e.example/b，http://e.example/c,", "abc"),
        (["http://e.example/a", "no url", "HTTPS://E.example:443/b"], "ab"),
        ("http://e.example/{topic}", ["http://e.example/%E7%BB%BF%20%E8%8C%B6"]),
        ("http://e.example/s?q={topic}#top", ["http://e.example/s?q=%E7%BB%BF%20%E8%8C%B6"]),
        ("http://user:p@e.example/a", ["http://e.example/a"]),
    ],
)
def test_seeds_are_urls_separated_by_commas(value: str | list[str], urls: str | list[str]) -> None:
    found = list(config.seeds(value, "绿 茶"))
    expected = [f"http{'s' * (name == 'b')}://e.example/{name}" for name in urls] if isinstance(urls, str) else urls
    assert found == expected


SEED_LINES = "# 种子\n\n  http://e.example/茶 \r\n#http://e.example/no\nhttp://e.example/a,b\n"


@pytest.mark.parametrize(
    "data",
    [
        SEED_LINES.encode(),
        SEED_LINES.encode("utf-8-sig"),
        SEED_LINES.encode("gb18030"),
        codecs.BOM_UTF16_LE + SEED_LINES.encode("utf-16-le"),
    ],
)
def test_a_seeds_file_has_a_url_a_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "seeds.txt"
    path.write_bytes(data)
    assert list(config.seeds(str(path), "茶")) == ["http://e.example/%E8%8C%B6", "http://e.example/a,b"]
    assert config.check_seeds(str(path), "茶") == []


def test_the_entries_that_are_no_urls_are_returned() -> None:
    assert config.check_seeds("a, http://e.example/, ftp://b.example/", "茶") == ["a", "ftp://b.example/"]


def test_domains_are_names_or_urls(tmp_path: Path) -> None:
    assert config.read_domains("E.example, https://www.B.example:8080/x，.c.example.") == [
        "e.example",
        "www.b.example",
        "c.example",
    ]
    path = tmp_path / "domains.txt"
    path.write_text("# ours\ne.example\n\nb.example\n", "utf-8")
    assert config.read_domains(str(path)) == ["e.example", "b.example"]
    assert config.read_domains([]) == config.read_domains("") == []


def test_stop_words_come_from_a_file_with_one_a_line(tmp_path: Path) -> None:
    keywords, stop = tmp_path / "a.txt", tmp_path / "stop.txt"
    keywords.write_text("茶叶\n", "utf-8")
    stop.write_text("# 停用词\n公园\n朋友\n", "gb18030")
    options = topicoptions.topic_options(settings_with(TOPIC_KEYWORDS=str(keywords), TOPIC_STOP_WORDS=str(stop)))
    assert options["stop_words"] == ["公园", "朋友"]
    assert Topic(**options).judge_text("标题", "茶叶、公园、朋友").score == 1.0


def test_where_things_are_kept() -> None:
    settings = settings_with(TOPIC_OUTPUT_DIR="out", TOPIC_NAME="TCP/IP 协议", TOPIC_DATABASE_URL="")
    assert config.output_folder(settings) == Path("out/TCP_IP 协议")
    assert config.database_url(settings) == "sqlite:///out/TCP_IP 协议/pages.sqlite3"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("mysql+pymysql://user:s3cret:x@host:3306/db", "mysql+pymysql://user:***@host:3306/db"),
        ("mysql+pymysql://:s3cret@host/db", "mysql+pymysql://:***@host/db"),
        ("mysql+pymysql://user@host:3306/db", "mysql+pymysql://user@host:3306/db"),
        ("sqlite:///a:b/pages.sqlite3", "sqlite:///a:b/pages.sqlite3"),
        ("sqlite:////srv/pages.sqlite3", "sqlite:////srv/pages.sqlite3"),
    ],
)
def test_the_database_is_shown_without_its_password(url: str, shown: str) -> None:
    settings = settings_with(TOPIC_DATABASE_URL=url)
    assert config.database_url(settings) == url
    assert config.shown_database(settings) == shown
