"""What the ending of an address says before it is fetched: no page, or a document."""

from __future__ import annotations

import re

DOCUMENTS = frozenset({"pdf", "docx"})
_PICTURES = "jpg jpeg png gif bmp svg webp ico tif tiff psd heic avif raw"
_SOUND_AND_FILMS = "mp3 wma ogg wav aac m4a flac mid mp4 avi mkv mov wmv flv rm rmvb mpg mpeg webm 3gp m3u8 ts swf"
_FILES = "zip rar 7z gz tgz bz2 xz tar iso dmg exe msi apk ipa deb rpm jar bin dll torrent"
_PARTS_OF_PAGES = "css js mjs map woff woff2 ttf otf eot"
_DATA = "json rss atom xml csv sql db"
_NOT_READ = "doc xls xlsx ppt pptx wps odt ods odp epub mobi azw3 chm ps djvu caj"
_NO_PAGES = frozenset(f"{_PICTURES} {_SOUND_AND_FILMS} {_FILES} {_PARTS_OF_PAGES} {_DATA} {_NOT_READ}".split())
_ENDING_RE = re.compile(r"[a-z]+://[^/?#]+/[^?#]*\.(\w{2,5})$", re.IGNORECASE)


def ending_of(url: str) -> str:
    """Return the ending of an address that is no HTML page by it, lower case: ``jpg``, ``pdf``; ``""`` for the others.

    An address with a query is not judged: what comes is up to a program.
    """
    match = _ENDING_RE.match(url)
    if match is None:
        return ""
    ending = match[1].lower()
    return ending if ending in _NO_PAGES or ending in DOCUMENTS else ""
