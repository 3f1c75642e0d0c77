"""One scene and one browser for every page of the service."""

from collections.abc import Iterator

import pytest

from tests.support.pictures.stage import Stage, stage


@pytest.fixture(scope="session")
def frozen_stage() -> Iterator[Stage]:
    """The application with the scene in it."""
    with stage() as made:
        yield made
