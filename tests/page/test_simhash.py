"""Near-duplicates: the 64 bits of a text, and the sketch that the decision is made by."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter

import pytest

from topicspider.page import neardup
from topicspider.page.simhash import MAX_DISTANCE, fingerprint, hamming, normalised, run_hashes, simhash

HAN = [chr(code) for code in range(0x4E00, 0x5A00)]
MASK = 2**64 - 1


def article(seed: int, sentences: int = 40) -> list[str]:
    """Return sentences of 25 random Chinese characters."""
    rng = random.Random(seed)
    return ["".join(rng.choices(HAN, k=25)) + "。" for _ in range(sentences)]


def edited(sentences: list[str], seed: int, share: float) -> list[str]:
    """Return *sentences* with a *share* of them replaced by others."""
    rng = random.Random(seed)
    others = article(seed + 1000, len(sentences))
    places = set(rng.sample(range(len(sentences)), round(share * len(sentences))))
    return [others[n] if n in places else sentence for n, sentence in enumerate(sentences)]


def hash_by_hand(run: str) -> int:
    """Return the hash of one run, in Python's own whole numbers."""
    value = 0
    for char in run:
        value = (value * 0x9E3779B97F4A7C15 + ord(char)) & MASK
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def near(a: str, b: str) -> bool:
    """Decide as a store does: a key in common, then the sketches."""
    one, other = neardup.sketch(a), neardup.sketch(b)
    assert one is not None
    assert other is not None
    return bool(set(neardup.bands(one)) & set(neardup.bands(other))) and neardup.is_near(one, other)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Ｈｅｌｌｏ， 世界！", "hello世界"),
        ("STRASSE straße", "strassestraße"),
        ("snake_case — 2024-05", "snakecase202405"),
        ("ﬁne\u3000①\r\n\t\u200b", "ﬁne1"),
        ("Café, cafe\u0301, ｶﾞ", "cafecafeカ"),
        ("一\ud800二", "一二"),
        ("……！？", ""),
    ],
)
def test_what_is_compared(text: str, letters: str) -> None:
    assert normalised(text) == letters


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("人工，智能A", {"人工智": 1, "工智能": 1, "智能a": 1}),
        ("哈哈哈哈，是", {"哈哈哈": 2, "哈哈是": 1}),
        ("𠮷野家", {"𠮷野家": 1}),
        ("人工", {}),
    ],
)
def test_what_votes_are_the_hashes_of_all_runs(text: str, runs: dict[str, int]) -> None:
    assert Counter(run_hashes(text, 3).tolist()) == {hash_by_hand(run): n for run, n in runs.items()}


def test_one_run_is_its_own_hash() -> None:
    assert simhash("人工智") == hash_by_hand("人工智")


def test_every_bit_goes_with_the_greater_weight() -> None:
    # three runs of equal weight: the majority of each bit
    a, b, c = (hash_by_hand(run) for run in ("人工智", "工智能", "智能啊"))
    assert simhash("人工智能啊") == (a & b | b & c | a & c)


def test_a_repeated_run_weighs_its_count() -> None:
    # "aaa" stands there three times: more than both others together
    assert simhash("aaaaabc") == hash_by_hand("aaa")
    # twice: a tie with both others is not more than half
    often, others = hash_by_hand("aaa"), [hash_by_hand(run) for run in ("aab", "abc")]
    assert simhash("aaaabc") == often & (others[0] | others[1])


def test_no_text_has_no_bits() -> None:
    assert simhash("") == simhash("啊") == 0


@pytest.mark.parametrize("text", ["".join(article(1)), "To be, or not to be: that is the question", "\ud800" * 5])
def test_sixty_four_bits(text: str) -> None:
    assert 0 <= simhash(text) < 2**64


def test_known_values() -> None:
    """They are stored: a change makes every stored one useless."""
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 200)))
    assert simhash(text) == 0x007CCD80C9058F6D
    longer = "".join(map(chr, range(0x4E00, 0x4E00 + 300)))
    assert neardup.sketch(longer) == bytes.fromhex("0e99f659185cf75f4668ac4dd17d25690db687ae93c7d8b2d31088f12c50d7b1")


