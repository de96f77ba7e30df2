"""CTD-T: the words around a node of a taxonomy guide the crawl, the texts below it describe what is wanted.

After Chen, Ma, Han and Zhang, "An Effective Relevance Prediction Algorithm Based on Hierarchical Taxonomy for Focused
Crawling" (AIRS 2008). Its constants are not published; these are ours.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from topicspider.taxonomy.tree import Place
from topicspider.topic.candidates import is_word
from topicspider.topic.fold import fold
from topicspider.topic.idf import load_idf
from topicspider.topic.keywordfile import is_writable
from topicspider.topic.segmenter import load_segmenter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topicspider.taxonomy.tree import Node, Surroundings

OF_LABEL, OF_TITLE, OF_DESCRIPTION = 1.0, 0.8, 0.6
SIBLING, SEE_ALSO = 0.3, 0.5
ANCESTOR_DECAY, DESCENDANT_DECAY = 0.5, 0.8
LEAST_IPF = 0.35
LEAST_NODES = 200
MOST_KEYWORDS = 100
MOST_DESCRIBING = 50

# Labels that order a taxonomy and say nothing of a subject.
EMPTY_LABELS = frozenset(
    (
        *("top", "world", "chinese simplified", "chinese", "simplified", "地区", "按地区", "按主题", "按字母", "综合"),
        *(
            "其他",
            "其它",
            "组织",
            "机构",
            "公司",
            "新闻与媒体",
            "新闻",
            "媒体",
            "购物",
            "聊天与论坛",
            "论坛",
            "个人主页",
        ),
        *("个人", "参考", "目录", "下载", "软件下载", "相关", "链接"),
    )
)
_BETWEEN_RE = re.compile(r"[、,，/&与]+")


class Description(NamedTuple):
    """What a taxonomy says of a topic.

    *guide* (CTKW): words around the node with weights, their squares summing up to 1, which rate anchors. *topic* (TD):
    words of the texts at and below it, the heaviest 1, which judge pages. *seeds*: the sites listed there.
    """

    guide: dict[str, float]
    topic: dict[str, float]
    seeds: tuple[str, ...]


def describe(around: Surroundings) -> Description:
    """Return what the surroundings of a node say.

    A word of the guide weighs max over the nodes of λ · source · ipf: λ is 1 at the node, 0.5^levels above it,
    0.8^levels below it, 0.3 beside it and 0.5 for see-also; the source 1 in a label, 0.8 in a listed site's title, 0.6
    in a description. ipf = ln(N/n) / ln N of a label on n of the N nodes; below 0.35 it is noise. With fewer than 200
    nodes ipf is 1. A word of the description weighs Σ (1 + ln n) over the texts, n its count, over the largest sum.
    """
    below = [node for node in around.nodes.values() if node.place in (Place.SELF, Place.DESCENDANT)]
    seeds = dict.fromkeys(site.url for node in below for site in node.sites)
    return Description(_guide(around), _topic(below), tuple(seeds))


def level_weight(place: Place, levels: int) -> float:
    return {
        Place.SELF: 1.0,
        Place.ANCESTOR: ANCESTOR_DECAY**levels,
        Place.DESCENDANT: DESCENDANT_DECAY**levels,
        Place.SIBLING: SIBLING,
        Place.SEE_ALSO: SEE_ALSO,
    }[place]


def ipf(nodes_with_label: int, nodes: int) -> float:
    """Inverse path frequency, in [0, 1]; 1 for a taxonomy of fewer than 200 nodes, which tells nothing."""
    return math.log(nodes / max(1, nodes_with_label)) / math.log(nodes) if nodes >= LEAST_NODES else 1.0


def _guide(around: Surroundings) -> dict[str, float]:
    found: dict[str, float] = {}
    for node in around.nodes.values():
        for word, source in _words_of(node):
            frequency = ipf(around.labels[word], around.total)
            if frequency >= LEAST_IPF and is_writable(word):
                weight = level_weight(node.place, node.levels) * source * frequency
                found[word] = max(weight, found.get(word, 0.0))
    kept = sorted(found.items(), key=lambda item: -item[1])[:MOST_KEYWORDS]
    length = math.hypot(*(weight for _, weight in kept)) or 1.0
    return {word: weight / length for word, weight in kept}


def _words_of(node: Node) -> Iterator[tuple[str, float]]:
    yield from ((term, OF_LABEL) for term in _terms(node.label))
    yield from ((word, OF_DESCRIPTION) for word in _words(node.description))
    for site in node.sites:
        yield from ((word, OF_TITLE) for word in _words(site.title))
        yield from ((word, OF_DESCRIPTION) for word in _words(site.description))


def _topic(below: list[Node]) -> dict[str, float]:
    texts = [text for node in below for text in (node.description, *(part for site in node.sites for part in site[1:]))]
    sums: defaultdict[str, float] = defaultdict(float)
    for text in filter(None, texts):
        for word, count in Counter(_words(text)).items():
            sums[word] += 1 + math.log(count)
    idf = load_idf()
    ranked = sorted(sums, key=lambda word: -sums[word] * idf[word])[:MOST_DESCRIBING]
    most = max((sums[word] for word in ranked), default=1.0)
    described = {word: sums[word] / most for word in ranked if is_writable(word)}
    own = [(term, node.levels) for node in below for term in _terms(node.label)]
    return described | {term: DESCENDANT_DECAY**levels for term, levels in reversed(own)}


def _terms(label: str) -> list[str]:
    """The terms of a label: 电脑与互联网 are two; labels of order and single letters are none."""
    whole = fold(label).strip()
    if whole in EMPTY_LABELS:
        return []
    terms = [term for part in _BETWEEN_RE.split(whole) if (term := part.strip())]
    return [term for term in terms if (term not in EMPTY_LABELS and len(term) >= 2) or "\u4e00" <= term[0] <= "\u9fff"]


def _words(text: str) -> list[str]:
    return [word for word in load_segmenter().cut(fold(text)) if is_word(word) and word not in EMPTY_LABELS]
