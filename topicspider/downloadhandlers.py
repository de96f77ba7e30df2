"""Crawls a recording in place of the network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.exceptions import NotConfigured
from scrapy.http import Headers
from scrapy.responsetypes import responsetypes

from topicspider.extensions.recording import RecordedWebExtension

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

_HANDLER = "topicspider.downloadhandlers.ReplayDownloadHandler"
_HANDLERS = {"http": _HANDLER, "https": _HANDLER, "ftp": None, "s3": None}
"""What would use the network is replaced, or off."""


class ReplayAddon:
    """With ``TOPIC_REPLAY`` has the recording answer every request, whatever handlers other settings name."""

    def update_settings(self, settings: BaseSettings) -> None:
        if settings["TOPIC_REPLAY"]:
            handlers = {**settings.getdict("DOWNLOAD_HANDLERS"), **_HANDLERS}
            settings.set("DOWNLOAD_HANDLERS", handlers, priority="cmdline")


class ReplayDownloadHandler(BaseDownloadHandler):
    """Answers as recorded, and 404 with an empty body for what is not in the recording."""

    lazy = True

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        extension = crawler.get_extension(RecordedWebExtension)
        if extension is None:
            raise NotConfigured("TOPIC_REPLAY names no recording")
        self._web = extension.web

    async def download_request(self, request: Request) -> Response:
        """Read at once, without a thread: answers then come in the order of the requests, each time the same."""
        recorded = self._web.get(request.url) if request.method in ("GET", "HEAD") else None
        if recorded is None:
            cls = responsetypes.from_args(url=request.url)
            return cls(request.url, status=404, protocol="HTTP/1.1")
        headers = Headers()
        for name, value in recorded.headers:
            headers.appendlist(name, value.encode("latin-1"))
        body = b"" if request.method == "HEAD" else recorded.body
        made = responsetypes.from_args(headers=headers, url=request.url, body=body)
        return made(request.url, status=recorded.status, headers=headers, body=body, protocol="HTTP/1.1")
