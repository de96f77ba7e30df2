from __future__ import annotations

import pytest

from topicspider.exceptions import JobError
from topicspider.frontier.job import JobDirectory, folder_name


def test_a_second_process_on_the_job_is_refused_with_the_owner(tmp_path):
    first = JobDirectory(tmp_path / "job")
    first.open()
    with pytest.raises(JobError, match=r"in use by another crawl \(process \d+\)"):
        JobDirectory(tmp_path / "job").open()
    first.close()
    again = JobDirectory(tmp_path / "job")
    again.open()
    again.close()


def test_a_fresh_start_sets_aside_and_deletes_nothing(tmp_path):
    (tmp_path / "frontier.sqlite3").write_text("old")
    job = JobDirectory(tmp_path)
    job.open(fresh=True)
    job.close()
    (aside,) = tmp_path.glob("before-*")
    assert (aside / "frontier.sqlite3").read_text() == "old"
    assert not (tmp_path / "frontier.sqlite3").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JobError, match="cannot be used as job directory"):
        JobDirectory(tmp_path / "file" / "job").open()


@pytest.mark.parametrize(
    ("topic", "folder"),
    [("人工智能", "人工智能"), ("C/C++", "C_C++"), ("..", "topic"), ('a:b*c?"d', "a_b_c_d"), ("茶" * 200, "茶" * 40)],
)
def test_a_topic_names_a_folder_that_every_system_takes(topic, folder):
    assert folder_name(topic) == folder
