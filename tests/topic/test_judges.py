import math
from collections.abc import Mapping

import pytest

from topicspider.exceptions import ConfigError
from topicspider.topic import Judgement, Topic
from topicspider.topic.idf import load_idf
from topicspider.topic.judge import JUDGES_BASE, load_judge
from topicspider.topic.judgement import linear


def judged(judge: str, keywords: Mapping[str, float], title: str, text: str) -> Judgement:
    return Topic("t", keywords, judge=judge).judge_text(title, text)


def text_of(**counts: int) -> str:
    return "，".join(word for word, count in counts.items() for _ in range(count))


class TestCosine:
    """idf: 茶叶 6.8689, 咖啡 7.7804, 机器 6.6416, 学习 5.7771; 机器学习 is not in the table."""

    @pytest.mark.parametrize(
        ("text", "cosine"),
        [
            ("茶叶", 1.0),
            ("茶叶，咖啡", 0.66183),  # 6.8689 / √(6.8689² + 7.7804²)
            ("茶叶，茶叶，咖啡", 0.83116),  # 11.6301 / √(11.6301² + 7.7804²), 11.6301 = (1 + ln 2) · 6.8689
            ("茶叶的的的。，！ \n", 1.0),  # words of one character and signs have no part
            ("咖啡", 0.0),
            ("", 0.0),
        ],
    )
    def test_one_keyword(self, text: str, cosine: float) -> None:
        judgement = judged("cosine", {"茶叶": 3}, "", text)
        assert judgement.body_cosine == pytest.approx(cosine, abs=1e-5)
        assert judgement.score == 5 * judgement.body_cosine

    def test_two_keywords_with_weights(self) -> None:
        cosine = judged("cosine", {"茶叶": 3, "咖啡": 1}, "", "茶叶").body_cosine
        assert cosine == pytest.approx(0.93554, abs=1e-5)  # 3 · 6.8689 / √((3 · 6.8689)² + 7.7804²)

    def test_a_phrase_stands_beside_its_words(self) -> None:
        phrase = load_idf().median
        length = math.sqrt(phrase**2 + load_idf()["机器"] ** 2 + load_idf()["学习"] ** 2)
        assert judged("cosine", {"机器学习": 1}, "", "机器学习").body_cosine == pytest.approx(phrase / length)

    def test_a_negative_keyword_pulls_down_to_zero_at_most(self) -> None:
        keywords = {"茶叶": 1, "咖啡": -1}
        both = judged("cosine", keywords, "", "茶叶茶叶茶叶，咖啡").body_cosine
        assert 0 < both < judged("cosine", {"茶叶": 1}, "", "茶叶茶叶茶叶，咖啡").body_cosine
        assert judged("cosine", keywords, "", "茶叶，咖啡咖啡咖啡").body_cosine == 0.0

    def test_stop_words_have_no_part(self) -> None:
        topic = Topic("t", {"茶叶": 1}, stop_words=["咖啡"])
        assert topic.judge_text("", "茶叶，咖啡").body_cosine == pytest.approx(1)

    def test_score_and_relevance(self) -> None:
        judgement = judged("cosine", {"茶叶": 1}, "茶叶，咖啡", "茶叶")
        assert judgement.score == pytest.approx(4 * 0.66183 + 1, abs=1e-4)
        assert judgement.relevant
        assert judgement.terms == {"茶叶": 2}

    def test_relevance_is_one_half_at_the_threshold(self) -> None:
        topic = Topic("t", {"茶叶": 1}, threshold=5.0)
        judgement = topic.judge_text("茶叶", "茶叶")
        assert judgement.relevance == pytest.approx(0.5)
        assert not judgement.relevant

    def test_relevance_has_the_form_of_hill(self) -> None:
        judgement = Topic("t", {"茶叶": 1}, threshold=2.5).judge_text("茶叶", "茶叶")
        assert judgement.score == pytest.approx(5)
        assert judgement.relevance == pytest.approx(0.73880, abs=1e-5)  # 2^1.5 / (1 + 2^1.5)

    def test_what_a_page_is_filed_under_counts(self) -> None:
        topic = Topic("t", {"茶叶": 2, "紫砂壶": 1}, threshold=0.15)
        said_nothing = topic.judge_text("一封信", "我们昨天去了山上")
        filed = topic.judge_text("一封信", "我们昨天去了山上", ["旅行", "茶叶"])
        filed_less = topic.judge_text("一封信", "我们昨天去了山上", ["紫砂壶"])
        assert (said_nothing.relevance, said_nothing.relevant) == (0, False)
        assert filed.relevance == pytest.approx(0.85887, abs=1e-5)  # (0.5/0.15)^1.5 / (1 + (0.5/0.15)^1.5)
        assert filed_less.relevance == pytest.approx(0.68271, abs=1e-5)  # (0.25/0.15)^1.5 / (1 + (0.25/0.15)^1.5)
        assert filed.relevant
        assert filed_less.relevant

    def test_what_a_page_is_filed_under_against_the_topic_does_not_count(self) -> None:
        topic = Topic("t", {"茶叶": 2, "游戏": -2})
        assert topic.judge_text("一封信", "我们昨天去了山上", ["茶叶", "游戏"]).relevance == 0

    def test_subjects_leave_the_cosines_as_they_are(self) -> None:
        topic = Topic("t", {"茶叶": 1})
        assert topic.judge_text("茶叶", "茶叶", ["茶叶"]).score == topic.judge_text("茶叶", "茶叶").score


