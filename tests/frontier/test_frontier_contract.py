"""What every frontier promises. Times are plain numbers: no test waits."""

from __future__ import annotations

import random

import pytest

from topicspider.frontier import Content, FrontierLink, Original, Visit

Link = FrontierLink
SKETCH = bytes(range(1, 33))


def drain(frontier, now=0.0, *, finish=True):
    """Hand out all that can be, and return the URLs in order."""
    urls = []
    while (link := frontier.next(now)) is not None:
        urls.append(link.url)
        if finish:
            frontier.done(link.url)
    return urls


def test_hands_out_the_highest_score_first_whatever_the_host(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.2), Link("http://b.test/1", 0.9), Link("http://a.test/2", 0.5)])
    assert drain(frontier) == ["http://b.test/1", "http://a.test/2", "http://a.test/1"]


def test_ties_are_first_in_first_out(open_frontier):
    frontier = open_frontier()
    urls = [f"http://{host}.test/{n}" for n in range(20) for host in "ab"]
    for url in urls:
        frontier.add([Link(url, 0.5)])
    assert drain(frontier) == urls


def test_scores_are_floats_however_close(open_frontier):
    frontier = open_frontier()
    frontier.add([Link(f"http://a.test/{n}", 0.5 + n * 1e-12) for n in range(50)])
    assert drain(frontier) == [f"http://a.test/{n}" for n in reversed(range(50))]


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_refuses_a_score_that_has_no_order_and_queues_nothing(open_frontier, score):
    frontier = open_frontier()
    with pytest.raises(ValueError, match="http://a.test/bad"):
        frontier.add([Link("http://a.test/good", 0.5), Link("http://a.test/bad", score)])
    assert len(frontier) == 0
    assert frontier.next(0) is None


def test_a_url_is_queued_once_and_counted_once(open_frontier):
    frontier = open_frontier()
    assert frontier.add([Link("http://a.test/1", 0.5), Link("http://a.test/1", 0.4)]) == 1
    assert frontier.add([Link("HTTP://A.test:80/1", 0.3), Link("http://a.test/2", 0.1)]) == 1
    assert len(frontier) == 2
    assert drain(frontier) == ["http://a.test/1", "http://a.test/2"]
    assert frontier.add([Link("http://a.test/1", 1.0)]) == 0
    assert frontier.next(0) is None


def test_a_url_met_again_is_only_raised(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.5, anchor="first"), Link("http://a.test/2", 0.6)])
    frontier.add([Link("http://a.test/1", 0.1, anchor="lower")])
    frontier.add([Link("http://a.test/1", 0.9, anchor="higher")])
    link = frontier.next(0)
    assert (link.url, link.score, link.anchor) == ("http://a.test/1", 0.9, "higher")
    assert len(frontier) == 1


def test_gives_back_all_that_was_known_of_a_link(open_frontier):
    frontier = open_frontier()
    parent = Link("http://a.test/", 1.0)
    frontier.add([parent])
    frontier.next(0)
    link = Link("http://b.test/x?q=茶", 0.7, 3, "http://a.test/", "绿茶", 0.4, 0.25, {"page": 0.5, "anchor": 1.0})
    frontier.done(parent.url, Visit("stored"), [link])
    assert frontier.next(0) == link


def test_waits_for_the_delay_of_a_host_while_others_go_on(open_frontier):
    frontier = open_frontier(delay=2.0)
    frontier.add(
        [Link(f"http://a.test/{n}", 0.9) for n in range(3)] + [Link(f"http://b.test/{n}", 0.1) for n in range(2)]
    )
    assert drain(frontier, 10.0) == ["http://a.test/0", "http://b.test/0"]
    assert frontier.ready_at() == 12.0
    assert drain(frontier, 11.9) == []
    assert drain(frontier, 12.0) == ["http://a.test/1", "http://b.test/1"]
    assert drain(frontier, 14.0) == ["http://a.test/2"]
    assert frontier.ready_at() is None


