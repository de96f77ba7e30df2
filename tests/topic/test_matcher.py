import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from topicspider.topic import Topic
from topicspider.topic.fold import fold
from topicspider.topic.matcher import KeywordMatcher
from topicspider.topic.segmenter import Segmenter, load_segmenter
from topicspider.topic.words import Words

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "keyword_match.json").read_text("utf-8"))["cases"]


class Blank(Segmenter):
    """A segmenter for texts whose words need no dictionary."""

    def cut(self, text: str) -> list[str]:
        raise AssertionError("these words need no segmenter")


def matches(keywords: Sequence[str], text: str) -> dict[str, int]:
    found = KeywordMatcher(keywords, load_segmenter()).matches(fold(text))
    return {keywords[index]: count for index, count in found.items()}


@pytest.mark.parametrize("case", [case for case in CASES if case["html"] is None], ids=lambda case: case["id"])
def test_recorded_texts(case: dict[str, str]) -> None:
    count = Topic("t", {case["keyword"]: 1}).count(case["text"])[case["keyword"]]
    assert (count > 0) == case["should_match"]
    assert case["expected_count"] in (None, count)


@pytest.mark.parametrize(
    ("keyword", "text", "count"),
    [
        ("ces", "license, CES 2024", 1),
        ("ai", "AI技术，用AI做，the main AI", 3),
        ("ai", "ai+医疗", 1),
        ("ai", "#ai#", 1),
        ("ai", "ai2 2ai openai", 0),
        ("5g", "5G、15G、5GB", 1),
        ("c", "c语言 c++ c# c", 2),
        ("c", "#c#", 1),
        ("c++", "学习c++的objc++", 1),
        ("c#", "c#语言", 1),
        ("notepad", "notepad++", 0),
        (".net", "asp.net与.NET", 2),
        ("tcp/ip", "TCP/IP协议", 1),
        ("3.0", "web 3.0, 13.0, 3.01", 1),
        ("привет", "Привет, приветствие", 1),
        ("深度学习", "深度学习框架，深度\n学习", 2),
        ("深度学习", "深度\n\n学习", 0),
        ("和服", "产品和服务", 0),
        ("茶", "茶叶、喝茶、茶", 3),
        ("知识图谱", "知识图谱的知识图谱", 2),
        ("哈哈", "哈哈，哈哈", 2),
        ("c语言", "C语言，C 语言", 2),
        ("ai 技术", "AI技术，AI 技术", 2),
        ("windows 11", "Windows 11系统 windows11", 1),
    ],
)
def test_a_keyword_counts_where_it_is_a_word(keyword: str, text: str, count: int) -> None:
    assert matches([keyword], text).get(keyword, 0) == count


def test_keywords_inside_each_other_all_count() -> None:
    assert matches(["机器学习", "学习", "机器"], "机器学习") == {"机器学习": 1, "学习": 1, "机器": 1}


def test_a_keyword_that_overlaps_itself_counts_once() -> None:
    assert matches(["- -"], "- - - -") == {"- -": 2}
    assert matches(["ab ab"], "ab ab ab") == {"ab ab": 1}


def test_two_spellings_of_one_place_count_for_both_keywords() -> None:
    assert matches(["c语言", "c 语言"], "c 语言") == {"c语言": 1, "c 语言": 1}


def test_words_are_cut_only_when_a_hit_depends_on_them() -> None:
    matcher = KeywordMatcher(["ai", "茶叶"], Blank())
    assert matcher.matches("ai 与咖啡") == {0: 1}
    assert matcher.matches("茶叶", lambda text: Words([text])) == {1: 1}


def test_many_texts_at_once_are_like_one_by_one() -> None:
    keywords = ["茶叶", "和服", "ai", "茶"]
    texts = ["茶", "叶", "", "产品和服务", "日本和服", "ＡＩ\0茶葉", "\n茶\n\n叶\n", "op", "en", "AI"]
    matcher = KeywordMatcher(keywords, load_segmenter())
    assert matcher.present(texts) == [frozenset(matcher.matches(fold(text.replace("\0", " ")))) for text in texts]
    assert matcher.present(texts)[0] == {3}
    assert matcher.present(texts)[5] == {0, 2, 3}
    assert matcher.present([]) == []


@pytest.mark.parametrize(
    ("keyword", "text", "count"),
    [
        ("neural network", "neural networks and a Neural Network", 2),
        ("crawler", "crawlers crawler crawling", 2),  # crawl is another word
        ("training", "we train and trained a training set", 3),
        ("study", "studies, studying", 2),
        ("docker", "dockerfile docker", 1),
        ("news", "new", 0),  # as it stands in the stemmer's list of exceptions
        ("gpu", "gpus", 0),  # three letters: a name or an abbreviation
        ("机器 learning", "机器 learned", 1),
        ("machine-learning", "machine-learned", 1),
        ("c++ programming", "c++ programs, c++ programmed", 2),
    ],
)
def test_the_last_english_word_is_found_by_its_stem(keyword: str, text: str, count: int) -> None:
    matcher = KeywordMatcher([fold(keyword)], load_segmenter())
    assert matcher.matches(fold(text))[0] == count


def test_without_stems_words_are_found_as_they_stand() -> None:
    assert KeywordMatcher(["crawler"], load_segmenter(), stems=False).matches("crawlers") == {}


def test_synonyms_count_for_one_keyword() -> None:
    matcher = KeywordMatcher([("大模型", "大语言模型", "llm"), "模型"], load_segmenter())
    assert matcher.matches("大语言模型（llm）也叫大模型")[0] == 3
