from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from topicspider.exceptions import StorageError
from topicspider.items import PageItem
from topicspider.storage.files import PageFiles, file_path

Make = Callable[..., PageItem]


@pytest.fixture
def files(tmp_path: Path) -> PageFiles:
    return PageFiles(tmp_path / "html", tmp_path / "text")


def contents(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        ("http://www.example.org/a/b?c=d", "www.example.org"),
        ("https://WWW.Example.org:443/", "www.example.org"),
        ("http://localhost:8080/", "localhost_8080"),
        ("https://example.org:80/", "example.org_80"),
        ("http://茶.example/", "xn--cl1a.example"),
        ("http://[2001:db8::1]:81/", "2001_db8__1_81"),
        ("http://user:secret@example.org/", "example.org"),
        ("http://con/", "_con"),
        ("http://Aux.example/", "_aux.example"),
        ("http://com1.example/", "_com1.example"),
        ("http://console.example/", "console.example"),
        ("http://../", "_"),
        ("http://example.org./", "example.org"),
        ("http://..\\..\\x/", "_.._x"),
        ('http://标题:*?"<>|/', "_"),
        ("http://[bad/", "_"),
        ("http://a:port/", "_"),
        ("http://" + "茶" * 300 + ".example/", "_" * 200),
        ("/etc/passwd", "_"),
        ("", "_"),
    ],
)
def test_the_folder_is_the_host_made_safe(url: str, folder: str) -> None:
    host, name = file_path(url, "html").split("/")
    assert host == folder
    assert re.fullmatch(r"[0-9a-f]{32}\.html", name)


def test_names_of_any_kind_make_safe_and_different_paths(cases: dict[str, Any]) -> None:
    names = dict.fromkeys(cases["ST17"]["html_file_names"])
    paths = [file_path(form.format(name), "html") for form in ("http://e.example/{}", "http://{}/") for name in names]
    assert len(set(paths)) == len(paths) == 10
    for path in paths:
        assert not PurePosixPath(path).is_absolute()
        assert all(0 < len(part.encode()) <= 255 and part.strip(" .") == part for part in path.split("/"))
        assert set(path) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-/")


def test_the_bytes_are_kept_and_no_other_file_is_left(files: PageFiles, page: Make, tmp_path: Path) -> None:
    item = page(body="<p>绿茶\0".encode("gbk"), charset="gbk")
    files.write([item])
    path = files.html_path(item)
    assert path == file_path("http://e.example/", "html")
    assert contents(tmp_path) == {f"html/{path}": b'<meta charset="gb18030">' + "<p>绿茶\0".encode("gbk")}


def test_a_document_is_kept_as_it_came(files: PageFiles, page: Make, tmp_path: Path) -> None:
    item = page("a.pdf", body=b"%PDF-1.4", charset="", media="pdf")
    files.write([item])
    assert contents(tmp_path) == {f"html/{file_path(item.url, 'pdf')}": b"%PDF-1.4"}


def test_the_text_of_a_page_is_a_file_of_its_own_in_utf_8(files: PageFiles, page: Make, tmp_path: Path) -> None:
    item = page(body=b"", text="绿茶\n\n采摘\ud800")
    files.write([item])
    assert files.html_path(item) is None
    assert contents(tmp_path) == {f"text/{file_path(item.url, 'txt')}": "绿茶\n\n采摘?".encode()}


def test_without_folders_there_are_no_files(page: Make, tmp_path: Path) -> None:
    files, item = PageFiles(None), page(text="绿茶")
    files.write([item])
    assert files.html_path(item) is None
    assert contents(tmp_path) == {}


def test_what_was_written_can_be_removed_twice(files: PageFiles, page: Make, tmp_path: Path) -> None:
    item = page(text="绿茶")
    files.write([item, page("b")])
    files.remove(item)
    files.remove(item)
    assert list(contents(tmp_path)) == [f"html/{file_path('http://e.example/b', 'html')}"]


def test_a_page_fetched_again_replaces_its_file(files: PageFiles, page: Make, tmp_path: Path) -> None:
    for body in (b"<meta charset=utf-8>1", b"<meta charset=utf-8>2"):
        files.write([page(body=body)])
    assert list(contents(tmp_path).values()) == [body]


def test_a_file_that_cannot_be_written_is_named(files: PageFiles, page: Make, tmp_path: Path) -> None:
    (tmp_path / "html").touch()
    with pytest.raises(StorageError, match=r"cannot write the file .*e\.example.*TOPIC_OUTPUT_DIR"):
        files.write([page()])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_leaves_the_old_file_whole(files: PageFiles, page: Make, tmp_path: Path) -> None:
    files.write([page(body=b"<meta charset=utf-8>old")])
    path = tmp_path / "html" / file_path("http://e.example/", "html")
    path.with_name(f"{path.name}.{os.getpid()}.tmp").symlink_to("/dev/full")
    with pytest.raises(StorageError, match="No space left on device"):
        files.write([page(body=b"new")])
    assert path.read_bytes() == b"<meta charset=utf-8>old"
    assert list(path.parent.iterdir()) == [path]
