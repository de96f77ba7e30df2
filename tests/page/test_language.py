"""The language of a page: declared, and checked against its letters."""

from __future__ import annotations

import pytest

from topicspider.page.language import language_of_text, language_tag, read_language

CHINESE = "今天我们来谈谈绿茶的采摘和保存，以及怎样泡出一杯好茶来招待客人。"
JAPANESE = "今日は緑茶の摘み方と保存について、そしておいしいお茶の入れ方を話しましょう。"
KOREAN = "오늘은 녹차를 따고 보관하는 방법과 맛있는 차를 우리는 방법을 이야기합니다."
RUSSIAN = "Сегодня мы говорим о зелёном чае, о сборе и хранении его листьев."
ENGLISH = (
    "Today we speak of the green tea, of the picking and the storing of leaves and how to brew a cup in the morning."
)
FRENCH = "Aujourd'hui nous parlons du thé vert, de la cueillette et de la conservation des feuilles, et de la tasse."


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        *(
            ("zh", "zh"),
            ("zh-CN", "zh"),
            ("zh_CN.UTF-8", "zh"),
            ("zh-Hans", "zh"),
            ("zh-Hans-SG", "zh"),
            ("ZH-CN", "zh"),
        ),
        *(("zh-CHS", "zh"), ("zh-TW", "zh-hant"), ("zh_HK", "zh-hant"), ("zh-Hant-MO", "zh-hant"), ("cn", "zh")),
        *(("en-US", "en"), (" en ", "en"), ("en, fr", "en"), ("pt-BR", "pt"), ("jp", "ja"), ("yue-Hant-HK", "yue")),
        *(("", None), ("english", None), ("x", None), ("{{lang}}", None), ("*", None)),
    ],
)
def test_a_tag(tag: str, expected: str | None) -> None:
    assert language_tag(tag) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CHINESE, "zh"),
        (JAPANESE, "ja"),
        (KOREAN, "ko"),
        (RUSSIAN, "ru"),
        (ENGLISH, "en"),
        (FRENCH, None),
        (CHINESE + " def brew(tea): return cup" * 5, "zh"),
        (CHINESE.replace("的", "の"), "zh"),  # for decoration
        (ENGLISH * 3 + " 中文 日本語 한국어 Русский", "en"),
        ("绿茶" * 9 + "tea", "zh"),
        ("绿茶 tea", None),
        ("1234567890 " * 9, None),
        ("", None),
        ("\ud800" * 30, None),
    ],
)
def test_the_language_of_a_text(text: str, expected: str | None) -> None:
    assert language_of_text(text) == expected


@pytest.mark.parametrize(
    ("declared", "text", "charset", "expected"),
    [
        (["zh-CN"], CHINESE, "utf-8", "zh"),
        (["en"], CHINESE, "utf-8", "zh"),  # the default of a template
        (["", "zh-TW"], CHINESE, "utf-8", "zh-hant"),
        (["en", "zh-TW"], CHINESE, "utf-8", "zh-hant"),
        ([], CHINESE, "big5", "zh-hant"),
        (["yue"], CHINESE, "utf-8", "yue"),
        (["zh-CN"], JAPANESE, "utf-8", "ja"),
        (["zh-CN"], ENGLISH, "gb18030", "en"),
        (["uk"], RUSSIAN, "utf-8", "uk"),
        (["en"], RUSSIAN, "utf-8", "ru"),
        (["fr"], FRENCH, "utf-8", "fr"),
        ([], FRENCH, "utf-8", None),
        (["zh-CN"], "", "utf-8", "zh"),
        (["?", "de_DE"], "", "utf-8", "de"),
        ([], "", "gb18030", "zh"),
        ([], "", "EUC-JP", "ja"),
        ([], "", "utf-8", None),
    ],
)
def test_the_text_is_asked_before_what_is_declared(
    declared: list[str], text: str, charset: str, expected: str | None
) -> None:
    assert read_language(declared, [text], charset) == expected
