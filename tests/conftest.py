"""What every test run shares: the coverage of the domain is measured in the domain's own tests, but for whole random games."""

from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage

TESTS = Path(__file__).parent
DOMAIN = TESTS.parent / "domain"


def is_measured(item: pytest.Item) -> bool:
    """A test takes two to three times as long while it is measured."""
    folder = item.path.relative_to(TESTS).parts[0]
    return (DOMAIN / folder).is_dir() and item.get_closest_marker("whole_games") is None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    measuring = None if is_measured(item) else Coverage.current()
    if measuring is None:
        return (yield)
    measuring.stop()
    try:
        return (yield)
    finally:
        measuring.start()
