"""Keywords from example pages: which words, how heavy, and that the numbers are those of the formulas."""

from __future__ import annotations

import math

import pytest

from topicspider.exceptions import ConfigError
from topicspider.topic.candidates import Candidate, Example, find_candidates
from topicspider.topic.idf import load_idf
from topicspider.topic.keywordfile import changes, is_writable, render, reweigh, rewritten
from topicspider.topic.keywords import load_keywords, read_keyword_file
from topicspider.topic.learn import Learned, extract, learn
from topicspider.topic.segmenter import load_segmenter

TEA = [
    Example(f"tea{number}.example", title, text, ("茶文化",) if number % 2 else ())
    for number, (title, text) in enumerate(
        [
            ("绿茶的冲泡", "绿茶用八十度的水冲泡，茶叶在杯中舒展，香气很好。"),
            ("普洱茶怎么存", "普洱茶要放在通风的地方，茶叶越陈越香，冲泡前先醒茶。"),
            ("红茶与茶叶", "红茶是发酵的茶叶，冲泡时间短一些，香气像果子。"),
            ("茶叶的采摘", "春天采摘的茶叶最好，绿茶讲究明前，香气清新。"),
            ("乌龙茶工艺", "乌龙茶是半发酵的茶叶，做青之后香气高扬，冲泡次数多。"),
            ("喝茶的好处", "茶叶里有茶多酚，绿茶最多，冲泡时水不要太烫。"),
        ]
    )
]
OTHERS = [
    Example(f"other{number}.example", title, text)
    for number, (title, text) in enumerate(
        [
            ("足球比赛", "昨天的比赛很精彩，时间到了最后还进球，观众都很高兴。"),
            ("学习编程", "编程需要时间，先学习语言，再写程序，春天开始最好。"),
            ("旅行日记", "我们去了山上，水很清，地方很大，时间过得很快。"),
            ("新手机", "手机的屏幕很好，电池时间长，价格不高。"),
            ("电影评论", "这部电影讲一个地方的故事，最好的是音乐。"),
            ("天气预报", "春天来了，通风的房间里也不冷，水也不冰。"),
        ]
    )
]


def test_what_the_examples_have_in_common_is_learned_and_the_rest_is_not() -> None:
    learned = learn(TEA, OTHERS)
    assert {"茶叶", "冲泡", "香气", "绿茶"} <= {item.keyword for item in learned}
    assert {item.keyword for item in learned}.isdisjoint({"时间", "最好", "地方", "春天"})
    assert learned[0].weight == 10
    assert [item.weight for item in learned] == sorted((item.weight for item in learned), reverse=True)


def test_the_numbers_are_those_of_the_formulas() -> None:
    """茶叶 is in all six examples, in two titles; no other page has it. Sites have one page each."""
    (tea,) = [item for item in learn(TEA, OTHERS, top=100) if item.keyword == "茶叶"]
    found, rate = 6 + 2, 0.2 / 7  # evidence; (0 seen + 0.2) / (6 pages + 1)
    lift = math.exp(math.log(found / 6 / rate) - 2 * math.sqrt(1 / found + 1 / 1.2))
    assert tea.lift == pytest.approx(lift)
    assert (tea.pages, tea.background) == (6, pytest.approx(rate))

    (brew,) = [item for item in learn(TEA, OTHERS, top=100) if item.keyword == "冲泡"]
    in_text, in_title = 5, 1
    values = []
    for word, evidence in (("茶叶", 8.0), ("冲泡", float(in_text + in_title))):
        keyness = math.sqrt(2 * (evidence * math.log(evidence / (6 * rate)) - (evidence - 6 * rate)))
        keyness *= math.sqrt(load_idf()[word])
        specificity = math.log(evidence / 6 / rate) - 2 * math.sqrt(1 / evidence + 1 / 1.2)
        values.append(math.sqrt(keyness * specificity) ** 3)
    assert brew.weight / tea.weight == pytest.approx(values[1] / values[0])


def test_what_one_site_writes_again_and_again_is_not_the_topic() -> None:
    template = [page.__class__("one.example", page.title, page.text + "小明工作室出品") for page in TEA[:3]]
    assert "工作室" not in {item.keyword for item in learn([*template, *TEA[3:]], OTHERS)}


def test_pages_of_one_site_count_less_each() -> None:
    many = [Example("one.example", "", "茶叶") for _ in range(4)]
    (item,) = learn([*many, Example("two.example", "", "茶叶")], OTHERS)
    found = 4 / 2 + 1  # 4 pages of weight 1/√4, one of 1
    assert item.lift == pytest.approx(math.exp(math.log(1 / (0.2 / 7)) - 2 * math.sqrt(1 / found + 1 / 1.2)))


