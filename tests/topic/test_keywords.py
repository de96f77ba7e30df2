import json
import math
import random
from pathlib import Path

import pytest

from topicspider.exceptions import KeywordFileError
from topicspider.topic.keywords import load_keywords, names_of, read_keyword_file

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "keywords_manifest.json").read_text("utf-8"))["cases"]
GENERATED = ("keywords/big.txt", "keywords/long_line.txt")


def loaded(directory: Path, text: str) -> dict[str, float]:
    path = directory / "words.txt"
    path.write_text(text, "utf-8")
    return load_keywords(path)


@pytest.mark.parametrize("case", [case for case in CASES if case["file"] not in GENERATED], ids=lambda case: case["id"])
def test_recorded_files(case: dict[str, str]) -> None:
    path = FIXTURES / case["file"]
    if case["expected_error"]:
        with pytest.raises(KeywordFileError, match=case["expected_error"]) as caught:
            load_keywords(path)
        assert str(path) in str(caught.value)
    else:
        assert load_keywords(path) == case["expected"]


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("茶叶\t3\n绿茶\t0.5", {"茶叶": 3, "绿茶": 0.5}),
        ("茶叶\t\t３ ", {"茶叶": 3}),
        ("茶叶 3\n绿茶　２", {"茶叶": 3, "绿茶": 2}),
        ("windows 11\n2022", {"windows 11": 1, "2022": 1}),
        ("windows 11\t2", {"windows 11": 2}),
        ("奥运会 2008\t2", {"奥运会 2008": 2}),
        ("茶叶、绿茶，红茶;白茶；黑茶, 花茶", dict.fromkeys(["茶叶", "绿茶", "红茶", "白茶", "黑茶", "花茶"], 1)),
        ("茶叶、绿茶\t3", {"茶叶": 3, "绿茶": 3}),
        ("茶叶 2、绿茶\t3", {"茶叶": 2, "绿茶": 3}),
        ("茶叶 2、绿茶", {"茶叶": 2, "绿茶": 1}),
        ("茶叶\t3、绿茶\t2", {"茶叶": 3, "绿茶": 2}),
        ("-游戏\n茶", {"游戏": -1, "茶": 1}),
        ("－游戏\t2\n茶", {"游戏": -2, "茶": 1}),
        ("-游戏 2\n茶", {"游戏": -2, "茶": 1}),
        ("# 茶\n  \n绿茶", {"绿茶": 1}),
        ("#" * 300 + "\n绿茶", {"绿茶": 1}),
        ("C#\n.NET\ne-mail", {"c#": 1, ".net": 1, "e-mail": 1}),
        ("Machine   Learning", {"machine learning": 1}),
        ("機器學習", {"機器學習": 1}),
        ("机器\u200b学习", {"机器学习": 1}),
        ("冯．诺依曼", {"冯·诺依曼": 1}),
        ("茶叶\r绿茶\r\n红茶", {"茶叶": 1, "绿茶": 1, "红茶": 1}),
        ("-----\n茶", {"茶": 1}),
    ],
)
def test_the_grammar(tmp_path: Path, text: str, keywords: dict[str, float]) -> None:
    assert loaded(tmp_path, text) == keywords


@pytest.mark.parametrize("weight", ["高", "-1", "nan", "inf", "1000.5", "1e9", "3,5", "3\tn", "50%"])
def test_a_bad_weight_names_its_line(tmp_path: Path, weight: str) -> None:
    with pytest.raises(KeywordFileError, match=r"words\.txt: bad weight on line 2: '"):
        loaded(tmp_path, f"绿茶\n茶叶\t{weight}\n")


@pytest.mark.parametrize("line", ["奥运会 2008", "茶叶 -1", "茶叶 1001"])
def test_a_bad_weight_after_spaces_is_bad_too(tmp_path: Path, line: str) -> None:
    with pytest.raises(KeywordFileError, match="bad weight on line 1"):
        loaded(tmp_path, line)


@pytest.mark.parametrize("text", ["", "\n \n", "# 茶叶\n", "茶叶\t0\n绿茶 0\n", "-茶叶\n", "----"])
def test_a_file_without_a_positive_keyword_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(KeywordFileError, match="no keyword with a weight above 0"):
        loaded(tmp_path, text)


def test_a_long_line_is_refused_with_its_number(tmp_path: Path) -> None:
    with pytest.raises(KeywordFileError, match="line 2 has 10000 characters"):
        loaded(tmp_path, "绿茶\n" + "茶" * 10_000)
    assert loaded(tmp_path, "茶" * 200) == {"茶" * 200: 1}


