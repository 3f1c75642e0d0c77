"""Dependencies of a service that streams."""

from pathlib import Path

import pytest

from service.bootstrap import Dependencies, build_dependencies
from service.config import Settings
from tests.support.cluster.both_stores import pytest_generate_tests  # noqa: F401
from tests.support.store import Store


@pytest.fixture
def deps(store: Store, tmp_path: Path) -> Dependencies:
    return build_dependencies(
        Settings(data=tmp_path, store_url=store.url, queue_url=store.queue_url, admin_token="the-operators-own-token")
    )
