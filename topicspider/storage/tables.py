"""The tables of the results database: ``pages``, one row per stored page, ``copies``, and the version of their form."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    CHAR,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect
    from sqlalchemy.types import TypeEngine

SCHEMA_VERSION = 2

_MYSQL = ("mysql", "mariadb")
_TEXT_LENGTH = 16_383  # characters of four bytes that fit into the 65,535 bytes of a MySQL TEXT
_ZONED = "%(year)04d-%(month)02d-%(day)02d %(hour)02d:%(minute)02d:%(second)02d.%(microsecond)06d+00:00"
# Binary collation: /Path and /path, café and cafe are different keys. utf8mb4: all of Unicode.
_OPTIONS: dict[str, Any] = {
    f"{dialect}_{option}": value
    for dialect in _MYSQL
    for option, value in {"engine": "InnoDB", "charset": "utf8mb4", "collate": "utf8mb4_bin"}.items()
}


class UtcTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC to the microsecond: with its zone in SQLite, as DATETIME(6) in MySQL."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name in _MYSQL:
            return dialect.type_descriptor(mysql.DATETIME(fsp=6))
        if dialect.name == "sqlite":
            return dialect.type_descriptor(sqlite.DATETIME(storage_format=_ZONED))  # type: ignore[no-untyped-call]
        return dialect.type_descriptor(DateTime())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


metadata = MetaData()
_ID = BigInteger().with_variant(Integer, "sqlite")
_HASH = LargeBinary(16).with_variant(mysql.BINARY(16), *_MYSQL)

schema_version = Table(
    "topicspider_schema",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    **_OPTIONS,
)

pages = Table(
    "pages",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("topic", String(255), nullable=False),
    Column("url", Text(_TEXT_LENGTH), nullable=False),
    Column("url_hash", _HASH, nullable=False),
    Column("title", String(512), nullable=False),
    Column(
        "content_md5", CHAR(32).with_variant(mysql.CHAR(32, charset="ascii", collation="ascii_bin"), *_MYSQL)
    ),  # NULL: the page has no text, and is nobody's duplicate
    Column("simhash", BigInteger),  # the 64 bits, read as a signed number
    Column("relevance", Double, nullable=False),
    Column("title_cosine", Double, nullable=False),
    Column("body_cosine", Double, nullable=False),
    Column("score", Double, nullable=False),
    Column("importance", Double, nullable=False),
    Column("relevant", Boolean, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("charset", String(64), nullable=False),
    Column("charset_source", String(64), nullable=False),
    Column("content_type", String(255), nullable=False),
    Column("content_length", BigInteger, nullable=False),
    Column("status", Integer, nullable=False),
    Column("host", String(255), nullable=False),
    Column("port", Integer, nullable=False),
    Column("parent_url", Text(_TEXT_LENGTH)),
    Column("anchor", String(512)),
    Column("language", String(64)),
    Column("etag", String(512)),
    Column("last_modified", UtcTime, comment="UTC"),
    Column("published_at", UtcTime, comment="UTC"),
    Column("author", String(255)),
    Column("html_path", String(512)),
    Column("fetched_at", UtcTime, nullable=False, comment="UTC"),
    Column("first_seen_at", UtcTime, nullable=False, comment="UTC"),
    Column("changed_at", UtcTime, comment="UTC"),  # NULL: the content is still the first one seen
    UniqueConstraint("topic", "url_hash", name="pages_url"),
    UniqueConstraint("topic", "content_md5", name="pages_content"),
    Index("pages_relevance", "topic", "relevance"),
    Index("pages_host", "topic", "host"),
    **_OPTIONS,
)

copies = Table(
    "copies",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("topic", String(255), nullable=False),
    Column("url", Text(_TEXT_LENGTH), nullable=False),
    Column("url_hash", _HASH, nullable=False),
    Column("page_url", Text(_TEXT_LENGTH), nullable=False),
    Column("page_hash", _HASH, nullable=False),  # url_hash of the page
    Column("is_near", Boolean, nullable=False),
    Column("title", String(512), nullable=False),
    Column("host", String(255), nullable=False),
    Column("published_at", UtcTime, comment="UTC"),
    Column("fetched_at", UtcTime, nullable=False, comment="UTC"),
    UniqueConstraint("topic", "url_hash", name="copies_url"),
    Index("copies_page", "topic", "page_hash"),
    **_OPTIONS,
)
