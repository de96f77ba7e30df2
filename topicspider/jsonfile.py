"""A JSON file that one process writes while others read it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_json(path: Path, content: object) -> None:
    """Write so that a reader finds the old content or the new one, never a part. Raises ``OSError``."""
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    new.replace(path)
