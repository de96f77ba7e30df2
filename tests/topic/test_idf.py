from topicspider.topic.idf import load_idf


def test_common_words_say_less_than_rare_ones() -> None:
    idf = load_idf()
    assert len(idf) > 200_000
    assert 2 < idf["学习"] < idf["茶叶"] < idf["绿茶"] < 14


def test_a_word_that_is_not_in_the_table_has_its_middle_value() -> None:
    idf = load_idf()
    assert "qwertz" not in idf
    assert idf["qwertz"] == idf.median
    assert sum(value <= idf.median for value in idf.values()) * 2 >= len(idf)
    assert idf["……"] == 0.0


def test_words_can_be_made_worth_nothing() -> None:
    idf = load_idf()
    assert idf.without(frozenset()) is idf
    without = idf.without(frozenset({"学习", "qwertz"}))
    assert [without[word] for word in ("学习", "qwertz", "茶叶")] == [0.0, 0.0, idf["茶叶"]]
    assert without["asdf"] == idf.median