class TestKeywordCosine:
    @pytest.mark.parametrize(
        ("weights", "counts", "cosine"),
        [
            ((3, 1, 1), (1, 5, 5), 0.746),
            ((3, 1, 1), (1, 1, 1), 1.0),
            ((1, 1), (10, 1), 0.774),
            ((1,), (7,), 1.0),
            ((1, 1, 1, 1), (2, 0, 0, 0), 0.5),
            ((1, 1), (0, 0), 0.0),
            ((1, -1), (1, 1), 0.0),
        ],
    )
    def test_cosine(self, weights: tuple[float, ...], counts: tuple[int, ...], cosine: float) -> None:
        words = ("茶叶", "咖啡", "图书馆", "电影")[: len(weights)]
        text = text_of(**dict(zip(words, counts, strict=True)))
        judgement = judged("keyword_cosine", dict(zip(words, weights, strict=True)), "标题", text)
        assert judgement.body_cosine == pytest.approx(cosine, abs=5e-4)
        assert judgement.title_cosine == 0.0
        assert judgement.score == judgement.body_cosine

    def test_more_than_two_is_relevant_and_exactly_two_is_not(self) -> None:
        keywords = dict.fromkeys(("茶叶", "咖啡", "图书馆", "电影"), 1.0)
        exactly = judged("keyword_cosine", keywords, "茶叶", "无")
        assert exactly.score == 2.0
        assert exactly.relevance == 0.5
        assert not exactly.relevant
        assert judged("keyword_cosine", keywords, "茶叶", "咖啡").relevant

    def test_without_a_keyword_in_the_title_no_page_is_relevant(self) -> None:
        assert not judged("keyword_cosine", {"茶叶": 1}, "首页", "茶叶").relevant

    def test_without_a_title_the_body_speaks_for_it(self) -> None:
        judgement = judged("keyword_cosine", {"茶叶": 1}, " \n", "茶叶")
        assert judgement.score == 5.0
        assert judgement.relevance == 1.0
        assert judgement.relevant


def test_body_cosine_wants_seventeen_of_twenty_keywords() -> None:
    words = [f"w{number}x" for number in range(20)]
    for present, relevant in ((17, True), (16, False)):  # √(17/20) = .922, √(16/20) = .894
        judgement = judged("body_cosine", dict.fromkeys(words, 1.0), "", " ".join(words[:present]))
        assert judgement.body_cosine == pytest.approx(math.sqrt(present / 20))
        assert judgement.relevant == relevant
        assert (judgement.relevance > 0.5) == relevant