def test_a_host_has_no_more_slots_than_it_may(open_frontier):
    frontier = open_frontier(host_slots=2)
    frontier.add([Link(f"http://a.test/{n}", 0.9) for n in range(5)] + [Link("http://b.test/", 0.1)])
    assert drain(frontier, finish=False) == ["http://a.test/0", "http://a.test/1", "http://b.test/"]
    assert frontier.ready_at() is None
    frontier.done("http://a.test/0")
    assert drain(frontier, finish=False) == ["http://a.test/2"]
    assert frontier.leased == 3


def test_an_equal_url_of_an_idle_host_goes_before_the_second_of_a_busy_one(open_frontier):
    frontier = open_frontier()
    frontier.add(
        [Link(f"http://a.test/{n}", 0.9) for n in range(3)] + [Link(f"http://b.test/{n}", 0.9) for n in range(3)]
    )
    hosts = [url[7] for url in drain(frontier, finish=False)]
    assert hosts == ["a", "b"] * 3


def test_released_urls_wait_again_with_their_score_and_tries(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.5), Link("http://a.test/2", 0.9)])
    frontier.release(frontier.next(0).url)
    again = frontier.next(0)
    assert (again.url, again.score, again.tries) == ("http://a.test/2", 0.9, 1)
    frontier.release(again.url, tried=False)
    assert frontier.next(0).tries == 1
    assert len(frontier) == 1


def test_failed_urls_do_not_come_again(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.5)])
    frontier.failed(frontier.next(0).url, Visit("failed", reason="TimeoutError"))
    assert frontier.next(0) is None
    assert frontier.totals == (0, 0)
    assert [record.visit.reason for record in frontier.visits()] == ["TimeoutError"]


def test_only_a_leased_url_can_be_finished(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.5)])
    with pytest.raises(KeyError, match="not leased"):
        frontier.done("http://a.test/1")
    assert len(frontier) == 1


def test_leases_and_queue_survive_an_end_without_close(open_frontier):
    first = open_frontier()
    first.add([Link(f"http://h{n % 7}.test/{n}", n / 100) for n in range(100)])
    done = [first.next(0).url for _ in range(30)][:20]
    for url in done:
        first.done(url, Visit("stored", relevant=True), [Link(url + "/child", 0.001)])
    second = open_frontier()
    assert len(second) == 80 + 20
    assert second.totals == (20, 20)
    rest = drain(second)
    assert len(rest) == len(set(rest)) == 100
    assert not set(rest) & set(done)
    assert rest[:10] == [f"http://h{n % 7}.test/{n}" for n in range(79, 69, -1)]


def test_a_url_in_flight_at_every_crash_waits_behind_all_others(open_frontier):
    open_frontier().add([Link("http://a.test/bomb", 0.9), Link("http://a.test/good", 0.1)])
    handed_out = [open_frontier().next(0).url for _ in range(3)]
    frontier = open_frontier()
    assert handed_out == ["http://a.test/bomb"] * 3
    assert drain(frontier) == ["http://a.test/good", "http://a.test/bomb"]


def test_a_clean_close_is_no_try(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9)])
    frontier.next(0)
    frontier.close()
    assert open_frontier().next(0).tries == 0


