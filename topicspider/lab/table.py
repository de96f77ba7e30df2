"""The comparison of the strategies as a table, for the terminal, for Markdown and for the HTML report."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from topicspider.lab.results import measure_all, summarise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.table import Table

    from topicspider.lab.results import Run, StrategySummary

_UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """``text`` gives the cell of a strategy's line. A terminal may break it into lines of ``wraps`` characters or more,
    unless that is None.
    """

    heading: str
    text: Callable[[StrategySummary], str]
    wraps: int | None = None


def table(runs: Iterable[Run], baseline: str) -> Table:
    """A line a strategy, the best first, for the terminal. Errors are those of ``measure_all``.

    Where the terminal is narrow, names and intervals take several lines; numbers stay whole from 80 columns on.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    summaries = summarise(measure_all(runs, baseline), baseline)
    shown = columns(summaries, baseline)
    caption = Text(legend(summaries, baseline))
    result = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False, caption=caption, caption_justify="left")
    for column in shown:
        heading = Text(re.sub(r"^H\((\d+)\)$", r"H \1", column.heading).replace(" ", "\n"))
        justify: Literal["left", "right"] = "left" if column is _STRATEGY else "right"
        result.add_column(heading, justify=justify, no_wrap=not column.wraps, overflow="fold", min_width=column.wraps)
    for cells in rows(summaries, shown):
        result.add_row(*map(Text, cells))
    return result


def table_markdown(runs: Iterable[Run], baseline: str) -> str:
    """The same as a Markdown table with its legend below, ending in a line end."""
    summaries = summarise(measure_all(runs, baseline), baseline)
    shown = columns(summaries, baseline)
    lines = [
        _markdown_line([column.heading for column in shown]),
        _markdown_line(["---", *["---:"] * (len(shown) - 1)]),
        *map(_markdown_line, rows(summaries, shown)),
    ]
    return "\n".join([*lines, "", legend(summaries, baseline), ""])


def columns(summaries: Sequence[StrategySummary], baseline: str) -> list[Column]:
    """Everything there is to say about strategies over many pairs."""
    return [
        _STRATEGY,
        *_harvest_columns(summaries, digits=0),
        *_AREAS,
        Column("Δ AUHC [95\u00a0%\u00a0CI]", lambda summary: _difference(summary, baseline, interval=True), wraps=9),
        Column("p", _p),
        *_REACH,
        Column("CPU ms", lambda summary: _two_digits(summary.cpu_ms_per_page)),
    ]


def topic_columns(summaries: Sequence[StrategySummary], baseline: str) -> list[Column]:
    """What a few pairs of one topic can tell: no interval and no p."""
    return [
        _STRATEGY,
        *_harvest_columns(summaries, digits=1),
        *_AREAS,
        Column("Δ AUHC", lambda summary: _difference(summary, baseline, interval=False)),
        *_REACH,
        Column("Relevance", lambda summary: f"{summary.average_relevance:.3f}"),
    ]


def rows(summaries: Iterable[StrategySummary], shown: Sequence[Column]) -> list[list[str]]:
    return [[column.text(summary) for column in shown] for summary in summaries]


def legend(summaries: Sequence[StrategySummary], baseline: str) -> str:
    """One line on what the numbers are means of, with the strategies that lack pairs by name."""
    most = max(summary.pairs for summary in summaries)
    lacking = ", ".join(f"{summary.strategy} {summary.pairs}" for summary in summaries if summary.pairs < most)
    pairs = f"{most} {'pair' if most == 1 else 'pairs'} of topic and seeds{f' (only: {lacking})' if lacking else ''}"
    return (
        f"Means over {pairs}; Δ against {baseline}, paired; "
        "p by Wilcoxon's signed-rank test, not corrected for several comparisons; CPU time is per page."
    )


def _harvest_columns(summaries: Sequence[StrategySummary], digits: int) -> list[Column]:
    marks = sorted({n for summary in summaries for n in summary.harvest})
    return [_harvest_column(n, digits) for n in marks]


def _harvest_column(n: int, digits: int) -> Column:
    return Column(f"H({n})", lambda summary: f"{summary.harvest[n]:.{digits}%}" if n in summary.harvest else _UNKNOWN)


def _difference(summary: StrategySummary, baseline: str, *, interval: bool) -> str:
    against = summary.comparison
    if summary.strategy == baseline:
        return "baseline"
    if against is None:
        return _UNKNOWN
    if not interval or against.pairs < 2:
        return f"{against.difference:+z.3f}"
    return f"{against.difference:+z.3f} [{against.low:+z.3f}, {against.high:+z.3f}]"


def _p(summary: StrategySummary) -> str:
    if summary.comparison is None or summary.comparison.p is None:
        return _UNKNOWN
    return "<0.001" if summary.comparison.p < 0.001 else f"{summary.comparison.p:.3f}"


def _ratio(summary: StrategySummary) -> str:
    return _UNKNOWN if summary.ratio_to_oracle is None else f"{summary.ratio_to_oracle:.2f}"


def _two_digits(number: float) -> str:
    """``0.25``, ``4.1``, ``38``."""
    return f"{number:.2f}" if number < 1 else f"{number:.1f}" if number < 10 else f"{number:,.0f}"


def _markdown_line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |"


_STRATEGY = Column("Strategy", lambda summary: summary.strategy, wraps=9)
_AREAS = (
    Column("AUHC", lambda summary: f"{summary.auhc:.3f}"),
    Column("nAUC", lambda summary: f"{summary.nauc:.3f}"),
    Column("÷ oracle", _ratio),
)
_REACH = (
    Column("Recall", lambda summary: f"{summary.recall:.0%}"),
    Column("Hosts", lambda summary: f"{summary.relevant_hosts:.0f}"),
)