def test_the_same_in_every_process() -> None:
    code = "from topicspider.page.simhash import simhash; print(simhash('To be, or not to be: that is the question'))"
    run = [sys.executable, "-c", code]
    printed = {subprocess.run(run, env={"PYTHONHASHSEED": s}, capture_output=True, check=True).stdout for s in "12"}
    assert printed == {b"%d\n" % simhash("To be, or not to be: that is the question")}


@pytest.mark.parametrize(("a", "b", "distance"), [(0, 0, 0), (0b1011, 0b0010, 2), (0, 2**64 - 1, 64), (2**63, 1, 2)])
def test_hamming(a: int, b: int, distance: int) -> None:
    assert hamming(a, b) == hamming(b, a) == distance


@pytest.mark.parametrize(("letters", "tells"), [(0, False), (65, False), (66, True)])
def test_a_fingerprint_needs_64_features(letters: int, tells: bool) -> None:
    text = "".join(HAN[:letters])
    assert fingerprint(text) == (simhash(text) if tells else None)


@pytest.mark.parametrize(("letters", "tells"), [(0, False), (259, False), (260, True)])
def test_a_sketch_needs_256_features(letters: int, tells: bool) -> None:
    assert (neardup.sketch("".join(HAN[:letters])) is not None) == tells


def test_repetition_makes_no_features() -> None:
    assert fingerprint("请先登录" * 100) is None
    assert neardup.sketch("请先登录" * 100) is None


def test_a_word_changed_in_a_long_text_is_within_the_distance() -> None:
    text = "".join(article(1, 200))
    changed = text.replace(text[2500:2504], "完全不同")
    assert 0 < hamming(simhash(text), simhash(changed)) <= MAX_DISTANCE
    assert hamming(simhash(text), simhash("".join(article(2, 200)))) > 10


def test_typography_makes_no_difference() -> None:
    text = "".join(article(1)) + "Hello, World"
    other = " \n".join(text.replace("。", "．")).upper()
    assert simhash(other) == simhash(text)
    assert neardup.sketch(other) == neardup.sketch(text)


def test_a_sketch_is_stored_as_32_bytes_and_eight_keys() -> None:
    one = bytes([1, 0, 0, 0, 2, 0, 0, 0, *[0] * 19, 128, *[0] * 4])
    assert len(one) == neardup.SIZE
    assert neardup.bands(one) == (1, 2**32 + 2, 2 << 32, 3 << 32, 4 << 32, 5 << 32, (6 << 32) + 2**31, 7 << 32)


def test_a_byte_of_the_sketch_is_of_the_first_feature_from_its_start_on() -> None:
    text = "".join(article(3, 12))
    hashes = sorted(run_hashes(text, 5).tolist())
    starts = [number * 2**59 for number in range(32)]
    firsts = [min((h for h in hashes if h >= start), default=hashes[0]) for start in starts]
    assert neardup.sketch(text) == bytes(first % 256 for first in firsts)


@pytest.mark.parametrize(("equal", "is_near"), [(32, True), (16, True), (15, False), (0, False)])
def test_half_of_the_bytes_decide(equal: int, is_near: bool) -> None:
    assert neardup.is_near(bytes(32), bytes(equal) + b"\1" * (32 - equal)) == is_near


@pytest.mark.parametrize("seed", range(8))
def test_edited_and_posted_again(seed: int) -> None:
    sentences = article(seed)
    text = "".join(sentences)
    assert near(text, "".join(edited(sentences, seed, 0.05)))
    assert near(text, "【转载】来源：网络\n" + text + "\n上一篇 下一篇 相关推荐 版权声明：转载请注明出处。评论 (0)")


@pytest.mark.parametrize("seed", range(8))
def test_other_articles_of_the_same_site_are_no_duplicates(seed: int) -> None:
    frame = article(99, 10)  # a fifth of the page, as of a header and footer
    assert not near("".join(frame + article(seed)), "".join(frame + article(seed + 50)))


def test_half_of_another_article_is_no_duplicate() -> None:
    assert not any(near("".join(article(n)), "".join(edited(article(n), n, 0.5))) for n in range(8))
