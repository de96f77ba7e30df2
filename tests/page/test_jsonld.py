"""JSON-LD as pages have it: broken, nested, by reference."""

from __future__ import annotations

import json
from typing import Any

import pytest

from topicspider.page.jsonld import MAX_NODES, has_type, names, read_jsonld, strings


@pytest.mark.parametrize(
    "script",
    [
        '{"a": 1}',
        '\n {"a": 1,}\n',
        '<!-- {"a": 1} -->',
        '//<![CDATA[\n{"a": 1}\n//]]>',
        '/*<![CDATA[*/{"a": 1}/*]]>*/',
        '{"a": 1};',
        '[{"a": 1}]',
        '[[{"a": 1}, 7], "x"]',
    ],
)
def test_objects_are_read_leniently(script: str) -> None:
    assert read_jsonld([script]) == ({"a": 1},)


@pytest.mark.parametrize(
    "script", ["", "{", "null", "7", '"a"', "[" * 100_000, '{"a": undefined}', " " * 600_000 + "{}"]
)
def test_what_is_no_object_says_nothing(script: str) -> None:
    assert read_jsonld([script]) == ()


def test_a_line_break_in_a_string_is_kept() -> None:
    assert read_jsonld(['{"name": "a\nb"}']) == ({"name": "a\nb"},)


def test_graph_and_main_entity_are_opened_and_nothing_else() -> None:
    inner = {"@type": "Question", "name": "b"}
    script = {"@graph": [{"@type": "WebPage", "mainEntity": inner}], "about": {"name": "c"}}
    assert list(strings(read_jsonld([json.dumps(script)]), "name")) == ["b"]


def test_articles_come_first() -> None:
    kinds = ["Organization", "WebPage", "NewsArticle", ["Thing", "BlogPosting"]]
    nodes = read_jsonld([json.dumps([{"@type": kind} for kind in kinds])])
    assert [node["@type"] for node in nodes] == ["NewsArticle", ["Thing", "BlogPosting"], "WebPage", "Organization"]


def test_a_reference_is_followed() -> None:
    article = {"@type": "Article", "author": {"@id": "#jane"}, "publisher": [{"@id": "#site"}, {"@id": "#nobody"}]}
    people = [{"@id": "#jane", "name": "Jane Doe"}, {"@id": "#site", "name": "Tea"}]
    node = read_jsonld([json.dumps({"@graph": [article, *people]})])[0]
    assert list(names(node["author"])) == ["Jane Doe"]
    assert list(names(node["publisher"])) == ["Tea"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("张三", ["张三"]),
        ({"@type": "Person", "name": "张三"}, ["张三"]),
        ({"name": ["张三", "Zhang San"]}, ["张三"]),
        (["张三", {"name": "李四"}, {"url": "x"}, 7, None], ["张三", "李四"]),
        (None, []),
        ({"name": {"@value": "张三"}}, []),
        ("张\ud83d三\0", ["张三"]),
    ],
)
def test_names(value: Any, expected: list[str]) -> None:
    assert list(names(value)) == expected


def test_types() -> None:
    assert has_type({"@type": "WebSite"}, "WebSite")
    assert has_type({"@type": ["Thing", "WebSite"]}, "WebSite")
    assert not has_type({"@type": "WebSites"}, "WebSite")
    assert not has_type({}, "WebSite")


def test_the_number_of_objects_is_bounded() -> None:
    assert len(read_jsonld([json.dumps([{"a": 1}] * (2 * MAX_NODES))] * 2)) <= MAX_NODES
