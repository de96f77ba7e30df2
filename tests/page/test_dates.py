"""From the ways pages write a date to a moment in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from topicspider.page.dates import CHINA, find_dates, is_plausible, moment, parse_date

NOON = datetime(2024, 5, 1, 4, 30, tzinfo=UTC)
"""Half past twelve in China."""
MIDNIGHT = datetime(2024, 4, 30, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-01 12:30", NOON),
        ("2024-05-01T12:30:00+08:00", NOON),
        ("2024-05-01T12:30:00.123456789+0800", NOON),
        ("2024-05-01T12:30+08", NOON),
        ("2024-05-01T04:30:00Z", NOON),
        ("2024-05-01 04:30:00 UTC", NOON),
        ("2024-04-30T21:30:00-07:00", NOON),
        ("2024-05-01T10:00:00+05:30", NOON),
        ("2024-05-01 12:30:00 +0800 CST", NOON),
        ("2024-05-01 12:30 CST", NOON),
        ("2024/5/1 12:30", NOON),
        ("2024.05.01 12：30", NOON),
        ("2024年5月1日 12时30分", NOON),
        ("2024 年 5 月 1 日 星期三 12:30", NOON),
        ("2024年05月01日（周三）中午12点30分", NOON),
        ("2024-05-02 上午12:30", NOON + timedelta(hours=12)),
        ("2024-05-01 下午4:30", NOON + timedelta(hours=4)),
        ("2024-05-01 下午12:30", NOON),
        ("2024-05-01 4:30 PM", NOON + timedelta(hours=4)),
        ("20240501123000", NOON),
        ("20240501T043000Z", NOON),
        ("1714537800", NOON),
        ("1714537800123", NOON),
        ("Wed, 01 May 2024 12:30:00 +0800", NOON),
        ("Wed, 01 May 2024 04:30:00 GMT", NOON),
        ("Tue, 30 Apr 2024 21:30:00 PDT", NOON),
        ("Wed May 01 2024 12:30:00 GMT+0800 (China Standard Time)", NOON),
        ("May 1, 2024 12:30", NOON),
        ("May 1st, 2024 at 4:30 p.m.", NOON + timedelta(hours=4)),
        ("1 May 2024 12:30", NOON),
        ("2024-05-01", MIDNIGHT),
        ("20240501", MIDNIGHT),
        ("  2024年5月1日\n", MIDNIGHT),
        ("1-May-2024", MIDNIGHT),
        ("Wednesday, May 1, 2024", MIDNIGHT),
        ("2024-02-29", datetime(2024, 2, 28, 16, tzinfo=UTC)),
        ("Sept. 3, 2020", datetime(2020, 9, 2, 16, tzinfo=UTC)),
    ],
)
def test_a_date_is_read(text: str, expected: datetime) -> None:
    when = parse_date(text, CHINA)
    assert when == expected
    assert when.tzinfo is UTC


@pytest.mark.parametrize(
    "text",
    [
        *("", "today", "3 days ago", "2024", "2024-05", "May 2024", "12:30", "2023-02-29", "2024-13-01", "2024-05-32"),
        *("20241301", "1.2024.05.01", "12024-05-01", "171453780", "2024-05/01", "0001-01-01T00:00:00Z", "Mai 1, 2024"),
        *("31 April 2024", "2024-05-01T12:30+99:00"),
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert parse_date(text, UTC) is None


def test_the_zone_is_that_of_the_page_where_none_is_named() -> None:
    new_york = timezone(timedelta(hours=-4))
    assert parse_date("2024-05-01 12:30", new_york) == datetime(2024, 5, 1, 16, 30, tzinfo=UTC)
    assert parse_date("2024-05-01 12:30Z", new_york) == datetime(2024, 5, 1, 12, 30, tzinfo=UTC)


def test_cst_is_time_of_china_on_a_chinese_page_only() -> None:
    assert parse_date("2024-05-01 12:30 CST", UTC) == datetime(2024, 5, 1, 18, 30, tzinfo=UTC)


def test_dates_are_found_in_text() -> None:
    text = "发布：2024-05-01 12:30 编辑：2024年5月2日，version 1.2024.5.3, on May 4, 2024 and 5 May 2024."
    days = [moment(match, UTC) for match in find_dates(text)]
    assert days == [
        datetime(2024, 5, 1, 12, 30, tzinfo=UTC),
        *(datetime(2024, 5, day, tzinfo=UTC) for day in (2, 4, 5)),
    ]


@pytest.mark.parametrize(
    ("when", "plausible"),
    [
        (datetime(1989, 12, 31, tzinfo=UTC), False),
        (datetime(1990, 1, 1, tzinfo=UTC), True),
        (NOON, True),
        (NOON + timedelta(days=1), True),  # somewhere it is tomorrow
        (NOON + timedelta(days=1, seconds=1), False),
    ],
)
def test_a_page_is_no_older_than_the_web_and_not_of_the_future(when: datetime, plausible: bool) -> None:
    assert is_plausible(when, NOON) is plausible
