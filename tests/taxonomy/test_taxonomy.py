"""A topic as a node of a taxonomy: three formats, what stands around the node, and the weights by hand."""

from __future__ import annotations

import gzip
import math
from pathlib import Path

import pytest

from topicspider.exceptions import ConfigError
from topicspider.taxonomy import Place, Surroundings, describe, read_surroundings
from topicspider.taxonomy.context import ipf, level_weight
from topicspider.taxonomy.rdf import path_of

OWN = Path(__file__).parents[2] / "keywords" / "taxonomy.rdf"
GO = "Top/World/Chinese_Simplified/游戏/棋类/围棋"

STRUCTURE = """<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
<Topic r:id="Top/游戏"><catid>1</catid><d:Title>游戏</d:Title></Topic>
<Topic r:id="Top/游戏/围棋"><d:Title>围棋</d:Title><d:Description>黑白子的棋</d:Description>
  <related r:resource="Top/体育/象棋"/><symbolic r:resource="棋谱:Top/文化/棋谱"/>
  <altlang r:resource="Go:Top/Games/Go"/>
</Topic>
<Topic r:id="Top/游戏/围棋/定式"/><Topic r:id="Top/游戏/桥牌"/><Topic r:id="Top/体育/足球"/>
</RDF>
"""
CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
<Topic r:id="Top/游戏/围棋"><catid>2</catid><link r:resource="http://go.example/"/></Topic>
<ExternalPage about="http://go.example/"><d:Title>围棋网</d:Title><d:Description>死活题\x01</d:Description>
  <topic>Top/游戏/围棋</topic></ExternalPage>
<ExternalPage about="http://ball.example/"><d:Title>足球</d:Title><topic>Top/体育/足球</topic></ExternalPage>
</RDF>
"""
TREE = """# a tree
Top
  游戏
    围棋
      > 黑白子的棋
      http://go.example/ 围棋网
      定式
    桥牌
  体育
    足球
      http://ball.example/ 足球
