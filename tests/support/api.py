"""The application on a real store, a club with a token for each role, and a client that says who asks."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from core.club.club import ROLES
from service.app import create_app
from service.bootstrap import Dependencies, build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.repository import Repository
from service.store import keys, leases
from service.store.maintenance.store_format import upgrade
from service.store.read_models import states
from service.store.server.durability import Durability
from service.store.server.free_space import FreeSpace
from service.web.http.made_answers import MadeAnswers
from tests.support.document_check import hold_against_document
from tests.support.judging import judge_all
from tests.support.snapshots import Snapshots, TestClock
from tests.support.store import Store, eventually
from workers.context import WorkerContext
from workers.pump import Pump

OPERATOR = "the-operators-own-token"
START = {"bar": 0, "off": 0, "points": {"1": 15}}


@dataclass
class Api:
    """The API as its clients use it: `post`, `get`, `delete` with the token of a role."""

    deps: Dependencies
    client: FlaskClient
    tokens: dict[str, str] = field(default_factory=lambda: {"operator": OPERATOR})
    named: int = 0
    """The number of players that have a name of `new_name`."""
    snapshots: Snapshots | None = None

    def send(
        self, method: str, path: str, role: str | None = None, headers: Any = None, **options: Any
    ) -> TestResponse:
        given = dict(headers or {})
        if path.endswith("/results"):  # no pump judges here, unless a test has one: do not wait for it
            given.setdefault("Prefer", "wait=0")
        if role is not None:
            given["Authorization"] = f"Bearer {self.tokens[role]}"
        answer = self.client.open(path, method=method, headers=given, **options)
        hold_against_document(self.client.application, method, path, answer)
        return answer

    def get(self, path: str, role: str | None = "viewer", **options: Any) -> TestResponse:
        return self.send("GET", path, role, **options)

    def post(self, path: str, json: Any = None, role: str | None = "organiser", **options: Any) -> TestResponse:
        if json is not None:
            options["json"] = json
        return self.send("POST", path, role, **options)

    def keeps_on(self, space: FreeSpace) -> None:
        """Have the service keep its data on that disk."""
        made = self.client.application.extensions
        self.deps = replace(self.deps, space=space)
        made["brade"] = made["brade"]._replace(deps=self.deps)

    def kept_by(self, durability: Durability) -> None:
        """Have the service ask this one if its store keeps facts."""
        made = self.client.application.extensions
        self.deps = replace(self.deps, durability=durability)
        made["brade"] = made["brade"]._replace(deps=self.deps)

    def found(self, slug: str = "vasa") -> str:
        """Found a club with a token of each role, named `<role>` (of the first club) or `<slug> <role>`."""
        answer = self.post("/v1/clubs", {"slug": slug, "name": slug.title()}, role="operator")
        prefix = "" if slug == "vasa" else f"{slug} "
        self.tokens[f"{prefix}organiser"] = answer.json["token"]
        for role in ROLES[:-1]:
            issued = self.post(f"/v1/clubs/{slug}/tokens", {"role": role}, role=f"{prefix}organiser")
            self.tokens[f"{prefix}{role}"] = issued.json["token"]
        return slug

    def friendly(self, **more: Any) -> str:
        """Open a friendly match; its id."""
        words = {"club": "vasa", "game": "swedish", "length": {"games": 3}, **more}
        words.setdefault("players", {"white": "Anna", "black": "Bertil"})
        answer = self.post("/v1/matches", words, role="scorer")
        assert answer.status_code == 201, answer.json
        return answer.json["id"]

    def tournament(self, players: int = 3, **more: Any) -> str:
        """Announce a round robin with players entered; its id."""
        people = [{"name": self.new_name()} for _ in range(players)]
        registered = self.post("/v1/clubs/vasa/players", people).json["players"]
        words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", **more}
        tournament = self.post("/v1/clubs/vasa/tournaments", words).json["id"]
        entered = self.post(f"/v1/tournaments/{tournament}/entries", {"players": [each["id"] for each in registered]})
        assert entered.status_code == 201, entered.json
        return tournament

    def new_name(self) -> str:
        """A name that no player has."""
        self.named += 1
        return f"Player {self.named}"

    def begin_with(self, name: str, make: Callable[[], Any]) -> Any:
        """The value that `make` returns. The first test runs it; all others load what it left in the store.

        Nothing was written before but the club, and no worker works.
        """
        assert self.snapshots is not None, "another process begins with what is there"
        value, self.named = self.snapshots.load(name, self.deps.clock, lambda: (make(), self.named))
        return value

    def everything_written(self) -> dict[str, int]:
        """The version of every log in the store: to see that nothing was written."""
        pipeline = self.deps.client.pipeline(transaction=False)
        for shard in keys.all_shards():
            pipeline.hgetall(keys.head(shard))
        return {stream.decode(): int(head.split()[0]) for heads in pipeline.execute() for stream, head in heads.items()}


def new_house(store: Store, data: Path) -> Dependencies:
    """The dependencies of a new process, with empty caches."""
    log, clock = store.log(), TestClock()
    return Dependencies(
        Settings(data=data), store.client, log, Repository(log), clock=clock, steady=clock, admin_token=OPERATOR
    )


@pytest.fixture(scope="session")
def made_app(running_store: Store, tmp_path_factory: pytest.TempPathFactory, cheap_passwords: None) -> Flask:
    """An application, made once: to put its document together takes longer than most tests."""
    return create_app(new_house(running_store, tmp_path_factory.mktemp("house")))


@pytest.fixture(scope="session")
def snapshots(running_store: Store, made_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Snapshots:
    """States of the store that many tests begin with, each made once. `vasa` is made before any worker works."""
    made = Snapshots(running_store.client)
    running_store.client.flushall()
    upgrade(running_store.client)
    first = _serving(made_app, new_house(running_store, tmp_path_factory.mktemp("house")))

    def found() -> dict[str, str]:
        first.found()
        return first.tokens

    made.load("vasa", first.deps.clock, found)
    return made


@pytest.fixture
def unfounded(store: Store, tmp_path: Path, made_app: Flask) -> Api:
    """The API on an empty store."""
    return _serving(made_app, new_house(store, tmp_path))


@pytest.fixture
def api(store: Store, tmp_path: Path, made_app: Flask, snapshots: Snapshots) -> Api:
    """The API with the club `vasa` in it."""
    deps = new_house(store, tmp_path)
    if store.client is not snapshots.client:  # a cluster, whose keys are not those of one server
        founded = _serving(made_app, deps)
        founded.found()
        return founded
    return _serving(made_app, deps, tokens=dict(snapshots.load("vasa", deps.clock)), snapshots=snapshots)


@pytest.fixture(scope="session")
def other_apps() -> list[Flask]:
    """Applications of other processes, used again by later tests."""
    return []


@pytest.fixture
def restarted(store: Store, tmp_path: Path, api: Api, other_apps: list[Flask]) -> Callable[[], Api]:
    """The API of another process, with the same tokens; each call gives one more process."""
    begun = count()

    def restart() -> Api:
        deps, number = new_house(store, tmp_path), next(begun)
        if number == len(other_apps):
            other_apps.append(create_app(deps))
        return _serving(other_apps[number], deps, tokens=api.tokens)

    return restart


def with_dependencies(app: Flask, deps: Dependencies) -> Flask:
    """The application as a new process has it, with these dependencies."""
    app.extensions["brade"] = app.extensions["brade"]._replace(deps=deps, made=MadeAnswers(), hub=None)
    app.extensions.pop("brade.waits", None)  # what it remembers of earlier tests: how long which facts have waited
    return app


def _serving(app: Flask, deps: Dependencies, **more: Any) -> Api:
    return Api(deps, with_dependencies(app, deps).test_client(), **more)


@pytest.fixture
def worker_context(request: pytest.FixtureRequest, store: Store, tmp_path: Path) -> WorkerContext:
    """The context of a worker."""
    if "api" in request.fixturenames:
        request.getfixturevalue("api")  # its club is loaded before a worker looks
    queue = connect_queue(store.queue_url)
    settings = Settings(data=tmp_path, store_url=store.url, queue_url=store.queue_url, admin_token=OPERATOR)
    deps = build_dependencies(settings)
    return WorkerContext(deps, queue, Jobs(queue))


class JudgingHub:
    """Has a worker judge what a request waits for: nothing else would, and the request would wait in vain."""

    def __init__(self, worker_context: WorkerContext) -> None:
        self._worker_context = worker_context

    def wait(self, stream: str, version: int, seconds: float) -> bool:
        """True if the stream is judged up to the version; never waits for a client that gives no time."""
        if seconds:
            judge_all(self._worker_context)
        return states.judged_version(self._worker_context.deps.client, stream) >= version


@pytest.fixture
def judge(request: pytest.FixtureRequest, worker_context: WorkerContext) -> Callable[[], None]:
    """Have a worker judge everything that is written, and what a request of `api` waits for."""
    if "api" in request.fixturenames:
        application = request.getfixturevalue("api").client.application
        hub = JudgingHub(worker_context)
        application.extensions["brade"] = application.extensions["brade"]._replace(hub=hub)
    return lambda: judge_all(worker_context)


@pytest.fixture
def judging(worker_context: WorkerContext) -> Callable[[], AbstractContextManager[None]]:
    """Have a worker at work meanwhile."""

    @contextmanager
    def judging() -> Iterator[None]:
        pump, end = Pump(worker_context), time.monotonic() + 60

        def run() -> None:
            while not worker_context.stopping.is_set() and (now := time.monotonic()) < end:
                pump.run(now + 0.02)  # so long it waits for facts at most, and does not see that it should stop

        thread = threading.Thread(target=run)
        thread.start()
        try:
            eventually(lambda: all(leases.owned(worker_context.deps.client)), what="a worker that owns all shards")
            yield
        finally:
            worker_context.stopping.set()
            thread.join()
            pump.release()

    return judging


@pytest.fixture
def app(api: Api) -> Flask:
    return api.client.application
