"""The order over hosts stays small, however often a host's place in it changes."""

from __future__ import annotations

import tracemalloc

from topicspider.frontier.hosts import Head, HostOrder, HostQueue

CHANGES = 100_000


def order_of(*hosts: HostQueue) -> HostOrder:
    order = HostOrder()
    for host in hosts:
        order.register(host)
        host.put(Head(-0.5, host.id))
        order.update(host)
    return order


def held_by_changes(order: HostOrder, host: HostQueue) -> int:
    """Return the bytes that stay in use when the best score of *host* has changed many times."""
    tracemalloc.start()
    for number in range(CHANGES):
        host.heads = [Head(-0.1 - number / CHANGES / 10, host.id)]
        order.update(host)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def test_places_that_a_host_has_left_are_forgotten() -> None:
    best, other = HostQueue(1, "a.example"), HostQueue(2, "b.example")
    order = order_of(best, other)
    assert held_by_changes(order, other) < 4_000_000  # of 100,000 places it would be 20 MB
    assert order.best(0.0) is best
    order.take(best, 0.0)
    order.update(best)
    assert order.best(0.0) is other
    assert order.take(other, 0.0) == Head(-0.1 - (CHANGES - 1) / CHANGES / 10, other.id)


def test_a_host_that_rests_has_one_place_among_those_that_rest() -> None:
    host = HostQueue(1, "a.example")
    order = order_of(host)
    order.hold(host, 3600.0)
    assert held_by_changes(order, host) < 1_000_000
    assert order.best(3599.0) is None
    assert order.ready_at() == 3600.0
    assert order.best(3600.0) is host
