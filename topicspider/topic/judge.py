"""The judges by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from topicspider.exceptions import ConfigError
from topicspider.topic.cosine import CosineJudge
from topicspider.topic.judgement import Judge, Judgement
from topicspider.topic.keywordjudges import BodyCosineJudge, BooleanJudge, KeywordCosineJudge
from topicspider.topic.learned import LearnedJudge
from topicspider.topic.saturation import SaturationJudge

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["JUDGES_BASE", "Judge", "Judgement", "load_judge"]

JUDGES_BASE: Mapping[str, type[Judge]] = {
    "cosine": CosineJudge,
    "keyword_cosine": KeywordCosineJudge,
    "body_cosine": BodyCosineJudge,
    "boolean": BooleanJudge,
    "saturation": SaturationJudge,
    "learned": LearnedJudge,
}


def load_judge(name: str) -> type[Judge]:
    """The judge of that name, or of that import path (``package.module.Class``)."""
    if name in JUDGES_BASE:
        return JUDGES_BASE[name]
    module, _, attribute = name.rpartition(".")
    try:
        judge = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as problem:
        known = ", ".join(JUDGES_BASE)
        raise ConfigError(
            f"there is no judge {name!r}; choose one of {known}, or an import path ({problem})"
        ) from problem
    if not (isinstance(judge, type) and issubclass(judge, Judge)):
        raise ConfigError(f"{name} is no judge: it must be a subclass of {Judge.__module__}.{Judge.__name__}")
    return judge
