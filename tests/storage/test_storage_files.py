from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from topicspider.exceptions import StorageError
from topicspider.storage.html import HtmlFiles


@pytest.fixture
def html(tmp_path: Path) -> HtmlFiles:
    return HtmlFiles(tmp_path / "html")


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
def test_the_folder_is_the_host_made_safe(html: HtmlFiles, url: str, folder: str) -> None:
    host, name = html.path_of(url).split("/")
    assert host == folder
    assert re.fullmatch(r"[0-9a-f]{32}\.html", name)


def test_names_of_any_kind_make_safe_and_different_paths(html: HtmlFiles, cases: dict[str, Any]) -> None:
    names = dict.fromkeys(cases["ST17"]["html_file_names"])
    paths = [html.path_of(form.format(name)) for form in ("http://e.example/{}", "http://{}/") for name in names]
    assert len(set(paths)) == len(paths) == 10
    for path in paths:
        assert not PurePosixPath(path).is_absolute()
        assert all(0 < len(part.encode()) <= 255 and part.strip(" .") == part for part in path.split("/"))
        assert set(path) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-/")


def test_the_bytes_are_kept_and_no_other_file_is_left(html: HtmlFiles, tmp_path: Path) -> None:
    path = html.write("http://e.example/", "<p>绿茶\0".encode("gbk"), "gbk")
    assert path == html.path_of("http://e.example/")
    (file,) = (file for file in tmp_path.rglob("*") if file.is_file())
    assert file == tmp_path / "html" / path
    assert file.read_bytes() == b'<meta charset="gb18030">' + "<p>绿茶\0".encode("gbk")


def test_a_page_fetched_again_replaces_its_file(html: HtmlFiles, tmp_path: Path) -> None:
    for body in (b"<meta charset=utf-8>1", b"<meta charset=utf-8>2"):
        path = html.write("http://e.example/", body, "utf-8")
    assert (tmp_path / "html" / path).read_bytes() == body


def test_a_file_that_cannot_be_written_is_named(html: HtmlFiles, tmp_path: Path) -> None:
    (tmp_path / "html").touch()
    with pytest.raises(StorageError, match=r"cannot write the HTML file .*e\.example.*TOPIC_OUTPUT_DIR"):
        html.write("http://e.example/", b"", "utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_leaves_the_old_file_whole(html: HtmlFiles, tmp_path: Path) -> None:
    path = tmp_path / "html" / html.write("http://e.example/", b"<meta charset=utf-8>old", "utf-8")
    path.with_name(f"{path.name}.{os.getpid()}.tmp").symlink_to("/dev/full")
    with pytest.raises(StorageError, match="No space left on device"):
        html.write("http://e.example/", b"new", "utf-8")
    assert path.read_bytes() == b"<meta charset=utf-8>old"
    assert list(path.parent.iterdir()) == [path]
