"""A tournament with matches in a store."""

from pathlib import Path

from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from tests.support.pages.stored_tournament import StoredTournament
from tests.support.store import Store
from workers.context import WorkerContext

OPERATOR = "the-operators-own-token"


def tournament_in_store(store: Store, data: Path) -> StoredTournament:
    """A tournament in a store."""
    settings = Settings(
        data=data, store_url=store.url, queue_url=store.url, admin_token=OPERATOR, volatile=not store.server.durable
    )
    deps = build_dependencies(settings)
    queue = connect_queue(store.url)
    stored = StoredTournament(deps, WorkerContext(deps, queue, Jobs(queue)))
    stored.open()
    return stored
