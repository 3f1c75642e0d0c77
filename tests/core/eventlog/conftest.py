"""Both kinds of log: a list and a store."""

import pytest

from core.eventlog.log import ListLog, Log
from tests.support.store import Store


@pytest.fixture(params=["list", "store"])
def log(request: pytest.FixtureRequest) -> Log:
    if request.param == "list":
        return ListLog()
    store: Store = request.getfixturevalue("store")
    return store.log()
