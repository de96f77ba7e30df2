import random
from dataclasses import dataclass

import pytest

from topicspider.exceptions import ConfigError
from topicspider.topic import Topic


@dataclass
class Article:
    title: str
    text: str


def test_counts_have_the_keywords_as_they_were_given() -> None:
    topic = Topic("ai", {"机器學習": 1, "ＡＩ": 2, "c++": 1})
    assert topic.count("机器学习与AI，ai") == {"机器學習": 1, "ＡＩ": 2}


def test_keywords_that_fold_to_the_same_are_merged_by_the_largest_weight() -> None:
    topic = Topic("tea", {"茶葉": 1, "茶叶": 3, "咖啡": 1})
    assert topic.count("茶叶茶葉") == {"茶叶": 2}
    assert topic.rate(["茶葉", "咖啡"]) == [1.0, pytest.approx(1 / 3)]


def test_the_order_of_the_keywords_changes_no_bit_of_a_judgement() -> None:
    keywords = {"茶叶": 0.7, "绿茶": 1.3, "咖啡": -0.1, "采摘": 2.9, "杀青": 0.3, "制茶": 1.1}
    text = "绿茶的采摘与杀青：茶叶、咖啡和制茶工艺，茶叶、绿茶。"
    expected = Topic("tea", keywords).judge_text("采摘茶叶", text)
    for seed in range(10):
        names = list(keywords)
        random.Random(seed).shuffle(names)
        assert Topic("tea", {name: keywords[name] for name in names}).judge_text("采摘茶叶", text) == expected


def test_a_page_is_anything_with_a_title_and_a_text() -> None:
    topic = Topic("tea", {"茶叶": 1})
    assert topic.judge(Article("茶叶", "绿茶是茶叶")) == topic.judge_text("茶叶", "绿茶是茶叶")


def test_short_texts_are_rated_by_the_keywords_in_them() -> None:
    topic = Topic("tea", {"茶叶": 4, "绿茶": 2, "加工": 1, "游戏": -2})
    assert topic.rate(["茶叶", "绿茶加工", "绿茶绿茶", "茶叶与绿茶", "更多", "", "茶叶游戏", "游戏"]) == [
        1.0,
        0.75,
        0.5,
        1.0,
        0.0,
        0.0,
        0.5,
        0.0,
    ]
    assert topic.rate([]) == []


@pytest.mark.parametrize(
    "keywords", [{}, {"茶": -1}, {"茶": 0}, {" \u200b": 1}, {"茶": float("nan")}, {"茶": float("inf")}]
)
def test_a_topic_without_a_usable_keyword_is_refused(keywords: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match="the topic '茶' needs keywords"):
        Topic("茶", keywords)


@pytest.mark.parametrize("threshold", [0, -1, float("nan"), float("inf")])
def test_a_threshold_is_above_zero(threshold: float) -> None:
    with pytest.raises(ConfigError, match="threshold of the topic '茶'"):
        Topic("茶", {"茶": 1}, threshold=threshold)


def test_the_threshold_is_the_judge_s_own_unless_given() -> None:
    assert Topic("茶", {"茶": 1}, judge="body_cosine").threshold == 0.9
    assert Topic("茶", {"茶": 1}, judge="body_cosine", threshold=0.5).threshold == 0.5


def test_warming_up_is_no_judgement() -> None:
    Topic("茶", {"茶叶": 1}).warm_up()
