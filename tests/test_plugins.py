from __future__ import annotations

import sys
from pathlib import Path

import pytest

from topicspider.exceptions import ConfigError
from topicspider.plugins import load_plugin
from topicspider.strategies import STRATEGIES_BASE
from topicspider.strategies.best_first import BestFirst

KNOWN = {"b": "topicspider.strategies.best_first.BestFirst", "a": int, "gone": "topicspider.strategies.best_first.Gone"}


def test_a_known_name_is_what_it_stands_for() -> None:
    assert load_plugin("TOPIC_X", "b", KNOWN) is BestFirst
    assert load_plugin("TOPIC_X", "a", KNOWN) is int


def test_any_other_name_is_an_import_path() -> None:
    assert load_plugin("TOPIC_X", "topicspider.strategies.best_first.BestFirst", {}) is BestFirst


def test_an_object_is_itself() -> None:
    assert load_plugin("TOPIC_X", BestFirst, {}) is BestFirst  # type: ignore[arg-type]


def test_a_class_of_one_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_strategy_module.py").write_text("class Own: pass\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert load_plugin("TOPIC_X", "own_strategy_module.Own", {}).__name__ == "Own"
    monkeypatch.delitem(sys.modules, "own_strategy_module")


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(ConfigError, match=r"^TOPIC_X='c' is not known; use one of: a, b, gone; or an import path$"):
        load_plugin("TOPIC_X", "c", KNOWN)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no_such_module_at_all.Name", "No module named 'no_such_module_at_all'"),
        ("topicspider.no_such_module.Name", "No module named 'topicspider.no_such_module'"),
        ("topicspider.strategies.best_first.Nobody", "has no attribute 'Nobody'"),
        ("gone", "has no attribute 'Gone'"),
    ],
)
def test_what_cannot_be_imported_says_why_and_lists_the_known(name: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_plugin("TOPIC_X", name, KNOWN)
    message = str(caught.value)
    assert message.startswith(f"TOPIC_X={name!r} cannot be imported (")
    assert reason in message
    assert message.endswith("use an import path or one of: a, b, gone")
    assert "\n" not in message


@pytest.mark.parametrize("name", sorted(STRATEGIES_BASE))
def test_every_name_that_ships_can_be_loaded(name: str) -> None:
    assert isinstance(load_plugin("TOPIC_STRATEGY", name, STRATEGIES_BASE), type)
