"""What of a text is mainly Chinese."""

from __future__ import annotations

import pytest

from topicspider.page.chinese import chinese_share, mainly_chinese


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("绿茶的采摘", 1.0),
        ("绿茶 tea", 2 / 3),
        ("TCP/IP协议", 2 / 4),
        ("green tea", 0.0),
        ("2024-05-01", 0.0),
        ("", 0.0),
        ("，。！", 0.0),
        ("𠀀", 1.0),
        ("茶 2024 v2", 1 / 2),  # a digit is no word, the v is one
    ],
)
def test_the_share_of_chinese(text: str, share: float) -> None:
    assert chinese_share(text) == pytest.approx(share)


def test_paragraphs_that_are_mainly_chinese_are_kept() -> None:
    parts = ["绿茶的采摘", "Copyright 2024 Green Tea", "绿茶 tea tea tea", "TCP/IP协议", "123"]
    assert mainly_chinese("\n\n".join(parts)) == "绿茶的采摘\n\nTCP/IP协议"
