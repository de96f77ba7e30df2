"""What a database driver's error means for us: another writer was quicker, the server is away, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.exc import OperationalError

if TYPE_CHECKING:
    from sqlalchemy.exc import DBAPIError

# record changed since read, table exists, duplicate key name, duplicate entry, lock wait timeout, deadlock
_MYSQL_RACES = {1020, 1050, 1061, 1062, 1205, 1213}
_SQLITE_BUSY_OR_LOCKED = {5, 6}
_SQLITE_CONSTRAINT_UNIQUE = {1555, 2067}


def is_race(error: DBAPIError) -> bool:
    """Whether another writer came in between: the same work, begun anew with fresh reads, will pass."""
    sqlite_code = getattr(error.orig, "sqlite_errorcode", None)
    if sqlite_code is not None:
        busy = sqlite_code & 0xFF in _SQLITE_BUSY_OR_LOCKED
        return busy or sqlite_code in _SQLITE_CONSTRAINT_UNIQUE or "already exists" in str(error.orig)
    return _code(error) in _MYSQL_RACES


def is_away(error: DBAPIError) -> bool:
    """Whether the database, not the rows, is at fault: no connection, locked, read-only, disk full."""
    return error.connection_invalidated or isinstance(error, OperationalError)


def reason(error: DBAPIError) -> str:
    """Return the driver's own words in one line, without statement and parameters."""
    arguments = error.orig.args if error.orig is not None else ()
    return " ".join(str(arguments[-1] if arguments else error).split())


def _code(error: DBAPIError) -> object:
    return error.orig.args[0] if error.orig is not None and error.orig.args else None
