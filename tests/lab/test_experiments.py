"""What is compared is read from files, and what cannot be used is named."""

from __future__ import annotations

import pytest

from topicspider.exceptions import ConfigError
from topicspider.lab.experiments import experiment_of, experiments_of, read_seeds, read_truth


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write


def test_a_truth_file_says_which_pages_are_relevant(write):
    path = write(
        "t.tsv",
        "#url\tgrade\nhttp://a.test/1\t2\nhttp://A.test:80/2?utm_source=x\t1\nhttp://a.test/3\t0\n\nhttp://a.test/4\tH\n",
    )
    assert read_truth(path) == {"http://a.test/1": True, "http://a.test/2": True, "http://a.test/3": False}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("http://a.test/1\t1\nhttp://a.test/2 2\n", r"t\.tsv: line 2 has the grade ''"),
        ("http://a.test/1\tyes\n", r"t\.tsv: line 1 has the grade 'yes'"),
        ("http://a.test/1\t0\n", r"t\.tsv names no relevant page"),
        ("", r"t\.tsv names no relevant page"),
    ],
)
def test_a_truth_file_that_cannot_be_used(write, text, told):
    with pytest.raises(ConfigError, match=told):
        read_truth(write("t.tsv", text))


def test_seeds_are_urls_one_a_line(write):
    assert read_seeds(write("s.txt", "# home pages\nhttp://a.test\n\nhttps://b.test/x#y\nnonsense\n")) == [
        "http://a.test/",
        "https://b.test/x",
    ]
    with pytest.raises(ConfigError, match=r"s\.txt has no http\(s\) URL"):
        read_seeds(write("s.txt", "nonsense\n"))
    with pytest.raises(ConfigError, match=r"missing\.txt"):
        read_seeds(write("s.txt", "").with_name("missing.txt"))


def test_every_seed_file_of_every_topic_is_an_experiment(write, tmp_path):
    for topic in ("tea", "ball"):
        write(f"topics/{topic}/keywords.txt", "茶叶\n")
        write(f"topics/{topic}/relevant.tsv", "http://a.test/1\t1\n")
        write(f"topics/{topic}/seeds5.txt", "http://a.test/\n")
    write("topics/tea/seeds20.txt", "http://b.test/\n")
    write("topics/tea/topic.txt", "茶\n")
    write("topics/half/keywords.txt", "茶叶\n")
    found = experiments_of(tmp_path / "topics")
    assert [(one.topic, one.name, one.seeds_name, one.seeds) for one in found] == [
        ("ball", "ball", "seeds5", ("http://a.test/",)),
        ("tea", "茶", "seeds20", ("http://b.test/",)),
        ("tea", "茶", "seeds5", ("http://a.test/",)),
    ]
    assert found[0].truth == {"http://a.test/1": True}
    with pytest.raises(ConfigError, match="has no topic"):
        experiments_of(tmp_path / "topics" / "half")
    with pytest.raises(ConfigError, match="has no topic"):
        experiments_of(tmp_path / "nowhere")


def test_seeds_and_truth_may_be_missing(write):
    experiment = experiment_of("tea", write("k.txt", "茶叶\n"), None, None)
    assert (experiment.name, experiment.seeds, experiment.truth) == ("tea", (), None)
