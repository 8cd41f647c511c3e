"""What every test run shares: whole random games are played without measuring coverage."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("whole_games"):
            item.add_marker(pytest.mark.no_cover)
