"""How long a host that fails is left alone."""

from __future__ import annotations

from topicspider.frontier.care import HostCare

A, B = ("http://a.test", "a.test"), ("http://b.test", "b.test")
HTTPS = ("https://a.test", "a.test")


def test_each_failure_in_a_row_doubles_the_wait_until_the_host_is_given_up() -> None:
    care = HostCare(first=2.0, patience=5)
    assert [care.failed(*A) for _ in range(6)] == [2.0, 4.0, 8.0, 16.0, None, None]


def test_hosts_are_counted_apart_and_an_answer_clears_a_host() -> None:
    care = HostCare(first=2.0)
    assert [care.failed(*A), care.failed(*B), care.failed(*A)] == [2.0, 2.0, 4.0]
    care.answered(*A)
    care.answered("http://never.test", "never.test")
    assert [care.failed(*A), care.failed(*B)] == [2.0, 4.0]


def test_a_host_gets_the_time_that_it_asks_for() -> None:
    care = HostCare(first=2.0, longest=600.0)
    assert care.failed(*A, 30.0) == 30.0
    assert care.failed(*A, 1.0) == 4.0  # less than what it waits anyway
    assert care.failed(*A, 600.0) == 600.0
    assert care.failed(*B, 601.0) is None


def test_a_host_that_answers_elsewhere_is_not_held_for_a_dead_origin() -> None:
    care = HostCare(first=2.0)
    care.answered(*A)
    assert [care.failed(*HTTPS) for _ in range(9)] == [0.0] * 9
    assert care.failed(*A) == 2.0
