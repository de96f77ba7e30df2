"""How a page was judged and what a topic means, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.table import Table

    from topicspider.frontier.linkrecord import LinkRecord
    from topicspider.topic.judgement import Explanation
    from topicspider.topic.meanings import Meaning

MOST_TERMS = 30


def verdict(explanation: Explanation) -> str:
    """One line: relevant or not, and the numbers that say so."""
    found = explanation.judgement
    return (
        f"{'relevant' if found.relevant else 'not relevant'}: {explanation.value:.3f} against the threshold"
        f" {explanation.threshold:.3f}; relevance {found.relevance:.3f}, A = {found.score:.3f} with B ="
        f" {found.title_cosine:.3f} of the title and C = {found.body_cosine:.3f} of the text, filed under the topic:"
        f" {explanation.filed:.2f}"
    )


def explanation_table(explanation: Explanation, title: str) -> Table:
    """The verdict and, keyword by keyword, what it rests on."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), caption=Text(verdict(explanation)), title_justify="left", caption_justify="left")
    for column in ("keyword", "weight", "in title", "in text", "filed", "adds to A"):
        table.add_column(column, justify="left" if column == "keyword" else "right")
    for term in explanation.terms[:MOST_TERMS]:
        filed = "yes" if term.is_filed else ""
        cells = (f"{term.weight:g}", str(term.in_title), str(term.in_text), filed, f"{term.share:+.3f}")
        table.add_row(Text(term.keyword), *cells)
    if len(explanation.terms) > MOST_TERMS:
        table.add_row(f"and {len(explanation.terms) - MOST_TERMS} more", *[""] * 5)
    return table


def meanings_table(meanings: Sequence[Meaning]) -> Table:
    """For each keyword what else it is found as, and what stands for it in a URL."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="What the topic means")
    for column in ("keyword", "weight", "also written", "in URLs"):
        table.add_column(column, justify="right" if column == "weight" else "left")
    for meaning in meanings:
        cells = [Text(", ".join(names)) for names in (meaning.written, [str(token) for token in meaning.tokens])]
        table.add_row(Text(meaning.keyword), f"{meaning.weight:g}", *cells)
    return table


def url_table(rated: Sequence[tuple[str, Mapping[str, float], float]]) -> Table:
    """What the words of URLs say of the topic."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="What URLs say")
    for column in ("URL", "token = value", "rate"):
        table.add_column(column, justify="right" if column == "rate" else "left")
    for url, matches, rate in rated:
        shown = ", ".join(f"{token} = {value:.2f}" for token, value in matches.items())
        table.add_row(Text(url, overflow="fold"), Text(shown), f"{rate:.3f}")
    return table


def link_table(link: LinkRecord) -> Table:
    """Where a URL was found, what made its score, and how its fetch turned out."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(link.url, overflow="fold"), title_justify="left", show_header=False)
    state = f"waiting, {link.ahead:,} URLs have higher scores" if link.state == "waiting" else link.state
    found = f"“{link.anchor}” on {link.parent}" if link.parent else "a seed"
    rows = [("state", state), ("score", f"{link.score:.4f}"), ("found", f"{found}, depth {link.depth}")]
    rows += [(f"  {name}", f"{value:.4f}") for name, value in link.factors.items()]
    rows += [("inherited", f"{link.inherited:.4f}"), ("importance", f"{link.importance:.4f}")]
    if link.visit:
        judged = f"{'relevant' if link.visit.relevant else 'not relevant'}, relevance {link.visit.relevance:.3f}"
        rows += [("outcome", f"{link.visit.outcome}: {judged}"), ("why", link.visit.reason)]
    for name, value in rows:
        table.add_row(name, Text(value, overflow="fold"))
    return table
