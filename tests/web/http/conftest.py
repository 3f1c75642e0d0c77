"""Addresses that lead somewhere, and a store that is away."""

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry


@pytest.fixture
def no_store(api, monkeypatch):
    """From now on every command finds the store's door closed."""

    def close():
        away = Redis(port=1, retry=Retry(NoBackoff(), 0), socket_connect_timeout=0.2)
        monkeypatch.setattr(api.deps.client, "connection_pool", away.connection_pool)

    return close


@pytest.fixture
def at(api):
    """Addresses with a match and a tournament that are there."""
    made = api.begin_with(
        "a match and a tournament", lambda: {"match": api.friendly(), "tournament": api.tournament(2)}
    )
    return lambda path: path.format(**made)
