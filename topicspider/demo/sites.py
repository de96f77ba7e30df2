"""The twelve sites of the demo web: what each is called, how it is encoded, what it publishes, whom it links to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from topicspider.demo.texts import AI, FOOTBALL, TEA, TRAVEL

Declared = Literal["header", "meta", "http-equiv", "nowhere"]


@dataclass(frozen=True, slots=True)
class Column:
    """A section of a site, with its own list pages. Without a topic it re-posts articles of other sites."""

    path: str
    title: str
    topic: str | None
    articles: int


@dataclass(frozen=True, slots=True)
class Site:
    """``charset`` is also the label, ``declared`` the place where; ``extras`` are (path, anchor) on the home page."""

    name: str
    title: str
    topic: str | None
    charset: str
    declared: Declared
    columns: tuple[Column, ...] = ()
    friends: tuple[str, ...] = ()
    extras: tuple[tuple[str, str], ...] = ()
    article_path: str = "/{column}/{number}.html"
    home: str = "/"
    robots: str | None = None
    in_directory: bool = True


PORTAL, LAB, DIRECTORY, DIGEST = "portal", "ai-lab", "dir", "digest"
SEED_SITES = (PORTAL, LAB, DIRECTORY)

SITES = (
    Site(
        PORTAL, "四海门户", None, "utf-8", "header",
        columns=(
            Column("tech", "科技频道", AI, 4), Column("life", "茶余饭后", TEA, 4),
            Column("sport", "体育频道", FOOTBALL, 5), Column("trip", "旅游频道", TRAVEL, 4),
        ),
        friends=("tea-house", "www.football", "travel", DIGEST),
        robots="# everything is open\nUser-agent: *\nDisallow:\n",
    ),
    Site(
        LAB, "智能实验室", AI, "utf-8", "meta",
        columns=(Column("nlp", "语言与知识", AI, 7), Column("vision", "视觉与感知", AI, 6)),
        friends=(PORTAL, "ball-talk"),
        extras=(("/files/paper.pdf", "年度报告（PDF）"), ("/private/1.html", "内部资料")),
        robots="User-agent: *\nDisallow: /private/\n",
    ),
    Site(DIRECTORY, "网址大全", None, "gbk", "header", friends=(PORTAL, DIGEST),
        extras=(("/cat/1.html", "人工智能"), ("/cat/2.html", "茶"), ("/cat/3.html", "足球"), ("/cat/4.html", "旅行")),
        in_directory=False),
    Site(
        "ml-notes", "学习笔记本", AI, "gbk", "meta",
        columns=(Column("notes", "机器学习笔记", AI, 8),),
        friends=(LAB, "robots-daily"), in_directory=False,
    ),
    Site(
        "robots-daily", "机器人日报", AI, "gb2312", "http-equiv",
        columns=(Column("news", "智能新闻", AI, 7),),
        friends=("ml-notes", "travel"),
    ),
    Site(
        "tea-house", "半日茶馆", TEA, "gb2312", "header",
        columns=(Column("green", "绿茶", TEA, 8), Column("black", "红茶与黑茶", TEA, 8)),
        friends=("tea-mountain", "roads"),
        robots="User-agent: *\nCrawl-delay: 0\n",
    ),
    Site(
        "tea-mountain", "云雾茶山", TEA, "big5", "meta",
        columns=(Column("oolong", "乌龙茶", TEA, 9), Column("smart", "智慧茶园", AI, 3)),
        friends=("tea-house",), in_directory=False,
    ),
    Site(
        "www.football", "绿茵场", FOOTBALL, "utf-8", "header",
        columns=(Column("league", "联赛新闻", FOOTBALL, 9), Column("cup", "杯赛新闻", FOOTBALL, 8)),
        friends=("ball-talk", PORTAL),
    ),
    Site(
        "ball-talk", "球迷论坛", FOOTBALL, "gb2312", "http-equiv",
        columns=(Column("talk", "看球聊球", FOOTBALL, 9), Column("data", "数据与算法", AI, 3)),
        friends=("www.football", "ml-notes"),
        extras=(("/gone.html", "旧版论坛"),),
        article_path="/show.php?cat={column}&id={number}",
    ),
    Site(
        "travel", "行者网", TRAVEL, "utf-8", "header",
        columns=(Column("city", "城市漫步", TRAVEL, 9), Column("hill", "山野徒步", TRAVEL, 8)),
        friends=("roads", "tea-house"),
        extras=(("/img/map.png", "全国地图"),),
        home="/index.html",
    ),
    Site(
        "roads", "在路上", TRAVEL, "gbk", "nowhere",
        columns=(Column("routes", "线路推荐", TRAVEL, 9), Column("gear", "智能装备", AI, 3)),
        friends=("travel", "robots-daily"), in_directory=False,
    ),
    Site(
        DIGEST, "每日文摘", None, "utf-8", "header",
        columns=(Column("repost", "转载精选", None, 9),),
        friends=("www.football", "roads"),
        extras=(("/cal/2026/11", "活动日历"), ("/loop/a.html", "订阅中心"), ("/broken.html", "读者投稿")),
        in_directory=False,
    ),
)  # fmt: skip
