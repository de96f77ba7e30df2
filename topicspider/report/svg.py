"""The two charts of the report as inline SVG. Colours come from the page's CSS by class name.

Charts are 640 × 240; the plot lies between x 48 … 632 and y 12 … 208, with y growing downwards as SVG has it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_WIDTH, _HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 632, 12, 208
MAX_POINTS = 500


def thin(count: int, limit: int = MAX_POINTS) -> list[int]:
    """At most ``limit`` of the indices 0 … count - 1, evenly spread, the first and the last among them."""
    if count <= limit:
        return list(range(count))
    return [i * (count - 1) // (limit - 1) for i in range(limit)]


def rate_chart(curves: Mapping[str, Sequence[float]], label: str) -> str:
    """Curves of rates in [0, 1] over the pages 1 … n; each is drawn with its key as CSS class. All are n long."""
    count = len(next(iter(curves.values())))
    parts = [_grid_line(rate, f"{rate:.0%}") for rate in (0, 0.25, 0.5, 0.75, 1)]
    parts += [_x_label(_x(i, count), f"{i + 1:,}", anchor) for i, anchor in _x_ticks(count)]
    for css_class, rates in curves.items():
        points = " ".join(f"{_x(i, count):.1f},{_y(rates[i]):.1f}" for i in thin(count))
        parts.append(f'<polyline class="curve {css_class}" points="{points}"/>')
    return _chart(parts, label)


def bar_chart(counts: Sequence[int], label: str) -> str:
    """Bars over equal bins of [0, 1]; a bar tells its range and count when pointed at."""
    highest = max(1, *counts)
    width = (_RIGHT - _LEFT) / len(counts)
    parts = [_grid_line(0, "0"), _grid_line(1, f"{highest:,}")]
    parts += [_x_label(_LEFT + share * (_RIGHT - _LEFT), f"{share:g}", "middle") for share in (0, 0.25, 0.5, 0.75, 1)]
    for i, count in enumerate(counts):
        top = _y(count / highest)
        hint = f"{i / len(counts):.2f}–{(i + 1) / len(counts):.2f}: {count:,}"
        parts.append(
            f'<rect class="bar" x="{_LEFT + i * width + 1:.1f}" y="{top:.1f}" width="{width - 2:.1f}" '
            f'height="{_BOTTOM - top:.1f}"><title>{hint}</title></rect>'
        )
    return _chart(parts, label)


def _chart(parts: Sequence[str], label: str) -> str:
    body = "\n".join(parts)
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">\n{body}\n</svg>'


def _x(index: int, count: int) -> float:
    return _LEFT + (_RIGHT - _LEFT) * index / max(1, count - 1)


def _y(rate: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * rate


def _x_ticks(count: int) -> list[tuple[int, str]]:
    """The first, middle and last page, as far as they differ, with the text anchor that keeps each inside."""
    ticks = {0: "start", (count - 1) // 2: "middle", count - 1: "end"} if count > 2 else {count - 1: "end", 0: "start"}
    return sorted(ticks.items())


def _grid_line(rate: float, text: str) -> str:
    y = _y(rate)
    return (
        f'<line class="grid" x1="{_LEFT}" x2="{_RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
    )


def _x_label(x: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{_BOTTOM + 20}" text-anchor="{anchor}">{text}</text>'
