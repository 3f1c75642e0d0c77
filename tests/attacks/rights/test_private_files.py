"""Files of the data folder are for the service's own user, whatever umask and folder it finds."""

import os
import tempfile
from pathlib import Path

import pytest

from service.private_files import private_folder
from service.store.server.embedded_server import EmbeddedStore
from workers import exports


@pytest.fixture(autouse=True)
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return path.stat().st_mode & 0o777


def test_exports_are_readable_by_the_services_user_alone(api, worker_context, judge):
    match = api.friendly()
    judge()
    folder = worker_context.deps.settings.data / "exports"
    folder.mkdir(mode=0o755)  # as an earlier version made it
    (folder / f".{match}.ndjson.draft").touch(mode=0o644)  # of a worker that was killed
    for _ in range(2):
        exports.export_match(worker_context, match)
        assert (mode(folder), mode(folder / f"{match}.ndjson")) == (0o700, 0o600)
    assert {mode(path) & 0o077 for path in folder.iterdir() if not path.name.endswith(".lock")} == {0}


def test_an_embedded_stores_files_are_its_users_alone():
    with tempfile.TemporaryDirectory(prefix="brade-") as place:
        folder = Path(place) / "data" / "store"
        folder.mkdir(parents=True, mode=0o755)
        with EmbeddedStore(folder, durable=True):
            assert mode(folder) == 0o700
            kept = [path for path in folder.rglob("*") if path.suffix in (".log", ".conf", ".aof", ".rdb", ".manifest")]
            assert len(kept) >= 4
            assert {each.name: oct(mode(each)) for each in kept if mode(each) & 0o077} == {}


def test_a_folder_of_the_services_is_made_private_and_left_so(tmp_path):
    for folder in (tmp_path / "new", tmp_path / "old"):
        if folder.name == "old":
            folder.mkdir(mode=0o777)
        assert mode(private_folder(folder)) == 0o700
