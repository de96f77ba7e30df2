"""Strategies, frontiers and the like are chosen by name, or by import path."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from topicspider.exceptions import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping


def load_plugin(setting: str, name: str, known: Mapping[str, Any]) -> Any:
    """Return what *name* means: an entry of *known*, or the object at an import path ``package.module.Name``.

    Raises ``ConfigError`` that names *setting* and lists the known names.
    """
    target = known.get(name, name)
    if not isinstance(target, str):
        return target
    module, _, attribute = target.rpartition(".")
    if not module:
        raise ConfigError(f"{setting}={name!r} is not known; use one of: {', '.join(sorted(known))}; or an import path")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        names = ", ".join(sorted(known))
        raise ConfigError(
            f"{setting}={name!r} cannot be imported ({error}); use an import path or one of: {names}"
        ) from error
