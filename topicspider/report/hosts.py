"""The hosts of a crawl as a table, and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.table import Table

    from topicspider.frontier.hosttable import HostRow
    from topicspider.guards import HostRule


def described(row: HostRow, rules: Mapping[str, HostRule], state: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return all that is known of a host."""
    rule = rules.get(row.name)
    return {**row._asdict(), "rule": rule._asdict() if rule else {}, "state": state["hosts"].get(row.name, {})}


def hosts_table(
    rows: Sequence[HostRow], count: int, rules: Mapping[str, HostRule], state: Mapping[str, Mapping[str, Any]]
) -> Table:
    """Return the table of *rows*, the first of *count* hosts."""
    from rich.table import Table
    from rich.text import Text

    patterns = "".join(f"\nLeft: {pattern}" for pattern in state["patterns"])
    table = Table(title=f"{len(rows)} of {count} hosts", caption=Text(patterns.strip(), justify="left"))
    for name in ("Host", "Pages", "Relevant", "Nothing new", "Waiting", "Best score", "What holds"):
        table.add_column(name, justify="left" if name in ("Host", "What holds") else "right")
    for row in rows:
        best = "" if row.best is None else f"{row.best:.3f}"
        numbers = (f"{number:,}" for number in (row.pages, row.relevant, row.wasted, row.waiting))
        table.add_row(Text(row.name, overflow="fold"), *numbers, best, Text(_holds(row, rules, state["hosts"])))
    return table


def _holds(row: HostRow, rules: Mapping[str, HostRule], states: Mapping[str, Any]) -> str:
    rule, state = rules.get(row.name), states.get(row.name, {})
    said = [
        "banned" if rule and rule.banned else "",
        f"at most {rule.max_pages:,} pages" if rule and rule.max_pages is not None else "",
        f"boost {rule.boost:g}" if rule and rule.boost != 1 else "",
        "left for the next run" if state.get("parked") else "",
        f"held for {state['held_s']:g} s" if state.get("held_s") and not state.get("parked") else "",
        f"delay {state['delay']:g} s" if state.get("delay") else "",
    ]
    return ", ".join(filter(None, said))