def test_the_name_of_the_topic_is_the_first_keyword() -> None:
    learned = learn(TEA, OTHERS, name="茶")
    assert (learned[0].keyword, learned[0].weight) == ("茶", 10)
    again = learn(TEA, OTHERS, name="茶叶")
    assert [item.keyword for item in again].count("茶叶") == 1


def test_negatives_lower_their_words() -> None:
    weights = {item.keyword: item.weight for item in learn(TEA, OTHERS, top=100)}
    against = [Example(f"n{number}.example", "冲泡咖啡", "冲泡咖啡，香气很浓，冲泡时间短。") for number in range(4)]
    lowered = {item.keyword: item.weight for item in learn(TEA, OTHERS, negatives=against, top=100)}
    assert lowered.get("冲泡", 0) < weights["冲泡"]
    assert lowered["茶叶"] == 10


def test_a_word_inside_a_longer_keyword_is_no_evidence_of_its_own() -> None:
    pages = [Example(f"a{number}.example", "", "机器学习" * 3) for number in range(4)]
    found = {item.keyword for item in learn(pages, OTHERS)}
    assert "机器学习" in found or "机器 学习" in found
    assert "机器" not in found


def test_phrases_of_two_words_are_candidates() -> None:
    pages = [Example(f"a{number}.example", "", "我们训练语言模型，neural network 很大") for number in range(3)]
    candidates = find_candidates(pages, load_segmenter())
    assert Candidate("语言模型", ("语言", "模型")) in candidates
    assert Candidate("neural network", ("neural", "network")) in candidates


def test_without_a_background_tables_stand_in() -> None:
    learned = {item.keyword for item in learn(TEA)}
    assert {"茶叶", "冲泡"} <= learned
    assert len(learned) <= 20


def test_one_page_is_enough_to_learn_something() -> None:
    assert learn(TEA[:1])


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ([], "there is no example page to learn from"),
        ([Example("a.example", "", "。，！"), Example("b.example", "", "")], "have no words in common"),
    ],
)
def test_what_nothing_can_be_learned_from_is_said_in_one_line(examples: list[Example], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        learn(examples)


def test_jiebas_own_extraction() -> None:
    learned = extract(TEA, name="茶", top=5)
    assert learned[0].keyword == "茶"
    assert "茶叶" in {item.keyword for item in learned}
    assert len(learned) == 6
    with pytest.raises(ConfigError, match="have no text"):
        extract([Example("a.example", "", "")])


class TestKeywordFile:
    def test_what_was_written_reads_the_same(self, tmp_path) -> None:
        learned = learn(TEA, OTHERS, name="茶")
        path = tmp_path / "tea.txt"
        path.write_text(render(learned, about=["茶: learned"], examples=6, threshold=0.1234), "utf-8")
        read = read_keyword_file(path)
        assert read.keywords == {item.keyword: pytest.approx(item.weight, abs=0.006) for item in learned}
        assert read.threshold == 0.123
        assert "# on 6 of 6 examples" in path.read_text("utf-8")

    @pytest.mark.parametrize("keyword", ["a,b", "a、b", "-a", "#a", "@a", "a = b", "a\tb"])
    def test_what_a_keyword_file_cannot_hold_is_no_keyword(self, keyword: str) -> None:
        assert not is_writable(keyword)

    def test_c_sharp_and_c_plus_plus_can_stand_in_it(self) -> None:
        assert is_writable("c#")
        assert is_writable("c++")

    def test_reweighing_takes_half_of_the_old_and_half_of_the_new(self) -> None:
        old = {"茶叶": 4.0, "咖啡": 2.0, "游戏": -1.0, "冲泡": -1.0, "大红袍 = 岩茶": 1.0}
        learned = [Learned("茶叶", 10, 5, 0.0, 9), Learned("冲泡", 5, 4, 0.0, 9), Learned("岩茶", 2.5, 3, 0.0, 9)]
        new = reweigh(old, [*learned, Learned("香气", 5, 3, 0.0, 9)])
        assert new == {"茶叶": 4.0, "咖啡": 1.0, "游戏": -1.0, "大红袍 = 岩茶": 1.0, "香气": 1.0}
        assert [str(change) for change in changes(old, new)] == ["~ 咖啡\t2.00 → 1.00", "- 冲泡\t-1.00", "+ 香气\t1.00"]

    def test_a_rewritten_file_keeps_its_head(self, tmp_path) -> None:
        text = "# 茶\n\n@threshold 0.2\n茶叶\t3\n# a remark\n咖啡\n"
        path = tmp_path / "tea.txt"
        path.write_text(rewritten(text, {"茶叶": 3.0, "游戏": -2.0}), "utf-8")
        assert path.read_text("utf-8") == "# 茶\n\n@threshold 0.2\n茶叶\t3\n-游戏\t2\n"
        assert load_keywords(path) == {"茶叶": 3.0, "游戏": -2.0}