"""
TABLE = (
    "Top/游戏/围棋\t\t\t黑白子的棋\nTop/游戏/围棋\thttp://go.example/\t围棋网\t死活题\n"
    "Top/游戏/围棋/定式\nTop/游戏/桥牌\nTop/体育/足球\thttp://ball.example/\t足球\t\n"
)


@pytest.fixture
def dump(tmp_path: Path) -> list[Path]:
    (tmp_path / "structure.rdf.gz").write_bytes(gzip.compress(STRUCTURE.encode()))
    (tmp_path / "content.rdf").write_text(CONTENT, "utf-8")
    return [tmp_path / "structure.rdf.gz", tmp_path / "content.rdf"]


def places(around: Surroundings) -> dict[str, str]:
    return {node.label: f"{node.place} {node.levels}" for node in around.nodes.values()}


def test_what_stands_around_a_node_of_odp(dump: list[Path]) -> None:
    around = read_surroundings(dump, "Top/游戏/围棋")
    assert places(around) == {
        "游戏": "ancestor 1",
        "围棋": "self 0",
        "定式": "descendant 1",
        "桥牌": "sibling 1",
        "象棋": "see also 1",
        "棋谱": "see also 1",
    }
    own = around.nodes["Top", "游戏", "围棋"]
    assert own.description == "黑白子的棋"
    assert [(site.url, site.title, site.description) for site in own.sites] == [
        ("http://go.example/", "围棋网", "死活题")
    ]
    assert (around.total, around.labels["围棋"]) == (5, 1)


@pytest.mark.parametrize("text", [TREE, TABLE], ids=["tree", "table"])
def test_trees_written_by_hand_say_the_same(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.txt").write_text(text, "utf-8")
    around = read_surroundings([tmp_path / "t.txt"], "Top/游戏/围棋")
    expected = {
        "Top": "ancestor 2",
        "游戏": "ancestor 1",
        "围棋": "self 0",
        "定式": "descendant 1",
        "桥牌": "sibling 1",
    }
    assert places(around) == expected
    own = around.nodes["Top", "游戏", "围棋"]
    assert own.description == "黑白子的棋"
    assert [site.url for site in own.sites] == ["http://go.example/"]
    assert around.total == 7


def test_level_weights_and_ipf_by_hand() -> None:
    assert level_weight(Place.SELF, 0) == 1
    assert level_weight(Place.ANCESTOR, 2) == 0.25
    assert level_weight(Place.DESCENDANT, 2) == pytest.approx(0.64)
    assert level_weight(Place.SIBLING, 1) == 0.3
    assert level_weight(Place.SEE_ALSO, 1) == 0.5
    assert ipf(1, 1000) == 1
    assert ipf(10, 1000) == pytest.approx(2 / 3)  # (ln 1000 − ln 10) / ln 1000
    assert ipf(50, 199) == 1  # too small a tree


def test_the_guide_and_the_description(dump: list[Path]) -> None:
    found = describe(read_surroundings(dump, "Top/游戏/围棋"))
    assert math.hypot(*found.guide.values()) == pytest.approx(1)
    own = found.guide["围棋"]
    assert found.guide["定式"] / own == pytest.approx(0.8)
    assert found.guide["游戏"] / own == pytest.approx(0.5)
    assert found.guide["桥牌"] / own == pytest.approx(0.3)
    assert found.guide["象棋"] / own == pytest.approx(0.5)
    assert found.guide["死活"] / own == pytest.approx(0.6)  # in the description of a listed site
    assert {"围棋", "定式", "死活"} <= found.topic.keys()
    assert found.topic.keys().isdisjoint({"游戏", "桥牌", "象棋", "足球"})
    assert found.topic["围棋"] == 1
    assert found.seeds == ("http://go.example/",)


def test_labels_that_say_nothing_are_noise(tmp_path: Path) -> None:
    lines = ["Top/游戏/围棋/按地区", "Top/游戏/围棋/A", "Top/游戏/围棋/定式、布局", "Top/游戏/围棋/C"]
    many = [f"Top/甲{number}/A类" for number in range(150)] + [f"Top/乙{number}/棋谱" for number in range(150)]
    (tmp_path / "t.tsv").write_text("".join(f"{line}\t\n" for line in [*lines, *many, "Top/游戏/围棋/棋谱"]), "utf-8")
    guide = describe(read_surroundings([tmp_path / "t.tsv"], "Top/游戏/围棋")).guide
    assert {"定式", "布局"} <= guide.keys()
    assert guide.keys().isdisjoint({"按地区", "a", "c", "top", "棋谱"})  # 151 of 608 nodes: ipf 0.22


def test_our_own_taxonomy_reads() -> None:
    found = describe(read_surroundings([OWN], GO))
    assert found.seeds == ("http://weiqi.example/", "http://qipu.example/")
    assert "定式" in found.topic


def test_paths_of_dumps_have_underscores() -> None:
    assert path_of("Top/World/Chinese_Simplified/") == ("Top", "World", "Chinese Simplified")


@pytest.mark.parametrize(
    ("content", "node", "message"),
    [
        (TREE, "Top/游戏/国际象棋", r"t\.txt: there is no node 'Top/游戏/国际象棋'; beside it there are Top/游戏/围棋"),
        (TREE, "别处/足球", r"there is no node '别处/足球'; there are nodes named 足球"),
        (TREE, "", "no node of the taxonomy was given; add -a node=PATH"),
        ("http://a.example/\n", "Top", r"t\.txt: line 1 stands below no label"),
        ("Top/棋\tftp://a.example/\n", "Top/棋", r"line 1: 'ftp://a\.example/' is no http\(s\) URL"),
        ("\thttp://a.example/\tA\n棋\n", "棋", "stands below no label|has no path"),
        ("<html><body>no RDF", "Top", r"t\.txt: this is no RDF of ODP"),
        ("<", "Top", r"t\.txt: this is no RDF"),
        ("\x1f\x8b broken", "Top", r"t\.txt: the file cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, content: str, node: str, message: str) -> None:
    (tmp_path / "t.txt").write_bytes(content.encode("latin-1" if content.startswith("\x1f") else "utf-8"))
    with pytest.raises(ConfigError, match=message) as told:
        read_surroundings([tmp_path / "t.txt"], node)
    assert "\n" not in str(told.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.rdf: the file cannot be read: No such file"):
        read_surroundings([tmp_path / "none.rdf"], "Top")
