"""Errors whose message is one line for the user: what was wrong, the value seen, and what would work.

TopicSpiderError
├── ConfigError           a setting or spider argument cannot be used
│   └── KeywordFileError  the keyword file cannot be used
├── JobError              the job directory is in use, of another topic, or of a newer version
└── StorageError          a page or the whole database cannot be stored to
    └── StorageAwayError  the database stayed away too long
"""


class TopicSpiderError(Exception):
    """Base of all errors that are told to the user in one line."""


class ConfigError(TopicSpiderError):
    """Raised before the first request when a setting or spider argument cannot be used."""


class KeywordFileError(ConfigError):
    """Raised by ``load_keywords`` when the file cannot be read or a line in it cannot be used."""


class JobError(TopicSpiderError):
    """Raised when a job directory is in use, belongs to another topic, or was written by a newer version."""


class StorageError(TopicSpiderError):
    """Raised when the results database cannot be opened, or a page cannot be stored."""


class StorageAwayError(StorageError):
    """Raised for every page once the database has stayed away longer than the retry time."""
