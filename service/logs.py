"""Logs: one JSON object a line, from every process and from the libraries in it."""

import logging
import logging.config
import sys
from typing import Any, TextIO

import structlog

SHARED: tuple[Any, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure(level: str, stream: TextIO = sys.stdout) -> None:
    """Write to this stream from this level on (``debug``, ``info``, ``warning``, ``error``)."""
    logging.config.dictConfig(standard(level, "stdout" if stream is sys.stdout else "stderr"))
    structlog.configure(
        processors=[*SHARED, structlog.processors.JSONRenderer(sort_keys=True)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )


def for_a_command() -> None:
    """Standard output is for what a command says: warnings and worse go to standard error."""
    structlog.configure(
        processors=[*SHARED, structlog.processors.JSONRenderer(sort_keys=True)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def standard(level: str, stream: str = "stderr") -> dict[str, Any]:
    """The same form for what libraries say, as ``logging.config.dictConfig`` takes it: warnings, and gunicorn at our level."""
    lines = {"()": structlog.stdlib.ProcessorFormatter, "processors": [_source, *_rendered()], "foreign_pre_chain": list(SHARED)}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": lines},
        "handlers": {"out": {"class": "logging.StreamHandler", "stream": f"ext://sys.{stream}", "formatter": "lines"}},
        "root": {"level": "WARNING", "handlers": ["out"]},
        "loggers": {"gunicorn.error": {"level": level.upper(), "handlers": ["out"], "propagate": False}},
    }


def _source(logger: Any, method: str, event: Any) -> Any:
    event["logger"] = event["_record"].name
    return event


def _rendered() -> tuple[Any, ...]:
    return (
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(sort_keys=True),
    )
