"""Topics described otherwise than by a keyword file, and telling what was understood: commands as they are typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.crawls import ROOT, article

TEA = ["绿茶的冲泡要看水温", "红茶的发酵和香气", "普洱茶叶的存放", "春天采摘的茶叶", "乌龙茶的做青", "茶壶和茶杯"]
OTHERS = ["足球比赛的最后时间", "学习编程语言", "去山上旅行", "新手机的屏幕", "电影里的音乐", "天气预报说有雨"]


def scrapy(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Run ``scrapy …`` in *folder* and return exit code, standard output and standard error."""
    settings = {"SCRAPY_SETTINGS_MODULE": "topicspider.settings", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        cwd=folder,
        env={**os.environ, **settings, **(env or {})},
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write_pages(folder: Path, titles: list[str]) -> None:
    for number, title in enumerate(titles):
        (folder / f"s{number}.example").mkdir(parents=True)
        text = f"{title}，茶叶" * 9 if titles is TEA else title * 9
        (folder / f"s{number}.example" / "1.html").write_text(article(title, text), "utf-8")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    write_pages(tmp_path / "tea", TEA)
    write_pages(tmp_path / "others", OTHERS)
    return tmp_path


class TestLearn:
    def test_a_keyword_file_and_a_judge_from_folders(self, pages: Path) -> None:
        files = ["--out", "kw/tea.txt", "--judge", "models/tea.npz"]
        code, out, error = scrapy(
            pages, "topic", "learn", "--examples", "tea", "--background", "others", "--name", "茶", *files
        )
        assert (code, out) == (0, ""), error
        text = (pages / "kw" / "tea.txt").read_text("utf-8")
        assert text.startswith("# 茶: learned from 6 pages, against 6 other pages\n")
        assert "\n茶叶\t" in text
        assert "@threshold" in text
        assert "The judge is in models/tea.npz" in error
        settings = ("-s", "TOPIC_JUDGE=learned", "-s", "TOPIC_JUDGE_MODEL=models/tea.npz")
        code, out, error = scrapy(pages, "topic", "check", "kw/tea.txt", "tea/s0.example/1.html", *settings)
        assert code == 0, error
        assert "against the threshold 0.500" in out.replace("\n", " ")

    def test_urls_are_fetched(self, pages: Path, site) -> None:
        for number, title in enumerate(TEA):
            site.pages[f"/{number}"] = article(title, f"{title}，茶叶" * 9)
        site.pages["/robots.txt"] = "User-agent: *\nDisallow: /5\n"
        (pages / "urls.txt").write_text("".join(f"{site.url}/{number}\n" for number in range(6)), "utf-8")
        settings = ("-s", "DOWNLOAD_DELAY=0")
        code, out, error = scrapy(pages, "topic", "learn", "--examples", "urls.txt", *settings)
        assert code == 0, error
        assert "\n茶叶\t" in out
        assert "1 of 6 URLs brought no page and are left out" in error
        assert "There is no background" in error

    def test_jiebas_method(self, pages: Path) -> None:
        code, out, error = scrapy(pages, "topic", "learn", "--examples", "tea", "--method", "jieba", "--top", "3")
        assert code == 0, error
        assert sum("\t" in line for line in out.splitlines()) == 3

    def test_a_file_is_reweighted_from_a_crawl(self, pages: Path, site, crawls) -> None:
        titles = [*TEA, *OTHERS]
        links = [f"/{number}" for number in range(12)]
        site.pages["/"] = article("目录", "这里什么都有", *links)
        for number, title in enumerate(titles):
            site.pages[f"/{number}"] = article(title, f"{title}，茶叶的故事" * 9 if number < 6 else title * 9)
        code, _, log = crawls.run(seeds=site.url + "/")
        assert code == 0, log
        before = crawls.keywords.read_text("utf-8")
        told = ("topic", "learn", "a.txt", "--from-crawl", "output/茶", "--bad", f"{site.url}/11")
        code, out, error = scrapy(crawls.folder, *told)
        assert code == 0, error
        assert "~ 采摘\t1.00 → 0.50" in out
        assert "+ " in out
        assert "a.txt is as it was; --yes writes it" in error
        assert crawls.keywords.read_text("utf-8") == before
        code, out, error = scrapy(crawls.folder, *told, "--yes")
        assert code == 0, error
        assert "采摘\t0.5\n" in crawls.keywords.read_text("utf-8")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "give example pages, as in: scrapy topic learn --examples pages/ --out keywords/my.txt"),
            (["--examples", "nowhere"], "'nowhere' is no file, no folder and no http(s) URL"),
            (["--examples", "tea", "--top", "0"], "--top must be 1 or more, not 0"),
            (["--examples", "tea", "--good", "http://a.example/"], "--good and --bad name pages of a crawl"),
            (["kw.txt", "--examples", "tea"], "a keyword file is re-weighted from a crawl"),
            (["--from-crawl", "tea"], "tea: this is no output of a crawl, there is no pages.sqlite3 in it"),
            (["--examples", "tea", "--judge", "x.npz"], "a judge is trained from 5 example pages and 5 others"),
            (["--examples", "tea", "--out", "tea"], "[Errno 21] Is a directory: 'tea'"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(self, pages: Path, arguments: list[str], message: str) -> None:
        code, _, error = scrapy(pages, "topic", "learn", *arguments)
        assert code == 1
        last = error.splitlines()[-1]
        assert last.startswith("scrapy topic: error: ")
        assert message in last
        assert "Traceback" not in error


class TestCheckAndExpand:
    def test_a_page_is_told_term_by_term(self, pages: Path, crawls) -> None:
        code, out, error = scrapy(
            pages, "topic", "check", str(crawls.keywords), "tea/s3.example/1.html", "--text", "红酒"
        )
        assert code == 0, error
        assert "春天采摘的茶叶" in out
        assert "relevant: " in out
        assert "not relevant: 0.000 against the threshold 0.150" in out.replace("\n", " ").replace("  ", " ")

    def test_what_a_topic_means(self, pages: Path, crawls) -> None:
        code, out, error = scrapy(pages, "topic", "expand", str(crawls.keywords), "--url", "http://lvcha.example/")
        assert code == 0, error
        assert "綠茶" in out
        assert "lvcha (pinyin)" in out
        assert "http://lvcha.example/" in out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["check"], "name a keyword file and pages, as in: scrapy topic check keywords/a.txt page.html"),
            (["check", "none.txt", "--text", "茶"], "none.txt: there is no such file"),
            (["expand"], "name one keyword file, as in: scrapy topic expand keywords/a.txt"),
            (["expand", "none.txt"], "none.txt: there is no such file"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(self, pages: Path, arguments: list[str], message: str) -> None:
        code, out, error = scrapy(pages, "topic", *arguments)
        assert (code, out) == (1, "")
        assert error.startswith("scrapy topic: error: ")
        assert message in error
        assert len(error.splitlines()) == 1

    def test_an_unknown_action_is_told(self, pages: Path) -> None:
        code, _, error = scrapy(pages, "topic", "dance")
        assert code == 2
        assert "say what to do: scrapy topic learn" in error


class TestCrawl:
    def fill(self, site) -> None:
        site.pages["/"] = article("目录", "这里什么都有", *[f"/{number}" for number in range(12)])
        for number, title in enumerate([*TEA, *OTHERS]):
            site.pages[f"/{number}"] = article(title, f"{title}，茶叶" * 9 if number < 6 else title * 9)

    def test_examples_take_the_place_of_a_keyword_file(self, pages: Path, site, crawls) -> None:
        self.fill(site)
        given = {"examples": str(pages / "tea"), "background": str(pages / "others"), "keywords": ""}
        code, _, log = crawls.run(seeds=site.url + "/", **given)
        assert code == 0, log
        assert "Learned keywords from 6 example pages" in log
        assert "茶叶\t" in (crawls.output / "keywords.txt").read_text("utf-8")
        relevant = {url for url, is_relevant in crawls.rows("url, relevant") if is_relevant}
        assert {f"{site.url}/{number}" for number in range(6)} <= relevant
        code, _, log = crawls.run(seeds=site.url + "/", **given)
        assert code == 0, log
        assert "The keywords are those learned before" in log

    def test_a_node_of_a_taxonomy_is_a_topic_with_seeds(self, tmp_path: Path, site, crawls) -> None:
        self.fill(site)
        tree = f"饮料\n  茶\n    > 茶叶、绿茶、红茶、普洱的冲泡和采摘\n    {site.url}/ 茶友会\n  咖啡\n"
        (tmp_path / "tree.txt").write_text(tree, "utf-8")
        code, _, log = crawls.run(keywords="", taxonomy=str(tmp_path / "tree.txt"), node="饮料/茶")
        assert code == 0, log
        rows = dict(crawls.rows("url, relevant"))
        assert rows[f"{site.url}/2"]
        assert not rows[f"{site.url}/8"]

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"keywords": ""}, "no keyword file was given"),
            (
                {"keywords": "", "examples": "http://a.example/"},
                "http://a.example/ is a URL; a crawl learns from files",
            ),
            ({"keywords": "", "examples": "nowhere"}, "'nowhere' is no file"),
            ({"keywords": "", "node": "游戏"}, "node=游戏 is of no taxonomy; add -a taxonomy=FILE"),
            ({"keywords": "", "taxonomy": "none.rdf", "node": "游戏"}, "none.rdf: the file cannot be read"),
            ({"judge": "learned"}, "the judge learned needs a model; add -a model=FILE"),
            ({"judge": "learned", "model": "none.npz"}, "none.npz: there is no such file"),
            ({"model": "none.npz"}, "only the judge learned has a model; add -a judge=learned"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(self, crawls, given: dict[str, str], message: str) -> None:
        code, _, log = crawls.run(seeds="http://127.0.0.1:9/", **given)
        assert code == 1
        assert message in log
        assert "Traceback" not in log

    def test_explain_tells_of_fetched_and_waiting_urls(self, site, crawls) -> None:
        self.fill(site)
        code, _, log = crawls.run("CONCURRENT_REQUESTS=1", seeds=site.url + "/", max_pages="4")
        assert code == 0, log
        (fetched, *_) = (url for url, is_relevant in crawls.rows("url, relevant", "id") if is_relevant)
        code, out, error = scrapy(crawls.folder, "explain", fetched, "--job", "jobs/茶")
        assert code == 0, error
        assert "茶叶" in out
        assert "adds to A" in out
        code, out, error = scrapy(crawls.folder, "explain", fetched, "--topic", "茶", "--json")
        assert code == 0, error
        told = json.loads(out)
        assert told["judgement"]["relevance"] == pytest.approx(told["visit"]["relevance"])
        assert told["parent"] == site.url + "/"
        assert told["factors"]
        code, out, error = scrapy(crawls.folder, "explain", f"{site.url}/11", "--topic", "茶", "--json")
        assert code == 0, error
        told = json.loads(out)
        assert (told["state"], told["visit"], told["judgement"]) == ("waiting", None, None)
        report = (crawls.output / "report.html").read_text("utf-8")
        assert "Surprising pages" in report
        assert "茶叶 " in report

    def test_explaining_what_is_not_there_is_told(self, site, crawls) -> None:
        self.fill(site)
        code, _, log = crawls.run(seeds=site.url + "/", max_pages="2")
        assert code == 0, log
        code, _, error = scrapy(crawls.folder, "explain", "http://a.example/", "--topic", "茶")
        assert (code, error) == (
            1,
            "scrapy explain: error: http://a.example/: the job in jobs/茶 has not met this URL\n",
        )
        code, _, error = scrapy(crawls.folder, "explain", "http://a.example/", "--topic", "酒")
        assert code == 1
        assert "there is no job 酒" in error
