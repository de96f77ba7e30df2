from __future__ import annotations

from random import Random

from topicspider.demo.texts import AI, COMMON_SLOTS, TEA, VOCABULARIES
from topicspider.demo.writer import Writer


def test_same_seed_same_article():
    assert Writer(Random(7)).write(AI) == Writer(Random(7)).write(AI)


def test_titles_never_repeat():
    writer = Writer(Random(7))
    titles = [writer.write(TEA).title for _ in range(60)]
    assert len(set(titles)) == 60


def test_no_slot_stays_open():
    writer = Writer(Random(7))
    texts = [writer.write(topic) for topic in VOCABULARIES for _ in range(20)]
    assert not any("{" in text.title + "".join(text.paragraphs) for text in texts)


def test_every_slot_has_three_words_to_draw():
    slots = [COMMON_SLOTS, *(vocabulary.slots for vocabulary in VOCABULARIES.values())]
    assert all(len(set(words)) >= 3 for group in slots for words in group.values())