def test_rescoring_a_host_or_a_pattern_changes_the_order(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/x/1", 0.9), Link("http://a.test/y/1", 0.8), Link("http://b.test/x/1", 0.7)])
    assert frontier.rescore(0.1, host="a.test") == 2
    assert frontier.rescore(5.0, pattern="*/y/*") == 1
    assert drain(frontier) == ["http://b.test/x/1", "http://a.test/y/1", "http://a.test/x/1"]


def test_new_scores_change_the_order_of_what_waits(open_frontier):
    frontier = open_frontier()
    urls = [f"http://{host}.test/{n}" for n in range(20) for host in "ab"]
    frontier.add([Link(url, 1 - n / 100, depth=1) for n, url in enumerate(urls)])
    assert frontier.next(0).url == urls[0]
    changed = {urls[39]: 0.9999, urls[1]: 0.001, urls[2]: 0.98, urls[0]: 0.5, "http://a.test/unknown": 1.0}
    assert frontier.set_scores(changed) == 2, "not the one in flight, not an unknown one, not one that has this score"
    assert drain(frontier) == [urls[39], *urls[2:39], urls[1]]


def test_seeds_keep_their_score(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/seed", 1.0), Link("http://a.test/1", 0.9, depth=1)])
    assert frontier.set_scores({"http://a.test/seed": 0.1}) == 0
    assert drain(frontier) == ["http://a.test/seed", "http://a.test/1"]


def test_a_new_score_that_is_no_number_changes_nothing(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9), Link("http://a.test/2", 0.8)])
    with pytest.raises(ValueError, match="finite"):
        frontier.set_scores({"http://a.test/2": 1.0, "http://a.test/1": float("nan")})
    assert drain(frontier) == ["http://a.test/1", "http://a.test/2"]


def leased(frontier, count):
    frontier.add([Link(f"http://a.test/{n}", 0.5) for n in range(count)])
    return [frontier.next(0).url for _ in range(count)]


def test_content_belongs_to_the_url_that_brought_it_first(open_frontier):
    frontier = open_frontier()
    urls = leased(frontier, 3)
    content = Content("0" * 31 + "1")
    assert frontier.claim_content(content, urls[0]) is None
    assert frontier.claim_content(content, urls[0]) is None, "the same page again is no duplicate of itself"
    assert frontier.claim_content(content, urls[1]) == Original(urls[0])
    frontier.done(urls[0], Visit("stored", content=content))
    assert open_frontier().claim_content(content, urls[2]) == Original(urls[0])


def test_content_claimed_by_a_page_that_failed_is_free_again(open_frontier):
    frontier = open_frontier()
    first, second = leased(frontier, 2)
    content = Content("0" * 32, SKETCH)
    frontier.claim_content(content, first)
    frontier.failed(first)
    assert frontier.claim_content(content, second) is None


def test_a_page_much_like_another_is_its_near_duplicate(open_frontier):
    frontier = open_frontier()
    urls = leased(frontier, 4)
    halves = [SKETCH[:16] + bytes(16), SKETCH[:15] + bytes(17)]  # 16 of 32 bytes are the bound
    assert frontier.claim_content(Content("0" * 32, SKETCH), urls[0]) is None
    assert frontier.claim_content(Content("1" * 32, halves[0]), urls[1]) == Original(urls[0], is_near=True)
    assert frontier.claim_content(Content("1" * 32, SKETCH), urls[0]) is None, "a page is not like itself"
    frontier.done(urls[0], Visit("stored", content=Content("0" * 32, SKETCH)))
    again = open_frontier()
    assert again.claim_content(Content("1" * 32, halves[0]), urls[1]) == Original(urls[0], is_near=True)
    assert again.claim_content(Content("2" * 32, halves[1]), urls[2]) is None
    assert again.claim_content(Content("3" * 32), urls[3]) is None, "too short to be like another"


def test_the_same_content_counts_before_a_near_one(open_frontier):
    frontier = open_frontier()
    urls = leased(frontier, 3)
    frontier.done(urls[0], Visit("stored", content=Content("0" * 32, SKETCH)))
    frontier.done(urls[1], Visit("stored", content=Content("1" * 32)))
    assert frontier.claim_content(Content("1" * 32, SKETCH), urls[2]) == Original(urls[1])


