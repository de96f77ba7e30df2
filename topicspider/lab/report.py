"""The lab's report: one HTML file that needs nothing else, from the template beside this module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from topicspider.lab.measures import harvest_curve
from topicspider.lab.results import measure_all, summarise
from topicspider.lab.table import columns, legend, rows, topic_columns
from topicspider.report.svg import rate_chart, thin

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topicspider.lab.measures import Measured
    from topicspider.lab.results import Run, StrategySummary
    from topicspider.lab.table import Column

_CURVE = re.compile(r'<polyline class="curve (s\d+)" points="([^"]*)"/>')
_COLOURS = 8
# Lengths drawn and left out in turn. Their number has no factor in common with that of the colours, so that 40
# strategies differ, and neighbours do in both.
_DASHES = ("none", "8 4", "2 3", "14 3 3 3", "3 8")
# Through so many points goes the broad unseen line that is pointed at.
_HIT_POINTS = 80


@dataclass(frozen=True, slots=True)
class Style:
    """How a strategy's curves look, by CSS class."""

    css_class: str
    colour: int
    dash: str


@dataclass(frozen=True, slots=True)
class _Table:
    """``lines`` are the cells of a strategy's line with its CSS class."""

    headings: Sequence[str]
    lines: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class _Figure:
    """The chart of one pair; ``keys`` are CSS class, strategy and AUHC, the best first."""

    seeds: str
    relevant: int
    chart: str
    keys: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class _Topic:
    name: str
    table: _Table
    figures: Sequence[_Figure]


def render_lab_report(runs: Iterable[Run], baseline: str, notes: Sequence[str]) -> str:
    """The whole report as an HTML document; ``notes`` are paragraphs of plain text.

    Errors are those of ``measure_all``.
    """
    from jinja2 import Environment, StrictUndefined

    measured = measure_all(runs, baseline)
    summaries = summarise(measured, baseline)
    looks = styles([summary.strategy for summary in summaries])
    source = resources.files("topicspider.lab").joinpath("report.html").read_text("utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(source).render(
        styles=list(looks.values()),
        notes=notes,
        legend=legend(summaries, baseline),
        overall=_table(summaries, columns(summaries, baseline), looks),
        topics=[_topic(name, ones, baseline, looks) for name, ones in _by_topic(measured).items()],
    )


def styles(strategies: Sequence[str]) -> dict[str, Style]:
    """A look for each strategy, the same in all charts of a report."""
    return {
        name: Style(f"s{number}", number % _COLOURS, _DASHES[number % len(_DASHES)])
        for number, name in enumerate(strategies)
    }


def _by_topic(measured: Iterable[Measured]) -> dict[str, list[Measured]]:
    topics: dict[str, list[Measured]] = {}
    for one in measured:
        topics.setdefault(one.run.topic, []).append(one)
    return topics


def _topic(name: str, ones: Sequence[Measured], baseline: str, looks: Mapping[str, Style]) -> _Topic:
    summaries = summarise(ones, baseline)
    seeds = dict.fromkeys(one.run.seeds for one in ones)
    return _Topic(
        name,
        _table(summaries, topic_columns(summaries, baseline), looks),
        [_figure([one for one in ones if one.run.seeds == which], looks) for which in seeds],
    )


def _table(summaries: Sequence[StrategySummary], shown: Sequence[Column], looks: Mapping[str, Style]) -> _Table:
    lines = zip(summaries, rows(summaries, shown), strict=True)
    return _Table(
        [column.heading for column in shown],
        [(looks[summary.strategy].css_class, cells) for summary, cells in lines],
    )


def _figure(ones: Sequence[Measured], looks: Mapping[str, Style]) -> _Figure:
    """``ones`` are the runs of one pair. The best is drawn last, above the others."""
    ranked = sorted(ones, key=lambda one: (-one.auhc, one.run.strategy))
    first = ranked[0].run
    curves = {looks[one.run.strategy].css_class: harvest_curve(one.run.flags, first.budget) for one in reversed(ranked)}
    hints = {looks[one.run.strategy].css_class: _hint(one) for one in ones}
    chart = rate_chart(curves, f"Harvest rate by strategy: {first.topic}, seeds {first.seeds}")
    return _Figure(
        first.seeds,
        first.total_relevant,
        named_curves(chart, hints),
        [(looks[one.run.strategy].css_class, one.run.strategy, f"{one.auhc:.3f}") for one in ranked],
    )


def _hint(one: Measured) -> str:
    pages, found = len(one.run.steps), sum(one.run.flags)
    return f"{one.run.strategy}: AUHC {one.auhc:.3f}, {found:,} relevant of {pages:,} pages"


def named_curves(chart: str, hints: Mapping[str, str]) -> str:
    """The chart with a hint on each curve, by CSS class, and below all curves a broad unseen line that shows it too."""
    broad = [_hit_line(css_class, points, hints[css_class]) for css_class, points in _CURVE.findall(chart)]
    named = _CURVE.sub(lambda curve: f"{curve[0][:-2]}>{_title(hints[curve[1]])}</polyline>", chart)
    return named.replace("<polyline", "\n".join([*broad, "<polyline"]), 1)


def _hit_line(css_class: str, points: str, hint: str) -> str:
    places = points.split()
    fewer = " ".join(places[i] for i in thin(len(places), _HIT_POINTS))
    return f'<polyline class="hit {css_class}" points="{fewer}">{_title(hint)}</polyline>'


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>"
