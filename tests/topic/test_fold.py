import random

import pytest

from topicspider.topic.characters import CONTEXT, code_point_table
from topicspider.topic.fold import SEPARATOR, fold, fold_all, fold_reference, keyword_form


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ＡＩ技术", "ai技术"),
        ("Straße", "strasse"),
        ("機器學習", "机器学习"),
        ("乾燥", "干燥"),
        ("机器\u200b学\u00ad习", "机器学习"),
        ("❤\ufe0f", "❤"),
        ("冯•诺依曼 冯・诺依曼 冯･诺依曼 冯．诺依曼 冯‧诺依曼", " ".join(["冯·诺依曼"] * 5)),
        ("３．５", "3.5"),
        ("冯．．诺", "冯..诺"),
        ("第．", "第."),
        ("15℃……①㎡", "15°c......1m2"),
        ("e\u0301te\u0301", "été"),
        ("\u1112\u1161\u11ab", "한"),
        ("a\ud800b", "a\ufffdb"),
        ("", ""),
    ],
)
def test_characters_are_folded(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold_reference(text) == folded


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("深度\n    学习", "深度学习"),
        ("深度\r\n学习", "深度学习"),
        ("深度 学习", "深度 学习"),
        ("深度　 \t学习", "深度 学习"),
        ("深度\u00a0学习", "深度 学习"),
        ("deep\nlearning", "deep learning"),
        ("深度\nlearning", "深度 learning"),
        ("深度。\n学习", "深度。 学习"),
        ("茶叶\n\n绿茶", "茶叶\n\n绿茶"),
        ("茶叶 \n \r\n\n 绿茶", "茶叶\n\n绿茶"),
        ("茶叶\r绿茶\u2028红茶", "茶叶绿茶红茶"),
        ("\n茶", " 茶"),
        ("茶\n", "茶 "),
    ],
)
def test_white_space_is_laid_out(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold_reference(text) == folded


def test_the_table_agrees_with_the_reference_on_every_character() -> None:
    table, _ = code_point_table()
    for start in (*range(0, 0x33000, 0x1000), 0xE0000, 0x10F000):
        codes = range(start, start + 0x1000)
        text = "中a".join(chr(code) for code in codes if table[code] != CONTEXT)
        assert fold(text) == fold_reference(text)


def test_the_table_agrees_with_the_reference_on_mixed_text() -> None:
    choose = random.Random(7)
    alphabet = "aÉßﬁ１中國學．·・ \n\r\t\u3000\u200b\ufe0f\u0301…℃①ﾊﾞ각가\U00020000\U0001d400\u2028\ud800"
    for _ in range(3000):
        text = "".join(choose.choices(alphabet, k=choose.randrange(12)))
        assert fold(text) == fold_reference(text), text


def test_folding_twice_changes_nothing() -> None:
    for block in range(0, 0x30000, 0x1000):
        text = " ".join(chr(code) for code in range(block, block + 0x1000))
        assert fold(fold(text)) == fold(text)


def test_many_texts_are_folded_at_once() -> None:
    assert fold_all(["ＡＩ", "茶\0葉\n", "", "中\n國"]).split(SEPARATOR) == ["ai", "茶 叶 ", "", "中国"]


def test_a_keyword_keeps_its_traditional_characters() -> None:
    assert keyword_form("機器學習ＡＩ") == "機器學習ai"
    assert keyword_form("冯．诺依曼") == "冯·诺依曼"
