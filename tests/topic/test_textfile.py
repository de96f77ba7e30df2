import codecs
from pathlib import Path

import pytest

from topicspider.exceptions import ConfigError, KeywordFileError
from topicspider.topic.textfile import read_text

WORDS = "茶叶\n绿茶\n"


def written(directory: Path, data: bytes) -> Path:
    path = directory / "words.txt"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        WORDS.encode(),
        WORDS.encode("utf-8-sig"),
        WORDS.encode("gb18030"),
        WORDS.encode("utf-16"),
        codecs.BOM_UTF16_BE + WORDS.encode("utf-16-be"),
        WORDS.encode("utf-32"),
        codecs.BOM_UTF32_BE + WORDS.encode("utf-32-be"),
        WORDS.encode().replace(b"\n", b"\0\n"),
    ],
)
def test_every_way_to_save_a_text_reads_the_same(tmp_path: Path, data: bytes) -> None:
    assert read_text(written(tmp_path, data)) == WORDS


def test_gb2312_bytes_that_are_utf8_too_are_told_by_their_han_characters(tmp_path: Path) -> None:
    data = "啤 拢".encode("gb2312")
    assert data.decode("utf-8").isprintable()
    assert read_text(written(tmp_path, data)) == "啤 拢"


@pytest.mark.parametrize("text", ["café\nnaïve\n", "привет\nмашина\n", "Ελλάδα", "thé vert"])
def test_other_languages_stay_utf8(tmp_path: Path, text: str) -> None:
    assert read_text(written(tmp_path, text.encode())) == text


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0",
        b"PK\x03\x04\x14\0",
        b"%PDF-1.7\n",
        b"\x1f\x8b\x08\0",
        b"\x7fELF\x02",
        b"MZ\x90\0\x03",
        b"abc\x01def",
        "machine learning\n".encode("utf-16-le"),
    ],
)
def test_what_is_no_text_is_called_so(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ConfigError, match=r"words\.txt: not a text file"):
        read_text(written(tmp_path, data))


def test_an_undecodable_file_names_the_byte(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"words\.txt: byte 4 \(0xff\) is not UTF-8 nor GB18030"):
        read_text(written(tmp_path, b"tea\n\xff\xff"))


def test_a_broken_utf16_file_names_the_byte(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"byte 4 .* is not UTF-16"):
        read_text(written(tmp_path, codecs.BOM_UTF16_LE + b"\x36\x83\xf6"))


def test_a_missing_file_says_where_it_was_looked_for() -> None:
    with pytest.raises(KeywordFileError, match=r"missing\.txt: there is no such file \(looked in /"):
        read_text("missing.txt", error=KeywordFileError)


def test_backslashes_are_answered_with_forward_slashes() -> None:
    with pytest.raises(ConfigError, match=r"forward slashes: keywords/a\.txt"):
        read_text("keywords\\a.txt")


@pytest.mark.parametrize(
    ("path", "reason"), [(".", "directory"), ("a\0b", "cannot be read"), ("x" * 5000, "cannot be read")]
)
def test_an_unusable_path_is_one_line(path: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason) as caught:
        read_text(path)
    assert "\n" not in str(caught.value)


def test_a_file_address_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "关键词 列表.txt"
    path.write_text(WORDS, "utf-8")
    assert read_text(path.as_uri()) == WORDS
