"""What the user says of single hosts, in a file of the job: ``hosts.json``."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from topicspider.exceptions import ConfigError
from topicspider.guards.budgets import HostRule
from topicspider.jsonfile import write_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE_NAME = "hosts.json"


def load_rules(path: Path) -> dict[str, HostRule]:
    """Return the rules by host, none if there is no such file; raises ``ConfigError`` for what is no rule."""
    try:
        found = json.loads(path.read_bytes())
        return {host: _rule(host, fields) for host, fields in found.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError, TypeError) as error:
        raise ConfigError(
            f"{path} cannot be used ({error}); it is to look like "
            '{"a.example": {"banned": true}, "b.example": {"max_pages": 100, "boost": 1.5}}'
        ) from error


def save_rules(path: Path, rules: Mapping[str, HostRule]) -> None:
    """Write *rules*, those that say something, whole or not at all."""
    told = {host: _fields(rule) for host, rule in sorted(rules.items()) if rule != HostRule()}
    write_json(path, told)


def check_rule(host: str, rule: HostRule) -> HostRule:
    """Return *rule*; raises ``ValueError`` for numbers that are none of a rule."""
    if rule.max_pages is not None and (not isinstance(rule.max_pages, int) or rule.max_pages < 0):
        raise ValueError(f"{host}: max_pages is {rule.max_pages!r}, not a whole number of 0 or more")
    if not (math.isfinite(rule.boost) and rule.boost > 0):
        raise ValueError(f"{host}: boost is {rule.boost!r}, not a number above 0")
    return rule


def _rule(host: str, fields: Mapping[str, Any]) -> HostRule:
    return check_rule(host, HostRule(**fields))


def _fields(rule: HostRule) -> dict[str, Any]:
    return {name: value for name, value in rule._asdict().items() if value != HostRule._field_defaults[name]}
