"""A keyword file from example pages: words and weights, and the threshold that suits them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topicspider.topic.calibrate import calibrate
from topicspider.topic.keywordfile import render
from topicspider.topic.learn import extract, learn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topicspider.topic.candidates import Example
    from topicspider.topic.learn import Learned


def keyword_file(
    examples: Sequence[Example],
    background: Sequence[Example] = (),
    *,
    negatives: Sequence[Example] = (),
    name: str = "",
    top: int | None = None,
    method: str = "keyness",
    about: Sequence[str] = (),
) -> str:
    """Return the text of a keyword file; *about* are further lines for its head. Raises ``ConfigError``."""
    find = partial(keywords_of, background=background, negatives=negatives, name=name, top=top, method=method)
    learned = find(examples)
    threshold = calibrate(examples, background, lambda some: {item.keyword: item.weight for item in find(some)})
    others = f"{len(background)} other pages" if background else "a table of words"
    head = [f"{name or 'A topic'}: learned from {len(examples)} pages, against {others}", *about]
    return render(learned, about=head, examples=len(examples), threshold=threshold)


def keywords_of(
    examples: Sequence[Example],
    *,
    background: Sequence[Example],
    negatives: Sequence[Example],
    name: str,
    top: int | None,
    method: str,
) -> list[Learned]:
    """Return keywords by the *method* ``keyness`` (``learn``) or ``jieba`` (``extract``)."""
    if method == "jieba":
        return extract(examples, name=name, top=top)
    return learn(examples, background, negatives=negatives, name=name, top=top)
