"""The trained judge: what it learns, its file, and how it decides with the keywords."""

from __future__ import annotations

import math

import numpy as np
import pytest

from topicspider.exceptions import ConfigError
from topicspider.topic import Topic
from topicspider.topic.candidates import Example
from topicspider.topic.classifier import HASHES, SHARES, Block, Classifier, load_classifier, train

TEA = ["绿茶", "红茶", "普洱", "茶叶", "冲泡", "香气", "采摘", "发酵", "茶壶", "茶杯"]
OTHER = ["足球", "比赛", "手机", "屏幕", "电影", "音乐", "旅行", "编程", "天气", "股票"]


def pages(words: list[str], site: str, count: int = 12) -> list[Example]:
    """Each page has six of the words, in a different order."""
    return [
        Example(f"{site}{number}.example", words[number % 10], "，".join((words * 2)[number : number + 6] * 2))
        for number in range(count)
    ]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("model") / "tea.npz"
    train(pages(TEA, "tea"), pages(OTHER, "other"), topic="茶").save(path)
    return str(path)


def test_it_tells_pages_like_its_examples_from_others(model: str) -> None:
    topic = Topic("茶", {"红茶": 1}, judge="learned", model=model)
    about = topic.judge_text("泡茶", "红茶的发酵，普洱的香气，茶壶和茶杯")
    other = topic.judge_text("球赛", "足球比赛，手机屏幕，电影音乐，天气")
    assert about.relevant
    assert not other.relevant
    assert 0 <= other.relevance < 0.5 < about.relevance <= 1


def test_the_file_brings_the_same_judge_back(model: str, tmp_path) -> None:
    first = Topic("茶", {"茶叶": 1}, judge="learned", model=model)
    load_classifier(model).save(tmp_path / "again.npz")
    second = Topic("茶", {"茶叶": 1}, judge="learned", model=str(tmp_path / "again.npz"))
    for text in ("红茶的香气", "足球", "", "从没见过的词语"):
        assert first.judge_text("", text).relevance == pytest.approx(second.judge_text("", text).relevance)


def test_keywords_and_classifier_are_added_up(tmp_path) -> None:
    """A classifier that says 0.3 of everything, from 30 examples: keywords weigh 0.5 + 15/30 = 1."""
    nothing = np.zeros(HASHES, np.float32)
    blocks = tuple(Block(share, nothing, nothing) for share in SHARES.values())
    Classifier(blocks, 0.3, 30).save(tmp_path / "flat.npz")
    learned = Topic("茶", {"茶叶": 1}, judge="learned", model=str(tmp_path / "flat.npz"))
    value = Topic("茶", {"茶叶": 1}).explain("绿茶", "今天买了茶叶和面包，还有很多很多水果蔬菜").value
    judgement = learned.judge_text("绿茶", "今天买了茶叶和面包，还有很多很多水果蔬菜")
    logit = 0.3 + 1.0 * 1.5 * math.log(value / 0.15)
    assert judgement.relevance == pytest.approx(1 / (1 + math.exp(-logit)))
    without = learned.judge_text("", "面包")
    assert without.relevance == pytest.approx(1 / (1 + math.exp(-(0.3 + 1.5 * math.log(1 / 15)))))


def test_what_a_page_is_filed_under_is_learned() -> None:
    examples = [Example(f"a{number}.example", "", f"第{number}封信", ("茶文化",)) for number in range(6)]
    others = [
        Example(f"b{number}.example", "", f"第{number}封信", ("足球", "篮球")[number % 2 :]) for number in range(6)
    ]
    model = train(examples, others)
    subjects = model.blocks[2]
    assert subjects.coefficients.max() > 0 > subjects.coefficients.min()


def test_too_few_pages_are_told() -> None:
    with pytest.raises(ConfigError, match=r"from 5 example pages and 5 others at the least; there are 3 and 12"):
        train(pages(TEA, "tea", 3), pages(OTHER, "other"))


def test_a_missing_file_is_told(tmp_path) -> None:
    with pytest.raises(
        ConfigError, match=r"none\.npz: there is no such file; scrapy topic learn --judge FILE makes one"
    ):
        load_classifier(tmp_path / "none.npz")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 half a zip", b"hello", "茶叶\t3".encode()])
def test_a_file_of_something_else_is_told(tmp_path, content: bytes) -> None:
    (tmp_path / "x.npz").write_bytes(content)
    with pytest.raises(ConfigError, match=r"x\.npz: this is no trained judge"):
        load_classifier(tmp_path / "x.npz")


def test_arrays_of_something_else_are_told(tmp_path) -> None:
    np.savez(tmp_path / "x.npz", a=np.arange(3))
    with pytest.raises(ConfigError, match="this is no trained judge"):
        load_classifier(tmp_path / "x.npz")


def test_another_version_is_told(tmp_path) -> None:
    np.savez(tmp_path / "x.npz", format=np.array(["topicspider judge", "99", ""]))
    with pytest.raises(ConfigError, match="topicspider judge of version 99, this program reads topicspider judge 1"):
        load_classifier(tmp_path / "x.npz")


def test_the_judge_learned_needs_a_model() -> None:
    with pytest.raises(ConfigError, match=r"needs a model; add -a model=FILE"):
        Topic("茶", {"茶叶": 1}, judge="learned")
