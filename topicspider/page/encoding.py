"""From bytes to text: which charset a page really has, and which rule said so."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
# Labels that browsers know and Python does not.
_ALIASES = {
    **dict.fromkeys(("x-gbk", "csgb2312", "csiso58gb231280", "gb_2312-80"), "gbk"),
    **dict.fromkeys(("cn-big5", "x-x-big5"), "big5"),
    **dict.fromkeys(("x-sjis", "windows-31j"), "cp932"),
    "x-euc-jp": "euc_jp",
    "windows-949": "cp949",
    "windows-874": "cp874",
    "unicode-1-1-utf-8": "utf-8",
}
_SAYS_NOTHING = "cp1252"
"""The default of servers and editors, which fits nearly any bytes."""
_EVERYDAY = {"gb18030": (0xB0A1, 0xD7F9), "big5hkscs": (0xA440, 0xC67E)}
"""The charsets that are told by their characters: where the first level of their tables begins and ends."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_UTF16_TAG_RE = re.compile(rb"(?:\s\0)*+(<)\0[!?a-z]\0|(?:\0\s)*+\0<\0[!?a-z]", re.IGNORECASE)
_META_RE = re.compile(
    rb"<!--(?:-?>|.*?(?:-->|\Z))|<meta\b[^<>]*?\bcharset\s*+=\s*+[\"']?\s*+(?P<label>[\w.:-]+)",
    re.IGNORECASE | re.DOTALL,
)
_XML_RE = re.compile(rb"\s*<\?xml\b[^<>]*?\bencoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_HEADER_RE = re.compile(r"charset\s*+=\s*+[\"']?\s*+([\w.:-]+)", re.IGNORECASE)
_BEYOND_ASCII_RE = re.compile(rb"[\x80-\xff]")
_SCAN_BYTES = 16384


class Decoded(NamedTuple):
    text: str
    charset: str
    source: str
    """``bom``, ``header``, ``meta``, ``xml``, ``detected`` or ``fallback``."""


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Decode *body*: the first of BOM, header and declarations that fits strictly, else what the bytes look like.

    No page is dropped: where the bytes look like nothing, the first declaration holds. Bad bytes are replaced where
    they stand.
    """
    for bom, charset in _BOMS:
        if body.startswith(bom):
            return Decoded(body[len(bom) :].decode(charset, "replace"), charset, "bom")
    if utf16 := utf16_by_tag(body):
        return Decoded(body.decode(utf16, "replace"), utf16, "detected")
    declared = _declarations(body, content_type)
    for charset, source in declared.items():
        if charset == _SAYS_NOTHING and not body.isascii():
            continue
        text = _strict(body, charset)
        if text is not None:
            return Decoded(text, charset, source)
    charset, is_plausible = _look_at(body, declared)
    if declared and not is_plausible:
        charset = next(iter(declared))
    source = declared.get(charset, "detected" if is_plausible else "fallback")
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
    """Return the codec that reads what pages call *label*, or ``None`` for a name that browsers do not know."""
    label = label.strip().lower()
    try:
        return _READ_AS.get(codecs.lookup(_ALIASES.get(label, label)).name)
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


def _euro_or(handle: Handler) -> Handler:
    """Read the byte 0x80 of GBK as browsers do, and leave the errors to *handle*."""

    def handler(error: UnicodeError) -> tuple[str | bytes, int]:
        if isinstance(error, UnicodeDecodeError) and error.object[error.start] == 0x80:
            return "€", error.start + 1
        return handle(error)

    return handler


codecs.register_error("topicspider.euro-strict", _euro_or(codecs.strict_errors))
codecs.register_error("topicspider.euro-replace", _euro_or(codecs.replace_errors))


def _look_at(body: bytes, declared: Iterable[str]) -> tuple[str, bool]:
    """Return the charset that *body* most likely has, and whether it makes plausible text of it."""
    beyond = _BEYOND_ASCII_RE.search(body)
    if beyond is None or _strict(body, "utf-8") is not None:
        return "utf-8", True
    sample = body[beyond.start() : beyond.start() + 4 * _SCAN_BYTES]
    for charset in ("utf-8", *declared):
        if charset not in _EVERYDAY and charset != _SAYS_NOTHING and _is_mostly_good(sample.decode(charset, "replace")):
            return charset, True
    shares = {charset: _everyday_share(sample, charset) for charset in _EVERYDAY}
    charset = max(shares, key=shares.__getitem__)
    return charset, shares[charset] > 0.5


def _is_mostly_good(text: str) -> bool:
    """Say whether bad bytes are the exception.

    A charset that is not the right one hardly ever gives characters of the far half of Unicode: of those, fewer than
    one for each bad byte.
    """
    bad = text.count("\ufffd")
    far = sum(char > "\u07ff" for char in text) - bad
    beyond = sum(char > "\x7f" for char in text)
    return bad <= far or bad * 10 <= beyond


def _everyday_share(sample: bytes, charset: str) -> float:
    """Share of the letters beyond ASCII, and bad bytes, that stand in the first level of *charset*'s own table."""
    first, last = _EVERYDAY[charset]
    text = sample.decode(charset, _errors("replace", charset))
    letters = [char for char in text if char > "\x7f" and (char.isalpha() or char == "\ufffd")]
    everyday = sum(first <= int.from_bytes(char.encode(charset, "replace"), "big") <= last for char in letters)
    return everyday / (len(letters) or 1)
