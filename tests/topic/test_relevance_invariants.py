"""The recorded scenarios of tests/fixtures/cases/relevance_invariants.json, for every judge that promises them."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from topicspider.topic import Topic, load_keywords
from topicspider.topic.textfile import read_text

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "relevance_invariants.json").read_text("utf-8"))["cases"]

FILLER = "今天天气很好，我们去公园散步，路上遇见老朋友，聊起学校里的往事与将来的打算。"
SCRIPT = (
    "from topicspider.topic import Topic; print(Topic('t', {'茶叶': 1, '绿茶': 2}).judge_text('绿茶', '茶叶与水' * 9))"
)


def score(keywords: dict[str, float], text: str, title: str = "标题") -> float:
    return Topic("t", keywords).judge_text(title, text).score


def nothing_to_read(directory: Path) -> None:
    topic = Topic("t", {"茶叶": 1}, stop_words=["我们", "他们"])
    for text in ("", " \n", "。，……！？", "我们他们"):
        judgement = topic.judge_text(text, text)
        assert (judgement.score, judgement.relevance) == (0.0, 0.0)


def no_word_of_the_topic(directory: Path) -> None:
    assert score({"茶叶": 1, "绿茶": 2}, FILLER) == 0.0


def shuffled_and_repeated_lines(directory: Path) -> None:
    scores = set()
    for number, lines in enumerate((["茶叶\t2", "绿茶"], ["绿茶", "茶叶\t2"], ["绿茶", "茶叶\t2", "绿茶"])):
        path = directory / f"{number}.txt"
        path.write_text("\n".join(lines), "utf-8")
        scores.add(score(load_keywords(path), "绿茶是一种茶叶。" + FILLER))
    assert len(scores) == 1


def heavy_before_light(directory: Path) -> None:
    keywords = {"茶叶": 10.0, "咖啡": 1.0}
    assert score(keywords, "茶叶" * 3 + FILLER) > score(keywords, "咖啡" * 3 + FILLER)


def short_before_long(directory: Path) -> None:
    words = [f"{first}{second}" for first in "春夏秋冬风花雪月山水" for second in "天地人和光明大小远近"]
    long = "。".join(words * 34) + "茶叶"
    short = "茶叶的种类与茶叶的历史，茶叶的味道。" * 27
    assert len(long) > 10_000
    assert score({"茶叶": 1}, short) > 5 * score({"茶叶": 1}, long)


def one_character(directory: Path) -> None:
    assert score({"茶": 1}, "茶 茶 茶") > 0


def split_phrase(directory: Path) -> None:
    assert score({"知识图谱": 1}, "知识图谱" * 5) > 0


def full_width(directory: Path) -> None:
    assert score({"AI": 1}, "ＡＩ技术") > 0


def another_process(directory: Path) -> None:
    here = Topic("t", {"茶叶": 1, "绿茶": 2}).judge_text("绿茶", "茶叶与水" * 9)
    environment = os.environ | {
        "PYTHONHASHSEED": "1",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    there = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, check=True)
    assert there.stdout.decode().strip() == repr(here)


def link_texts(directory: Path) -> None:
    tea, more = Topic("t", {"绿茶": 1}).rate(["绿茶加工", "更多"])
    assert tea > more


def title_before_body(directory: Path) -> None:
    keywords = {"茶叶": 1.0}
    assert score(keywords, FILLER, title="茶叶") == pytest.approx(4 * score(keywords, "茶叶", title="标题"))


def a_hundred_kilobytes(directory: Path) -> None:
    text = (FILLER + "茶叶。") * 1000
    assert len(text.encode()) > 100_000
    assert 0 < score({"茶叶": 1}, text) < 1


def traditional_characters(directory: Path) -> None:
    assert score({"机器学习": 1}, "機器學習入門") > 0


def stop_word_files(directory: Path) -> None:
    path, found = directory / "stop.txt", set()
    for encoding in ("utf-8", "utf-8-sig", "gb18030"):
        path.write_text("公园\n朋友\n", encoding)
        topic = Topic("t", {"茶叶": 1}, stop_words=read_text(path).split())
        found.add(topic.judge_text("标题", FILLER + "茶叶").score)
    assert len(found) == 1
    assert found != {score({"茶叶": 1}, FILLER + "茶叶")}


CHECKS: dict[str, Callable[[Path], None]] = {
    "RV01": nothing_to_read,
    "RV02": no_word_of_the_topic,
    "RV05": shuffled_and_repeated_lines,
    "RV06": heavy_before_light,
    "RV07": short_before_long,
    "RV08": one_character,
    "RV09": split_phrase,
    "RV10": full_width,
    "RV11": another_process,
    "RV15": link_texts,
    "RV16": title_before_body,
    "RV17": a_hundred_kilobytes,
    "RV19": traditional_characters,
    "RV20": stop_word_files,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_recorded_scenarios(case: dict[str, str], tmp_path: Path) -> None:
    assert math.isfinite(score({"茶叶": 1}, FILLER))
    CHECKS[case["id"]](tmp_path)
