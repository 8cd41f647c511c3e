"""The options that a table of any game may be opened with; one that nobody names stands in no record."""

from collections.abc import Mapping

from domain.kernel.game import Option, OptionValue
from domain.table.rulebook import UNDO_TIME, WINDOW

KEPT, RETURNED = "kept", "returned"
TABLE_OPTIONS: tuple[Option, ...] = (
    Option("undo_time", (KEPT, RETURNED), UNDO_TIME, "Whether the time spent on what is taken back stays spent or is given back."),
    Option("dispute_window", ("0", "600", "3600", "86400"), WINDOW, "How many seconds a result may be disputed before it is final."),
)


def table_option(name: str) -> Option | None:
    return next((option for option in TABLE_OPTIONS if option.name == name), None)


def dispute_window(options: Mapping[str, OptionValue]) -> int:
    """In ms; 0: a game that ends closes its table."""
    return 1000 * int(options.get("dispute_window", "0"))


def returns_time(options: Mapping[str, OptionValue]) -> bool:
    return options.get("undo_time") == RETURNED
