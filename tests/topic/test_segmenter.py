import logging
import random
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from topicspider.exceptions import ConfigError
from topicspider.topic import segmenter
from topicspider.topic.segmenter import load_segmenter

TEXTS = [
    "公司的产品和服务都很好，她穿着日本和服参加茶会。",
    "北京大学生活动中心与北京大学",
    "我们用 machine learning 处理 5G 数据：c++、c#、.net、tcp/ip 和 e-mail_1，占 3.14%。",
    "機器學習と人工知能 한국어 Привет été",
    "a\r\nb\n\n\tc\u3000d  e",
    "𠮷野家\0鿿…——《留守女士》",
    "",
]


def test_rjieba_and_jieba_agree_token_for_token() -> None:
    rust, python = load_segmenter("rjieba"), load_segmenter("jieba")
    choose = random.Random(3)
    pieces = [text[start : start + 3] for text in TEXTS for start in range(len(text))]
    for text in TEXTS + ["".join(choose.choices(pieces, k=30)) for _ in range(300)]:
        assert rust.cut(text) == python.cut(text)
        assert "".join(rust.cut(text)) == text


def test_an_unknown_segmenter_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="no segmenter 'pkuseg'; choose one of rjieba, jieba"):
        load_segmenter("pkuseg")


def test_one_segmenter_for_all_threads() -> None:
    found = []
    threads = [threading.Thread(target=lambda: found.append(load_segmenter())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


def test_jieba_takes_the_place_of_a_missing_rjieba(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "rjieba", None)
    segmenter._load.cache_clear()
    try:
        assert load_segmenter().cut("产品和服务") == ["产品", "和", "服务"]
        load_segmenter()
    finally:
        segmenter._load.cache_clear()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "rjieba cannot be imported" in caplog.text


def test_jieba_is_silent_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    segmenter.JiebaSegmenter().cut("产品和服务")
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr() == ("", "")
    assert logging.getLogger("jieba").handlers == []
