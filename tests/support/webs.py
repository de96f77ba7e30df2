"""A recorded web in memory, with what ``RecordedWeb`` promises."""

from topicspider.lab.web import Recorded
from topicspider.page.urls import url_identity


class MemoryWeb:
    """``pages``: URL → HTML, or (status, headers, body)."""

    fingerprint = "memory"

    def __init__(self, pages):
        self._pages = {}
        for url, page in pages.items():
            status, headers, body = page if isinstance(page, tuple) else (200, {}, page)
            headers = {"Content-Type": "text/html; charset=utf-8", **headers}
            self._pages[url_identity(url)] = Recorded(url, status, list(headers.items()), body.encode())

    def get(self, url):
        return self._pages.get(url_identity(url))

    find = get

    def urls(self):
        return iter([page.url for page in self._pages.values()])
