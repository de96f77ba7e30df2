"""Requests from elsewhere (a subclass's own): scheduled by priority as Scrapy promises, stored as JSON."""

from __future__ import annotations

import base64
import json
import logging
from typing import TYPE_CHECKING, Any

from scrapy.utils.request import request_from_dict

from topicspider.frontier.requests import RequestStore

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy import Request, Spider
    from scrapy.utils.request import RequestFingerprinterProtocol

logger = logging.getLogger(__name__)


class RequestQueue:
    """Holds requests in a ``RequestStore``; one that JSON cannot hold stays in memory, at its place in the order."""

    def __init__(self, path: Path, spider: Spider, fingerprinter: RequestFingerprinterProtocol) -> None:
        self._store = RequestStore(path)
        self._spider = spider
        self._fingerprinter = fingerprinter
        self._held: dict[int, Request] = {}
        self._in_flight: dict[Request, int] = {}
        self.unstored = 0

    def push(self, request: Request) -> bool:
        """Queue *request*; ``False`` when it is a duplicate (``dont_filter`` is obeyed)."""
        fingerprint = None if request.dont_filter else self._fingerprinter.fingerprint(request)
        data = self._to_json(request)
        request_id = self._store.push(request.priority, data, fingerprint)
        if request_id is None:
            return False
        if data is None:
            self._held[request_id] = request
        return True

    @property
    def top_priority(self) -> int | None:
        return self._store.top_priority

    def pop(self) -> Request:
        request_id, data = self._store.pop()
        if data is None:
            request = self._held.pop(request_id)
        else:
            request = request_from_dict(json.loads(data, object_hook=_decode), spider=self._spider)
        self._in_flight[request] = request_id
        return request

    def finish(self, request: Request) -> None:
        """Forget *request*, if it is one of this queue's: it has left the downloader."""
        request_id = self._in_flight.pop(request, None)
        if request_id is not None:
            self._store.finish(request_id)

    def __len__(self) -> int:
        return len(self._store)

    def close(self) -> None:
        self._store.close()

    def _to_json(self, request: Request) -> str | None:
        try:
            data = request.to_dict(spider=self._spider)
            data["headers"] = {name.decode("latin-1"): values for name, values in data["headers"].items()}
            return json.dumps(data, default=_encode)
        except (TypeError, ValueError) as error:
            if not self.unstored:
                logger.warning("%s cannot be stored (%s); it is lost if the crawl is stopped", request, error)
            self.unstored += 1
            return None


def _encode(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"__bytes__": base64.b64encode(value).decode("ascii")}
    raise TypeError(f"{type(value).__name__} is no JSON type")


def _decode(value: dict[str, Any]) -> Any:
    return base64.b64decode(value["__bytes__"]) if value.keys() == {"__bytes__"} else value
