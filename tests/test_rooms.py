"""Which room may know which; and that settings and stats are documented."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "topicspider"
MODULES = sorted(PACKAGE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text("utf-8"), str(path)) for path in MODULES}

PURE = ["page", "topic", "strategies", "frontier", "storage", "report", "demo", "workers", "lab"]
PURE += ["robots", "sitemaps", "guards", "taxonomy"]
PURE_FILES = ["visit.py", "reading.py", "readers.py", "plugins.py", "exceptions.py", "items.py", "addresses.py"]
PURE_FILES += ["examples.py"]
FORBIDDEN = {
    **{room: {"scrapy", "twisted"} for room in [*PURE, *PURE_FILES]},
    "strategies": {"scrapy", "twisted", "topicspider.topic", "topicspider.page"},
    "page": {"scrapy", "twisted", *(f"topicspider.{room}" for room in PURE if room != "page")},
    "topic": {"scrapy", "twisted", "topicspider.frontier", "topicspider.strategies", "topicspider.storage"},
    "storage": {"scrapy", "twisted", "topicspider.topic", "topicspider.strategies", "topicspider.frontier"},
}
HEAVY = {"rjieba", "jieba", "opencc", "sqlalchemy", "sklearn"}


def modules_of(room: str) -> list[Path]:
    found = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] == room]
    assert found, f"there is no {room} any more"
    return found


def imports(path: Path, nodes: Iterator[ast.AST] | None = None) -> Iterator[str]:
    """Yield every name that is imported in *nodes*, by default anywhere in the file."""
    package = path.relative_to(ROOT).parent.parts
    for node in nodes or ast.walk(TREES[path]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def at_import_time(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when the module is imported."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield node
            yield from at_import_time(node)


def is_within(name: str, module: str) -> bool:
    return name == module or name.startswith(module + ".")


@pytest.mark.parametrize("room", sorted(FORBIDDEN))
def test_a_room_imports_only_what_it_may_know(room: str) -> None:
    breaches = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules_of(room)
        for name in imports(path)
        if any(is_within(name, module) for module in FORBIDDEN[room])
    ]
    assert breaches == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_importing_a_module_installs_no_reactor(path: Path) -> None:
    names = imports(path, at_import_time(TREES[path]))
    assert [name for name in names if is_within(name, "twisted.internet.reactor")] == []


def test_importing_the_spider_loads_nothing_heavy() -> None:
    script = "import json, sys, topicspider.spiders.topic; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert HEAVY & set(json.loads(done.stdout)) == set()


def settings_names() -> list[str]:
    tree = TREES[PACKAGE / "settings.py"]
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    return [target.id for target in targets if isinstance(target, ast.Name) and target.id.startswith("TOPIC_")]


@pytest.mark.parametrize("name", settings_names())
def test_every_setting_is_documented_and_used(name: str) -> None:
    word = re.compile(rf"\b{name}\b")
    assert word.search((ROOT / "docs" / "settings.md").read_text("utf-8")), f"docs/settings.md lacks {name}"
    used = [path for path in MODULES if path.name != "settings.py" and word.search(path.read_text("utf-8"))]
    assert used, f"{name} is used nowhere"


def test_every_setting_that_is_used_has_its_default() -> None:
    used = {
        name
        for path in MODULES
        for name in re.findall(r"\bTOPIC_[A-Z_]*[A-Z]\b", path.read_text("utf-8"))
        if path.name != "settings.py"
    }
    assert used <= set(settings_names())


def stat_keys() -> list[str]:
    """Return the fixed beginning of every stat key of the package."""
    texts = (node.value for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return sorted({text for text in texts if isinstance(text, str) and re.match(r"topic/\w", text)})


@pytest.mark.parametrize("key", stat_keys())
def test_every_stat_is_documented(key: str) -> None:
    """docs/stats.md writes a part that varies as ``<outcome>``."""
    documented = re.findall(r"`(topic/\w[^`]*)`", (ROOT / "docs" / "stats.md").read_text("utf-8"))
    patterns = [re.escape(text).replace("<", "(?:").replace(">", "|.+)") for text in documented]
    assert any(text.startswith(key) for text in documented) or any(re.fullmatch(p, key) for p in patterns), (
        f"docs/stats.md lacks {key}"
    )