class TestBoolean:
    @pytest.mark.parametrize(
        ("title", "text", "relevant"),
        [("茶叶", "", True), ("", "咖啡", True), ("电影", "电影", False), ("茶叶", "游戏", False), ("", "", False)],
    )
    def test_any(self, title: str, text: str, relevant: bool) -> None:
        judgement = judged("boolean", {"茶叶": 1, "咖啡": 1, "游戏": -1}, title, text)
        assert (judgement.relevance, judgement.relevant) == (float(relevant), relevant)

    def test_all(self) -> None:
        query = Topic("t", {"茶叶": 1, "咖啡": 1}).query
        assert load_judge("boolean")(query, require="all").require is all


class TestSaturation:
    """A body of 800 characters: s = n / (n + 1.2)."""

    def cover(self, keywords: int, present: int, count: int, title: str) -> Judgement:
        words = [f"w{number}x" for number in range(keywords)]
        text = " ".join(words[:present] * count)
        return judged("saturation", dict.fromkeys(words, 1.0), title, text.ljust(800, "。"))

    def test_five_of_ten_keywords_three_times_each_need_no_title(self) -> None:
        judgement = self.cover(10, 5, 3, "首页")
        assert judgement.body_cosine == pytest.approx(3 / 4.2)
        assert judgement.relevance == pytest.approx(0.6 * 3 / 4.2)
        assert judgement.relevant

    def test_one_keyword_once_is_not_enough(self) -> None:
        judgement = self.cover(1, 1, 1, "首页")
        assert judgement.body_cosine == pytest.approx(1 / 2.2)
        assert judgement.relevance == pytest.approx(1 / 11)
        assert not judgement.relevant

    def test_a_title_needs_a_trace_in_the_body(self) -> None:
        assert self.cover(1, 1, 1, "w0x").relevant
        title_only = self.cover(1, 0, 0, "w0x")
        assert title_only.relevance == pytest.approx(0.8)
        assert not title_only.relevant

    def test_without_a_title_the_cover_is_the_relevance(self) -> None:
        assert self.cover(1, 1, 1, "").relevance == pytest.approx(1 / 2.2)


@pytest.mark.parametrize("judge", JUDGES_BASE.keys() - {"learned"})
class TestEveryJudgeByKeywords:
    def test_a_page_without_a_keyword_is_exactly_zero(self, judge: str) -> None:
        for text in ("", "。，！", "的了在", "今天天气很好"):
            assert judged(judge, {"茶叶": 1, "ai": 2}, text, text) == Judgement(0.0, 0.0, 0.0, 0.0, False, {})

    def test_numbers_stay_in_their_ranges_and_grow_with_the_score(self, judge: str) -> None:
        texts = ["无", "茶叶", "茶叶咖啡", "咖啡，茶叶的历史", "茶叶茶叶茶叶", "电影里的茶叶"]
        found = [judged(judge, {"茶叶": 2, "咖啡": 0.5}, title, text) for title in texts for text in texts]
        for judgement in found:
            assert 0 <= judgement.title_cosine <= 1
            assert 0 <= judgement.body_cosine <= 1
            assert judgement.score == pytest.approx(4 * judgement.title_cosine + judgement.body_cosine)
            assert 0 <= judgement.relevance <= 1

    def test_only_negative_evidence_is_not_relevant(self, judge: str) -> None:
        judgement = judged(judge, {"茶叶": 1, "游戏": -1}, "游戏", "游戏")
        assert not judgement.relevant
        assert judgement.relevance == 0.0


def test_the_linear_form() -> None:
    assert [linear(score, 2, 5) for score in (0, 1, 2, 3.5, 5)] == [0, 0.25, 0.5, 0.75, 1]
    assert linear(6, 7, 5) == pytest.approx(3 / 7)
    assert linear(8, 7, 5) == 1.0


def test_a_judge_by_import_path() -> None:
    assert load_judge("topicspider.topic.saturation.SaturationJudge") is JUDGES_BASE["saturation"]


@pytest.mark.parametrize("name", ["bm25", "", "topicspider.topic.saturation.Missing", "topicspider.missing.Judge"])
def test_an_unknown_judge_is_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises(
        ConfigError, match=r"there is no judge .* cosine, keyword_cosine, body_cosine, boolean, saturation"
    ):
        load_judge(name)


def test_an_import_path_to_something_else_is_refused() -> None:
    with pytest.raises(ConfigError, match="is no judge: it must be a subclass of"):
        load_judge("collections.Counter")
