"""Cookies for the length of a redirect chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.http.cookies import CookieJar

from topicspider.scheduler import META_KEY

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response


class RedirectCookiesMiddleware:
    """Keeps cookies for the length of one redirect chain: sites that set a cookie and send you back are read, and no
    site can follow the crawl from page to page. With ``COOKIES_ENABLED`` Scrapy's own middleware keeps them all.
    """

    def __init__(self) -> None:
        self._jars: dict[str, CookieJar] = {}

    def process_request(self, request: Request) -> None:
        jar = self._jars.get(_chain(request))
        if jar is not None:
            jar.add_cookie_header(request)

    def process_response(self, request: Request, response: Response) -> Response:
        chain = _chain(request)
        if 300 <= response.status < 400 and chain and (b"Set-Cookie" in response.headers or chain in self._jars):
            jar = self._jars.setdefault(chain, CookieJar())
            request.headers.pop("Cookie", None)
            jar.extract_cookies(response, request)
        else:
            self._jars.pop(chain, None)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        self._jars.pop(_chain(request), None)


def _chain(request: Request) -> str:
    """Return what is the same for all requests of a redirect chain: the URL that was leased."""
    url: str = request.meta.get(META_KEY, {}).get("url", "")
    return url
