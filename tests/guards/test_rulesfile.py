"""What the user says of single hosts: the file, and what it may hold."""

from __future__ import annotations

import pytest

from topicspider.exceptions import ConfigError
from topicspider.guards import HostRule
from topicspider.guards.rulesfile import load_rules, save_rules


def test_rules_come_back_as_they_were_and_empty_ones_are_left_out(tmp_path):
    rules = {"b.test": HostRule(banned=True), "a.test": HostRule(max_pages=0, boost=1.5), "c.test": HostRule()}
    path = tmp_path / "hosts.json"
    save_rules(path, rules)
    assert load_rules(path) == {"a.test": rules["a.test"], "b.test": rules["b.test"]}
    assert [file.name for file in tmp_path.iterdir()] == ["hosts.json"]


def test_no_file_is_no_rule(tmp_path):
    assert load_rules(tmp_path / "hosts.json") == {}


@pytest.mark.parametrize(
    "content",
    [
        "not json",
        "[]",
        '{"a.test": 5}',
        '{"a.test": {"ban": true}}',
        '{"a.test": {"max_pages": -1}}',
        '{"a.test": {"max_pages": "many"}}',
        '{"a.test": {"boost": 0}}',
        '{"a.test": {"boost": NaN}}',
    ],
)
def test_a_file_that_is_none_is_told_with_what_would_work(tmp_path, content):
    path = tmp_path / "hosts.json"
    path.write_text(content)
    with pytest.raises(ConfigError, match=r"hosts\.json cannot be used .*is to look like \{"):
        load_rules(path)