@pytest.mark.parametrize("other", ["茶葉\t3", "茶叶\t3", "茶叶 3"])
def test_a_repeated_keyword_is_one_with_a_warning(tmp_path: Path, other: str, caplog: pytest.LogCaptureFixture) -> None:
    assert loaded(tmp_path, f"茶叶\t3\n绿茶\n{other}\n") == {"茶叶": 3, "绿茶": 1}
    assert "repeated, counted once: 1, the first is" in caplog.text
    assert "line 3" in caplog.text


@pytest.mark.parametrize("other", ["茶叶\t2", "茶葉", "-茶叶\t3"])
def test_a_repeated_keyword_with_another_weight_names_both_lines(tmp_path: Path, other: str) -> None:
    with pytest.raises(KeywordFileError, match=r"'茶叶' has the weight 3 on line 1 and .* on line 3"):
        loaded(tmp_path, f"茶叶\t3\n绿茶\n{other}\n")


def test_weight_zero_is_ignored_with_one_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert loaded(tmp_path, "茶叶\t0\n红茶 0\n绿茶") == {"绿茶": 1}
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == [
        "keywords with weight 0 ignored: 2, the first is '茶叶' on line 1"
    ]


def test_fifty_thousand_keywords(tmp_path: Path) -> None:
    keywords = loaded(tmp_path, "\n".join(f"主题词{number:05}号" for number in range(50_000)))
    assert len(keywords) == 50_000
    assert keywords["主题词04999号"] == 1


def test_shuffled_lines_give_the_same_keywords(tmp_path: Path) -> None:
    lines = ["茶叶\t3", "绿茶", "-咖啡\t2", "e-mail", "绿茶"]
    expected = loaded(tmp_path, "\n".join(lines))
    for seed in range(5):
        random.Random(seed).shuffle(lines)
        assert loaded(tmp_path, "\n".join(lines)) == expected


class TestSynonyms:
    def test_a_group_is_one_keyword_with_its_names(self, tmp_path: Path) -> None:
        path = tmp_path / "k.txt"
        path.write_text("大模型 = 大语言模型 = LLM\t3\n-游戏 = 手游\n", "utf-8")
        assert load_keywords(path) == {"大模型 = 大语言模型 = llm": 3.0, "游戏 = 手游": -1.0}
        assert names_of("大模型 = 大语言模型 = llm") == ("大模型", "大语言模型", "llm")

    def test_an_equals_sign_without_spaces_is_part_of_the_keyword(self, tmp_path: Path) -> None:
        path = tmp_path / "k.txt"
        path.write_text("E=mc2\n", "utf-8")
        assert load_keywords(path) == {"e=mc2": 1.0}

    def test_a_name_in_two_groups_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "k.txt"
        path.write_text("大模型 = LLM\n语言模型 = llm\n", "utf-8")
        with pytest.raises(KeywordFileError, match=r"'llm' stands on line 1 and 2; keep one of the two"):
            load_keywords(path)


class TestThreshold:
    def test_the_file_can_name_it(self, tmp_path: Path) -> None:
        path = tmp_path / "k.txt"
        path.write_text("@threshold 0.12\n茶叶\n", "utf-8")
        assert read_keyword_file(path) == ({"茶叶": 1.0}, 0.12, False)

    @pytest.mark.parametrize("line", ["@threshold", "@threshold x", "@threshold 0", "@threshold -1", "@threshold nan"])
    def test_a_bad_one_is_told(self, tmp_path: Path, line: str) -> None:
        path = tmp_path / "k.txt"
        path.write_text(f"茶叶\n{line}\n", "utf-8")
        with pytest.raises(KeywordFileError, match=r"bad threshold on line 2: '@threshold.*'; write a number above 0"):
            load_keywords(path)

    def test_two_are_told(self, tmp_path: Path) -> None:
        path = tmp_path / "k.txt"
        path.write_text("@threshold 0.1\n@threshold 0.2\n茶叶\n", "utf-8")
        with pytest.raises(KeywordFileError, match="stands on line 1 and 2"):
            load_keywords(path)


class TestWeightsOfTheFile:
    def test_without_weights_a_keyword_weighs_what_the_others_say_of_it(self, tmp_path: Path) -> None:
        path = tmp_path / "k.txt"
        path.write_text("茶\n绿茶\n绿茶冲泡\n-游戏\n", "utf-8")
        weights = read_keyword_file(path).weighted()
        assert weights == pytest.approx({"茶": 1 + math.log(3), "绿茶": 1 + math.log(2), "绿茶冲泡": 1, "游戏": -1})

    def test_one_weight_in_the_file_is_enough_to_take_all_literally(self, tmp_path: Path) -> None:
        path = tmp_path / "k.txt"
        path.write_text("茶\n绿茶\t2\n", "utf-8")
        assert read_keyword_file(path).weighted() == {"茶": 1.0, "绿茶": 2.0}
