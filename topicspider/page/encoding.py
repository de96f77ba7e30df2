"""From bytes to text: which charset a page really has, and which rule said so."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from topicspider.page.arbiter import is_far_beyond_ascii, looks_like, rival_of

if TYPE_CHECKING:
    from collections.abc import Callable

    Handler = Callable[[UnicodeError], tuple[str | bytes, int]]

# What browsers read (WHATWG Encoding), by the name of Python's codec: itself, or the superset that they read it as.
_READ_AS = {
    **{f"cp{number}": f"cp{number}" for number in (866, 874, 932, 949, *range(1250, 1259))},
    **{f"iso8859-{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{name: name for name in ("utf-8", "euc_jp", "iso2022_jp", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic")},
    **dict.fromkeys(("gb2312", "gbk", "gb18030"), "gb18030"),
    **dict.fromkeys(("big5", "big5hkscs", "cp950"), "big5hkscs"),
    **dict.fromkeys(("ascii", "iso8859-1"), "cp1252"),
    **dict.fromkeys(("tis-620", "iso8859-11"), "cp874"),
    **dict.fromkeys(("utf-16", "utf-16-le", "utf-16-be"), "utf-8"),  # UTF-16 shows itself, whatever it is called
    "iso8859-9": "cp1254",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
# Labels that Python does not know, without what stands between letters and digits: what browsers know, and what pages
# write for it ("gb-2312", "utf-8.").
_ALIASES = {
    **dict.fromkeys(("utf8", "utf8mb4", "unicode11utf8"), "utf-8"),
    **dict.fromkeys(("gb2312", "gb231280", "gbk", "gbk2312", "gb18030"), "gb18030"),
    **dict.fromkeys(("xgbk", "xgb2312", "csgb2312", "csiso58gb231280", "windows936"), "gb18030"),
    **dict.fromkeys(("big5", "cnbig5", "xxbig5", "xbig5", "windows950"), "big5"),
    **dict.fromkeys(("xsjis", "windows31j"), "cp932"),
    "xeucjp": "euc_jp",
    "windows949": "cp949",
    "windows874": "cp874",
}
_SAYS_NOTHING = "cp1252"
"""The default of servers and editors, which fits nearly any bytes."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_UTF16_TAG_RE = re.compile(rb"(?:\s\0)*+(<)\0[!?a-z]\0|(?:\0\s)*+\0<\0[!?a-z]", re.IGNORECASE)
_META_RE = re.compile(
    rb"<!--(?:-?>|.*?(?:-->|\Z))|<meta\b[^<>]*?\bcharset\s*+=\s*+[\"']?\s*+(?P<label>[\w.:-]+)",
    re.IGNORECASE | re.DOTALL,
)
_XML_RE = re.compile(rb"\s*<\?xml\b[^<>]*?\bencoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_HEADER_RE = re.compile(r"charset\s*+=\s*+[\"']?\s*+([\w.:-]+)", re.IGNORECASE)
_PUNCTUATION_RE = re.compile(r"[^a-z0-9]+")
_SCAN_BYTES = 65536
# From a lone 0x80 on, while each byte is a character; 0xFF is one that is always bad.
_EURO_RUN_RE = re.compile(rb"\x80[\0-\x80]*")
_EURO_OR_BAD_RUN_RE = re.compile(rb"[\x80\xff][\0-\x80\xff]*")


class Decoded(NamedTuple):
    text: str
    charset: str
    source: str
    """``bom``, ``header``, ``meta``, ``xml``, ``detected`` or ``fallback``."""


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Decode *body* as its BOM or UTF-16 tag says, as UTF-8 if it is, as the first declaration that fits, as it looks.

    A declaration fits if it decodes strictly, and does not call plain GB18030 Big5 or plain Big5 GB18030. No page is
    dropped: where the bytes look like nothing, the first declaration holds. Bad bytes are replaced where they stand.
    """
    for bom, charset in _BOMS:
        if body.startswith(bom):
            return Decoded(body[len(bom) :].decode(charset, "replace"), charset, "bom")
    if utf16 := utf16_by_tag(body):
        return Decoded(body.decode(utf16, "replace"), utf16, "detected")
    declared = _declarations(body, content_type)
    utf8 = _strict(body, "utf-8")
    if utf8 is not None and (next(iter(declared), "utf-8") == "utf-8" or is_far_beyond_ascii(utf8)):
        return Decoded(utf8, "utf-8", declared.get("utf-8", "detected"))
    if decoded := _as_declared(body, declared):
        return decoded
    if utf8 is not None:
        return Decoded(utf8, "utf-8", "detected")
    return _as_it_looks(body, declared)


def _as_declared(body: bytes, declared: dict[str, str]) -> Decoded | None:
    for charset, source in declared.items():
        if charset == _SAYS_NOTHING and not body.isascii():
            continue
        text = _strict(body, charset)
        if text is None:
            continue
        if rival := rival_of(charset, body):
            return _replaced(body, rival, declared.get(rival, "detected"))
        return Decoded(text, charset, source)
    return None


def _as_it_looks(body: bytes, declared: dict[str, str]) -> Decoded:
    charset, is_plausible = looks_like(body, [charset for charset in declared if charset != _SAYS_NOTHING])
    if declared and not is_plausible:
        charset = next(iter(declared))
    return _replaced(body, charset, declared.get(charset, "detected" if is_plausible else "fallback"))


def _replaced(body: bytes, charset: str, source: str) -> Decoded:
    return Decoded(body.decode(charset, _errors("replace", charset)), charset, source)


def utf16_by_tag(body: bytes) -> str | None:
    """Return in which UTF-16 *body* begins with a tag."""
    tag = _UTF16_TAG_RE.match(body)
    return tag and ("utf-16-le" if tag[1] else "utf-16-be")


def _declarations(body: bytes, content_type: str) -> dict[str, str]:
    """Return the declared charsets, the weightiest first, and what declares them."""
    head = body[:_SCAN_BYTES]
    labels = [(match[1], "header") for match in _HEADER_RE.finditer(content_type)]
    if match := _XML_RE.match(head):
        labels.append((match[1].decode("ascii"), "xml"))
    metas = (match["label"].decode("ascii") for match in _META_RE.finditer(head) if match["label"])
    if label := next(filter(charset_of, metas), None):
        labels.append((label, "meta"))
    declared: dict[str, str] = {}
    for label, source in labels:
        if charset := charset_of(label):
            declared.setdefault(charset, source)
    return declared


@lru_cache(maxsize=256)
def charset_of(label: str) -> str | None:
    """Return the codec that reads what pages call *label*, or ``None`` for what browsers do not know, however spelt."""
    label = label.strip().lower()
    try:
        return _READ_AS.get(codecs.lookup(_ALIASES.get(_PUNCTUATION_RE.sub("", label), label)).name)
    except LookupError:
        return None


def _strict(body: bytes, charset: str) -> str | None:
    """Decode without error, but for a character that was cut off at the end."""
    decoder = codecs.getincrementaldecoder(charset)(_errors("strict", charset))
    try:
        text = decoder.decode(body)
    except UnicodeDecodeError:
        return None
    return text + "€" if charset == "gb18030" and decoder.getstate()[0] == b"\x80" else text


def _errors(errors: str, charset: str) -> str:
    return f"topicspider.euro-{errors}" if charset == "gb18030" else errors


def _euro_or(handle: Handler, run_re: re.Pattern[bytes]) -> Handler:
    """Read the byte 0x80 of GBK as browsers do, with what *run_re* finds from it on, and leave errors to *handle*."""

    def handler(error: UnicodeError) -> tuple[str | bytes, int]:
        if isinstance(error, UnicodeDecodeError) and (run := run_re.match(error.object, error.start)):
            return run[0].decode("latin-1").replace("\x80", "€").replace("\xff", "\ufffd"), run.end()
        return handle(error)

    return handler


codecs.register_error("topicspider.euro-strict", _euro_or(codecs.strict_errors, _EURO_RUN_RE))
codecs.register_error("topicspider.euro-replace", _euro_or(codecs.replace_errors, _EURO_OR_BAD_RUN_RE))