def test_duplicates_are_no_originals(open_frontier):
    frontier = open_frontier()
    urls = leased(frontier, 3)
    near, other = Content("1" * 32, bytes(16) + SKETCH[16:]), Content("2" * 32, bytes(16) + SKETCH[16:])
    frontier.done(urls[0], Visit("stored", content=Content("0" * 32, SKETCH)))
    frontier.done(urls[1], Visit("near_duplicate", content=near))
    assert frontier.claim_content(other, urls[2]) == Original(urls[0], is_near=True)


def test_a_host_that_repeats_itself_waits_behind_others(open_frontier):
    frontier = open_frontier()
    frontier.add([Link(f"http://wall.test/{n}", 0.9) for n in range(5)] + [Link("http://good.test/", 0.4)])
    frontier.done(frontier.next(0).url, Visit("stored"))
    for _ in range(2):
        frontier.done(frontier.next(0).url, Visit("duplicate"))
    # wall.test: 1 of 3 pages was new; 0.9 · (1 + 1)/(3 + 1) = 0.45 > 0.4
    frontier.done(frontier.next(0).url, Visit("duplicate"))
    # 0.9 · (1 + 1)/(4 + 1) = 0.36 < 0.4
    assert drain(frontier) == ["http://good.test/", "http://wall.test/4"]


def test_what_a_redirect_led_to_counts_as_fetched(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/old", 0.9), Link("http://a.test/new", 0.5)])
    frontier.next(0)
    assert not frontier.is_taken("http://a.test/new")
    frontier.done("http://a.test/old", Visit("stored", final_url="http://a.test/new"))
    assert frontier.is_taken("http://a.test/new")
    assert len(frontier) == 0
    assert frontier.next(0) is None
    assert [record.url for record in frontier.visits()] == ["http://a.test/new"]


def test_a_redirect_to_an_unknown_url_is_remembered(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/old", 0.9)])
    frontier.next(0)
    frontier.done("http://a.test/old", Visit("stored", final_url="http://b.test/x"), [Link("http://c.test/", 0.5)])
    assert frontier.add([Link("http://b.test/x", 1.0)]) == 0
    assert frontier.next(0).parent == "http://b.test/x"


def test_the_order_is_that_of_a_sorted_list_under_random_work(open_frontier):
    rng = random.Random(7)
    frontier, model = open_frontier(), {}
    for step in range(400):
        for _ in range(rng.randrange(6)):
            url, score = f"http://h{rng.randrange(12)}.test/{rng.randrange(900)}", rng.randrange(1000) / 1000
            frontier.add([Link(url, score)])
            if url not in model or (model[url] is not None and score > model[url]):
                model[url] = score
        waiting = {url: score for url, score in model.items() if score is not None}
        link = frontier.next(step)
        assert len(frontier) == len(waiting) - (link is not None)
        if link is not None:
            assert link.score == max(waiting.values())
            assert waiting[link.url] == link.score
            model[link.url] = None
            frontier.done(link.url)


def test_a_batch_is_kept_whole_or_not_at_all(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9), Link("http://b.test/1", 0.5)])
    first, second = frontier.next(0).url, frontier.next(0).url
    with pytest.raises(ZeroDivisionError), frontier.batch():  # noqa: PT012
        frontier.done(first, Visit("stored"), [Link("http://c.test/", 0.1)])
        frontier.done(second, Visit("stored"))
        1 / 0  # noqa: B018
    frontier = open_frontier()
    assert (frontier.totals.pages, len(frontier)) == (0, 2)
    frontier.next(0)
    frontier.next(0)
    with frontier.batch():
        frontier.done(first, Visit("stored"), [Link("http://c.test/", 0.1)])
        frontier.done(second, Visit("stored"))
    frontier = open_frontier()
    assert (frontier.totals.pages, len(frontier)) == (2, 1)


def test_a_host_may_want_a_longer_delay(open_frontier):
    frontier = open_frontier(delay=1.0)
    frontier.add([Link(f"http://{host}.test/{n}", 0.5) for n in range(3) for host in "ab"])
    frontier.set_delay("a.test", 5.0)
    frontier.set_delay("b.test", 0.5)  # less than all have
    assert drain(frontier, 0.0) == ["http://a.test/0", "http://b.test/0"]
    assert frontier.ready_at() == 1.0
    assert drain(frontier, 4.9) == ["http://b.test/1"]
    assert drain(frontier, 5.0) == ["http://a.test/1"]


