"""How jobs stand, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.frontier.status import State
from topicspider.report.text import duration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.table import Table

    from topicspider.frontier.status import JobStatus

_STATES = {
    State.STARTING: "starting",
    State.RUNNING: "running",
    State.PAUSED: "paused",
    State.STOPPING: "stopping",
    State.FINISHED: "not running",
    State.KILLED: "not running, killed",
}


def state_of(status: JobStatus) -> str:
    """``running``, ``paused``, …; of a job that does not run also why it ended, as ``not running (shutdown)``."""
    reason = f" ({status.reason})" if status.reason and status.state is State.FINISHED else ""
    return _STATES[status.state] + reason


def described(status: JobStatus) -> str:
    """One line: how the job stands, and its numbers."""
    in_flight = f", {status.in_flight:,} in flight" if status.in_flight else ""
    return (
        f"{state_of(status)}; {status.pages:,} pages, {status.relevant:,} relevant, "
        f"{status.waiting:,} URLs waiting{in_flight}"
    )


def fact_rows(folder: str, status: JobStatus, now: float) -> list[tuple[str, str]]:
    """What there is to say about a job, as (label, value)."""
    facts = [
        ("State", state_of(status)),
        ("Pages fetched", f"{status.pages:,}"),
        ("Relevant", f"{status.relevant:,}"),
        ("URLs waiting", f"{status.waiting:,}"),
    ]
    if status.state.is_alive and status.updated_at:
        facts += [
            ("In flight", f"{status.in_flight:,}"),
            ("Pages per second", f"{status.pages_per_second:.1f}"),
            ("Running for", duration(max(0.0, now - status.started_at))),
        ]
    if status.pid is not None:
        facts.append(("Process", str(status.pid)))
    if status.updated_at:
        facts.append(("Last heard of", _ago(status, now)))
    return [*facts, ("Folder", folder)]


def job_table(folder: str, status: JobStatus, now: float) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(f"Job {status.topic}"), show_header=False)
    for label, value in fact_rows(folder, status, now):
        table.add_row(label, Text(value, overflow="fold"))
    if status.urls:
        table.add_section()
        table.add_row("Fetching", Text("\n".join(status.urls), overflow="fold"))
    return table


def jobs_table(jobs: Mapping[str, JobStatus], now: float) -> Table:
    """A row for each job, given by folder."""
    from rich.table import Table
    from rich.text import Text

    table = Table("Topic", "State", "Last heard of")
    for name in ("Pages", "Relevant", "Waiting", "In flight", "Pages/s"):
        table.add_column(name, justify="right")
    for status in jobs.values():
        numbers = (f"{number:,}" for number in (status.pages, status.relevant, status.waiting, status.in_flight))
        cells = (status.topic, state_of(status), _ago(status, now), *numbers, f"{status.pages_per_second:.1f}")
        table.add_row(*map(Text, cells))
    return table


def _ago(status: JobStatus, now: float) -> str:
    return f"{duration(max(0.0, now - status.updated_at))} ago" if status.updated_at else ""
