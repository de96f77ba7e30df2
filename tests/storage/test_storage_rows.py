from __future__ import annotations

import hashlib
import math
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from topicspider.storage.rows import cut_columns, row_of, url_hash

if TYPE_CHECKING:
    from collections.abc import Callable


def test_text_is_cut_at_a_character_and_the_columns_are_told(page: Callable[..., Any]) -> None:
    item = page("a", title="𠮷" * 513, anchor="𠮷" * 512, author="\0" + "x" * 255, etag="e" * 600)
    row = row_of(item)
    assert (row["title"], row["anchor"], row["author"]) == ("𠮷" * 512, "𠮷" * 512, "x" * 255)
    assert cut_columns(item) == ["title", "etag"]


def test_the_hash_is_of_the_whole_url(page: Callable[..., Any]) -> None:
    urls = ["http://e.example/" + "a" * 20_000 + end for end in "bc"]
    first, second = (row_of(page(url=url)) for url in urls)
    assert first["url"] == second["url"]
    assert first["url_hash"] == hashlib.md5(urls[0].encode()).digest() != second["url_hash"]


def test_the_hash_of_a_url_with_half_a_surrogate_pair() -> None:
    assert url_hash("http://e.example/\ud800") == url_hash("http://e.example/\ufffd")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("status", 2**40, 2**31 - 1),
        ("depth", -(2**40), -(2**31)),
        ("content_length", 2**70, 2**63 - 1),
        ("simhash", 2**64 - 1, -1),
        ("simhash", 2**63, -(2**63)),
        ("simhash", np.uint64(5), 5),
        ("simhash", None, None),
        ("relevance", math.nan, 0.0),
        ("score", math.inf, 0.0),
        ("score", np.float32(0.5), 0.5),
        ("relevant", np.bool_(True), True),
        ("content_md5", "", None),
        ("topic", " 茶 ", "茶"),
        (
            "published_at",
            datetime(2024, 1, 1, 8, tzinfo=timezone(timedelta(hours=8))),
            datetime(2024, 1, 1, tzinfo=UTC),
        ),
        ("published_at", datetime(2024, 1, 1), datetime(2024, 1, 1, tzinfo=UTC)),  # noqa: DTZ001
        ("published_at", datetime.min.replace(tzinfo=timezone(timedelta(hours=8))), None),
        ("last_modified", datetime(999, 12, 31, tzinfo=UTC), None),
    ],
)
def test_values_fit_their_column(page: Callable[..., Any], name: str, value: object, expected: object) -> None:
    found = row_of(page("a", **{name: value}))[name]
    assert found == expected
    assert type(found) is type(expected)