def test_a_host_on_hold_is_not_asked_before_its_time(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9), Link("http://b.test/1", 0.5)])
    frontier.hold("a.test", 30.0)
    frontier.hold("a.test", 20.0)  # no hold makes another shorter
    assert drain(frontier, 0.0) == ["http://b.test/1"]
    assert frontier.ready_at() == 30.0
    frontier.add([Link("http://a.test/2", 1.0)])
    assert drain(frontier, 29.9) == []
    assert drain(frontier, 30.0) == ["http://a.test/2", "http://a.test/1"]


def test_a_host_can_be_held_before_it_has_urls(open_frontier):
    frontier = open_frontier()
    frontier.hold("a.test", 10.0)
    frontier.add([Link("http://a.test/1", 0.9)])
    assert drain(frontier, 9.0) == []
    assert frontier.ready_at() == 10.0


def test_what_is_reserved_counts_for_the_delay_of_the_host(open_frontier):
    frontier = open_frontier(delay=1.0)
    frontier.add([Link("http://a.test/1", 0.9), Link("http://a.test/2", 0.8)])
    assert drain(frontier, 0.0) == ["http://a.test/1"]
    assert frontier.reserve("a.test", 0.2) == 1.0
    assert frontier.reserve("new.test", 0.2) == 0.2
    assert frontier.ready_at() == 2.0
    assert drain(frontier, 1.9) == []
    assert drain(frontier, 2.0) == ["http://a.test/2"]


def test_a_parked_host_waits_until_the_job_is_opened_again(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9), Link("http://a.test/2", 0.9), Link("http://b.test/1", 0.5)])
    assert frontier.park("a.test") == 2
    assert frontier.park("a.test") == 2
    frontier.add([Link("http://a.test/3", 1.0)])
    assert len(frontier) == 1
    assert drain(frontier) == ["http://b.test/1"]
    assert frontier.ready_at() is None
    assert len(frontier) == 0
    frontier.close()
    again = open_frontier()
    assert len(again) == 3
    assert drain(again) == ["http://a.test/3", "http://a.test/1", "http://a.test/2"]


def test_a_url_of_a_parked_host_can_be_given_back(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9)])
    url = frontier.next(0.0).url
    frontier.park("a.test")
    frontier.release(url)
    assert len(frontier) == 0
    assert frontier.next(1.0) is None


def test_when_too_many_wait_the_worst_are_forgotten(open_frontier):
    frontier = open_frontier(max_waiting=20)
    frontier.add([Link(f"http://{host}.test/{n}", n / 100) for n in range(11) for host in "ab"])
    assert (len(frontier), frontier.given_up) == (22, 0)  # a tenth more is allowed
    frontier.add([Link("http://c.test/", 0.005)])
    assert (len(frontier), frontier.given_up) == (20, 3)
    assert frontier.add([Link("http://a.test/0", 0.9)]) == 1, "what was forgotten is new when it is met again"
    # the three worst: 0.00 of a and b, and 0.005; the best of each host are still in order
    assert drain(frontier) == [
        "http://a.test/0",
        *(f"http://{host}.test/{n}" for n in range(10, 0, -1) for host in "ab"),
    ]


def test_a_url_given_back_untried_leaves_the_delay_of_its_host_as_it_was(open_frontier):
    frontier = open_frontier(delay=10.0)
    frontier.add([Link("http://a.test/1", 0.9), Link("http://b.test/1", 0.8)])
    first, second = frontier.next(0.0).url, frontier.next(0.0).url
    frontier.release(first, tried=False)
    frontier.release(second)
    assert drain(frontier, 0.0) == ["http://a.test/1"]
    assert drain(frontier, 9.9) == []
    assert drain(frontier, 10.0) == ["http://b.test/1"]


