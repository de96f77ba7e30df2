"""What URLs say of the topic: names, pinyin with all readings, abbreviations and initials."""

from __future__ import annotations

import pytest

from topicspider.topic.meanings import meanings_of
from topicspider.topic.pinyin import syllables_of
from topicspider.topic.query import Query
from topicspider.topic.urltokens import UrlTokens, tokens_of, url_tokens


def tokens(**weights: float) -> UrlTokens:
    return UrlTokens(Query.of("t", weights))


@pytest.mark.parametrize(
    ("url", "value"),
    [
        ("http://www.jiqixuexi.com/", 1.0),  # full pinyin, a whole token
        ("http://a.example/jiqi-xuexi/1.html", 1.0),  # and in two parts
        ("http://a.example/wojiqixuexi/", 0.8),  # inside a token of six letters and more
        ("http://a.example/machine-learning/", 1.0),
        ("http://a.example/MachineLearning", 1.0),
        ("http://a.example/?cat=machine_learning", 1.0),
        ("http://a.example/%E6%9C%BA%E5%99%A8%E5%AD%A6%E4%B9%A0", 1.0),
        ("http://a.example/jqxx/2.html", 0.5),  # initials
        ("http://jqxx.example.org/", 0.5),
        ("http://a.example/machine/", 0.0),
        ("http://a.example/", 0.0),
        ("not a url", 0.0),
        ("http://[broken", 0.0),
    ],
)
def test_the_value_of_a_token(url: str, value: float) -> None:
    assert tokens(机器学习=1).rate(url) == pytest.approx(value)


def test_keywords_add_up_by_their_weights() -> None:
    """1 − (1 − 1·1)(…) for the heaviest; 1 − (1 − 1·0.5)(1 − 1·0.25) for the lighter two."""
    found = tokens(围棋=4, 象棋=2, 足球=1)
    assert found.rate("http://a.example/weiqi/") == 1.0
    assert found.rate("http://a.example/xiangqi/zuqiu/") == pytest.approx(1 - 0.5 * 0.75)
    assert found.matches("http://a.example/xiangqi/zuqiu/") == {"象棋": 1.0, "足球": 1.0}


def test_two_initials_never_count_alone() -> None:
    found = tokens(技术=1, 围棋=1)
    assert found.rate("http://a.example/js/") == 0
    assert found.matches("http://a.example/js/weiqi/") == {"技术": 0.5, "围棋": 1.0}
    assert "技术" not in found.matches("http://a.example/js-app/weiqi/")  # no whole segment


def test_abbreviations_are_worth_less_than_names() -> None:
    found = UrlTokens(Query.of("t", {"大模型 = LLM": 1.0}))
    assert found.rate("http://a.example/llm/") == pytest.approx(0.8)
    assert tokens(云原生=1).rate("http://a.example/cloud-native/") == 1.0


def test_every_reading_is_known() -> None:
    assert {"".join(found) for found in syllables_of("重庆")} >= {"zhongqing", "chongqing"}
    assert {"".join(found) for found in syllables_of("绿茶")} >= {"lvcha", "lucha"}
    assert syllables_of("C语言") == []
    assert len(syllables_of("重重重重重重重重")) <= 64


def test_negative_keywords_have_no_tokens() -> None:
    assert {token.keyword for token in tokens_of(Query.of("t", {"游戏": -1.0, "茶叶": 1.0}))} == {1}


def test_what_stands_in_every_url_is_no_token() -> None:
    found = [text for text, _ in url_tokens("https://www.example.com/index/list/a1.html?id=12")]
    assert found == ["example", "a", "id"]


def test_what_a_topic_means() -> None:
    meanings = {
        meaning.keyword: meaning for meaning in meanings_of(Query.of("t", {"机器学习 = ML": 2, "neural network": 1}))
    }
    assert "機器學習" in meanings["机器学习"].written
    assert "ml" in meanings["机器学习"].written
    assert "jiqixuexi (pinyin)" in map(str, meanings["机器学习"].tokens)
    assert "neural network… (by its stem)" in meanings["neural network"].written
