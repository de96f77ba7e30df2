"""``scrapy job`` as it is typed; real crawls obey it in ``tests/crawl/test_crawl_control.py``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from topicspider.frontier.base import FrontierLink
from topicspider.frontier.job import JobDirectory
from topicspider.frontier.sqlite import SqliteFrontier
from topicspider.frontier.status import JobStatus, State, write_status

Job = Callable[..., tuple[int, str, str]]
RUNNING = JobStatus(
    State.RUNNING, "茶", "", 4711, 100.0, 160.0, 1234, 56, 78900, 1, 1.25, ("http://a.example/a-page-that-is-slow",)
)


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Job:
    """``scrapy job`` with the jobs in ``tmp_path``; returns exit code, standard output and standard error."""
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "topicspider.settings")

    def run(*args: str, **changed: str) -> tuple[int, str, str]:
        settings = Settings({"TOPIC_JOBS_DIR": str(tmp_path), **changed})
        settings.setmodule("topicspider.settings")
        for name, value in {"TOPIC_JOBS_DIR": str(tmp_path), **changed}.items():
            settings.set(name, value, priority="cmdline")
        with pytest.raises(SystemExit) as ended:
            execute(["scrapy", "job", *args], settings=settings)
        return (ended.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def ended(tmp_path: Path) -> Path:
    """A job that does not run, with one URL waiting."""
    directory = JobDirectory(tmp_path / "茶")
    directory.open()
    with SqliteFrontier(directory.path, topic="茶") as frontier:
        frontier.add([FrontierLink("http://a.example/", 1.0)])
    directory.close()
    return directory.path


@pytest.mark.parametrize("args", [(), ("dance", "茶"), ("pause", "茶", "酒")])
def test_what_is_no_command_is_told_in_one_line(job, args):
    code, _, error = job(*args)
    assert code == 2
    assert error.endswith("error: say what to do with which topic, as in: scrapy job pause 人工智能\n")


def test_an_unknown_topic_is_told_with_the_jobs_that_exist(job, ended):
    code, out, error = job("pause", "酒")
    jobs = ended.parent
    assert (code, out, error) == (1, "", f"scrapy job: error: there is no job 酒; the jobs in {jobs} are: 茶\n")


def test_without_any_job_that_is_told(job, tmp_path):
    code, _, error = job("status", "茶")
    assert (code, error) == (1, f"scrapy job: error: there is no job 茶; the jobs in {tmp_path} are: none\n")


@pytest.mark.parametrize("command", ["pause", "resume", "stop"])
def test_a_job_that_does_not_run_cannot_be_told_anything(job, ended, command):
    code, out, error = job(command, "茶")
    assert (code, out) == (1, "")
    assert error == (
        f"scrapy job: error: 茶: no crawl runs, so there is none to {command}; "
        "not running; 0 pages, 0 relevant, 1 URLs waiting\n"
    )
    assert not (ended / "control.json").exists()


def test_a_command_needs_its_topic(job, ended):
    code, _, error = job("stop")
    assert (code, error) == (1, "scrapy job: error: which job? Give its topic, as in: scrapy job stop 人工智能\n")


def test_a_crawl_that_does_not_act_is_told_with_how_it_stands(job, ended):
    directory = JobDirectory(ended)
    directory.open()
    write_status(ended, RUNNING)
    code, _, error = job("pause", "茶", "--timeout", "0.1")
    assert code == 1
    assert error == (
        "scrapy job: error: 茶: the crawl did not pause within 0.1 s; "
        "running; 1,234 pages, 56 relevant, 78,900 URLs waiting, 1 in flight\n"
    )
    assert json.loads((ended / "control.json").read_text("utf-8")) == {"command": "pause"}
    directory.close()


@pytest.mark.parametrize("named", [("status", "--job"), ("status",)], ids=["--job", "JOBDIR"])
def test_a_job_elsewhere_is_named_by_its_folder(job, ended, tmp_path, named):
    elsewhere = ended.rename(tmp_path / "elsewhere")
    if "--job" in named:
        code, out, _ = job(*named, str(elsewhere), "--json")
    else:
        code, out, _ = job(*named, "--json", JOBDIR=str(elsewhere))
    assert (code, json.loads(out)["topic"], json.loads(out)["folder"]) == (0, "茶", str(elsewhere))


def test_status_shows_numbers_and_what_is_fetched(job, ended):
    directory = JobDirectory(ended)
    directory.open()
    write_status(ended, RUNNING)
    code, out, _ = job("status", "茶")
    assert code == 0
    for shown in ("running", "1,234", "56", "78,900", "1.2", "4711", "http://a.example/a-page-that-is-slow"):
        assert shown in out
    directory.close()


def test_status_without_any_job(job, tmp_path):
    assert job("status") == (0, f"There is no job in {tmp_path} yet\n", "")
    assert job("status", "--json") == (0, "[]\n", "")


def test_status_without_a_topic_shows_all_jobs(job, ended, tmp_path):
    directory = JobDirectory(tmp_path / "酒")
    directory.open()
    code, out, _ = job("status")
    assert code == 0
    assert [line.split()[1] for line in out.splitlines() if "│" in line] == ["茶", "酒"]
    assert ("not running" in out, "starting" in out) == (True, True)
    directory.close()
    _, out, _ = job("status", "--json")
    assert [found["topic"] for found in json.loads(out)] == ["茶", "酒"]