def test_what_was_reserved_meanwhile_keeps_its_delay(open_frontier):
    frontier = open_frontier(delay=10.0)
    frontier.add([Link("http://a.test/1", 0.9)])
    url = frontier.next(0.0).url
    assert frontier.reserve("a.test", 0.0) == 10.0
    frontier.release(url, tried=False)
    assert frontier.ready_at() == 20.0


def test_the_delay_of_a_host_counts_from_when_it_was_asked(open_frontier):
    frontier = open_frontier(delay=1.0)
    frontier.add([Link("http://a.test/1", 0.9), Link("http://a.test/2", 0.8)])
    assert drain(frontier, 0.0, finish=False) == ["http://a.test/1"]
    frontier.asked("a.test", 0.25)
    frontier.asked("a.test", 0.1)
    assert frontier.ready_at() == 1.25


def test_a_parked_host_can_be_asked_again(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9), Link("http://b.test/1", 0.5)])
    frontier.park("a.test")
    assert [frontier.is_parked(f"{host}.test") for host in ("a", "b", "new")] == [True, False, False]
    frontier.unpark("a.test")
    frontier.unpark("a.test")
    frontier.unpark("new.test")
    assert not frontier.is_parked("a.test")
    assert len(frontier) == 2
    assert drain(frontier) == ["http://a.test/1", "http://b.test/1"]


def test_a_boost_counts_between_hosts(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9), Link("http://b.test/1", 0.5), Link("http://b.test/2", 0.4)])
    frontier.boost("b.test", 2.0)  # 1.0 and 0.8 against 0.9
    assert drain(frontier) == ["http://b.test/1", "http://a.test/1", "http://b.test/2"]


def test_which_hosts_are_held_back(open_frontier):
    frontier = open_frontier(delay=1.0)
    frontier.add([Link(f"http://{host}.test/1", 0.9) for host in "abcd"])
    frontier.park("a.test")
    frontier.hold("b.test", 9.0)
    frontier.set_delay("c.test", 5.0)
    frontier.hold("d.test", 1.0)  # no longer than its delay
    assert {(host.name, host.delay, host.ready_at, host.parked) for host in frontier.slow_hosts(0.0)} == {
        ("a.test", 1.0, 0.0, True),
        ("b.test", 1.0, 9.0, False),
        ("c.test", 5.0, 0.0, False),
    }


def test_how_many_pages_each_host_brought(open_frontier):
    frontier = open_frontier()
    frontier.add([Link("http://a.test/1", 0.9), Link("http://a.test/2", 0.9), Link("http://b.test/1", 0.5)])
    for outcome in ("stored", "duplicate", "http_error"):
        frontier.done(frontier.next(0).url, Visit(outcome))
    assert dict(open_frontier().host_pages()) == {"a.test": 2}


def test_a_host_that_had_more_than_forty_of_the_last_hundred_is_compared_by_less(open_frontier):
    frontier = open_frontier()
    scores = {"a": 0.9, "b": 0.5}
    frontier.add([Link(f"http://{host}.test/{n}", scores[host]) for n in range(150) for host in scores])
    frontier.add([Link(f"http://c.test/{n}", 0.1) for n in range(10)])
    hosts = [url[7] for url in drain(frontier)]
    # 0.4 · 0.9 = 0.36: behind b from its 41st of the last hundred on, until b has had 41 as well; both before c
    assert hosts[:42] == ["a"] * 41 + ["b"]
    assert hosts[:100].count("b") == 41
    assert hosts[300:] == ["c"] * 10


def test_a_host_alone_gets_everything(open_frontier):
    frontier = open_frontier()
    frontier.add([Link(f"http://a.test/{n}", 0.9) for n in range(150)])
    assert len(drain(frontier)) == 150
