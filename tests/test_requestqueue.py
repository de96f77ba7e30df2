"""Requests that are no links of pages are scheduled as Scrapy promises."""

from __future__ import annotations

import pytest
from scrapy import FormRequest, Request
from scrapy.utils.test import get_crawler

from topicspider.requestqueue import RequestQueue
from topicspider.spiders.topic import TopicSpider


@pytest.fixture
def open_queue(tmp_path):
    """Opens the queue of the test; each call opens it anew."""
    crawler = get_crawler()
    spider = TopicSpider()
    opened = []

    def open_():
        opened.append(RequestQueue(tmp_path / "requests.sqlite3", spider, _Fingerprinter(crawler)))
        return opened[-1]

    yield open_
    for queue in opened:
        queue.close()


class _Fingerprinter:
    def __init__(self, crawler):
        from scrapy.utils.request import RequestFingerprinter

        self._fingerprinter = RequestFingerprinter.from_crawler(crawler)

    def fingerprint(self, request):
        return self._fingerprinter.fingerprint(request)


def test_highest_priority_first_and_unserialisable_ones_at_their_place(open_queue, caplog):
    queue = open_queue()
    unserialisable = Request("http://a.test/0", meta={"lock": object()})
    assert queue.push(unserialisable)
    assert queue.push(Request("http://a.test/100", priority=100))
    assert queue.push(Request("http://a.test/1", meta={"lock": object()}))
    assert [queue.pop().url for _ in range(3)] == ["http://a.test/100", "http://a.test/0", "http://a.test/1"]
    assert queue.unstored == 2
    assert len([record for record in caplog.records if "cannot be stored" in record.message]) == 1


def test_a_request_comes_back_as_it_was_and_shares_nothing(open_queue):
    queue = open_queue()
    asked = {"tags": ["茶"]}
    request = FormRequest("http://a.test/", formdata={"q": "茶"}, cb_kwargs=asked, callback=TopicSpider().parse)
    queue.push(request)
    asked["tags"].append("later")
    back = queue.pop()
    assert (back.url, back.method, back.body) == (request.url, "POST", request.body)
    assert back.headers == request.headers
    assert back.cb_kwargs == {"tags": ["茶"]}
    assert back.callback.__name__ == "parse"


def test_duplicates_are_dropped_unless_they_must_not_be(open_queue):
    queue = open_queue()
    assert queue.push(Request("http://a.test/?a=1&b=2"))
    assert not queue.push(Request("http://a.test/?b=2&a=1"))
    assert queue.push(Request("http://a.test/?a=1&b=2", dont_filter=True))
    assert not open_queue().push(Request("http://a.test/?a=1&b=2"))


def test_what_left_the_downloader_does_not_come_again(open_queue):
    queue = open_queue()
    for n in range(3):
        queue.push(Request(f"http://a.test/{n}"))
    queue.finish(queue.pop())
    queue.pop()
    queue.close()
    again = open_queue()
    assert [again.pop().url for _ in range(len(again))] == ["http://a.test/1", "http://a.test/2"]
