"""`brade remove-club`: a closed club leaves the store once its backup is proved, and a restore brings it back."""

import pytest

from service.backups.club_logs import club_heads
from service.checkpoint.comparison import compare
from service.commands.archive import archive
from service.commands.rebuild import rebuild
from service.commands.remove_club import remove_club
from service.commands.restore import restore
from service.commands.verify import verify
from service.store.archive import places
from service.store.held_streams import given_up
from service.store.maintenance import all_streams, club_removal
from service.store.stream_heads import heads_of
from tests.support.logs.played_club import files_of, played_cup
from tests.support.signed_in import Browser, employ


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The data folder of the commands."""
    monkeypatch.setenv("BRADE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def cup(api, judge, data):
    """A finished tournament of a club that has a friendly match, a deleted tournament and a member; its id."""
    found = played_cup(api, judge)
    api.friendly()
    words = {"name": "Misstag", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    mistake = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    assert api.send("DELETE", f"/v1/tournaments/{mistake}", "organiser").status_code == 204
    employ(api, "Rut Dahl", "organiser")
    assert Browser(api).sign_in("Rut Dahl").status_code == 200
    api.found("huk")
    api.post("/v1/clubs/huk/players", [{"name": "Annan Person"}], role="huk organiser")
    judge()
    return found


def close(api, judge):
    assert api.post("/v1/clubs/vasa/close", {"reason": "We play with Huk now"}).status_code == 200
    judge()


def keys_about(store, names):
    """The keys of the store with one of these names as a part."""
    found = (key.decode().split(":")[1:] for key in store.client.scan_iter(count=1000))
    return [parts for parts in found if any(part.partition(".")[0] in names for part in parts)]


def test_a_closed_club_is_gone_from_the_store_and_a_restore_brings_all_of_it_back(
    api, cup, judge, run, store, tmp_path
):
    close(api, judge)
    heads, files = club_heads(store.client, "vasa"), files_of(api, cup)
    before = all_streams.heads(store.client)
    file, recorded = tmp_path / "vasa.gz", heads_of(store.client)
    done = run(remove_club, "vasa", str(file), "--yes")
    assert (done.exit_code, "is removed" in done.output) == (0, True), done.output
    left = all_streams.heads(store.client)
    assert left == {stream: head for stream, head in before.items() if stream not in heads}
    assert keys_about(store, {stream.partition(".")[0] for stream in heads}) == []
    assert "vasa" not in [club["slug"] for club in api.get("/v1/clubs", role="operator").json["clubs"]]
    assert api.client.get("/clubs/vasa").status_code in (401, 404)
    assert api.get("/v1/clubs/huk/players", role="huk organiser").json["players"][0]["name"] == "Annan Person"
    assert run(verify).exit_code == 0
    kept = {stream: head for stream, head in recorded.items() if given_up(store.client).get(stream) != head}
    assert compare(store.client, kept, heads_of(store.client)) == {}, "a checkpoint misses nothing"
    assert run(verify, str(file)).exit_code == 0
    back = run(restore, str(file))
    assert back.exit_code == 0, back.output
    judge()
    assert all_streams.heads(store.client) == before
    assert api.post("/v1/clubs/vasa/reopen").status_code == 200
    assert files_of(api, cup) == files
    assert Browser(api).sign_in("Rut Dahl").status_code == 200
    judge()
    assert run(rebuild).exit_code == 0


def test_archived_tournaments_are_in_the_backup_and_leave_the_archive_too(
    api, cup, data, judge, run, store, restarted, tmp_path
):
    words = {"name": "Annan", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
    others = api.post("/v1/clubs/huk/tournaments", words, role="huk organiser").json["id"]
    api.post(f"/v1/tournaments/{others}/call-off", {"reason": "snow"}, role="huk organiser")
    judge()
    files = files_of(api, cup)
    close(api, judge)
    archived = run(archive, "--finished-for", 0)
    assert "2 tournaments archived" in archived.output, archived.output
    heads, folder = all_streams.heads(store.client), data / "archive"
    assert {path.name.partition("-")[0] for path in folder.glob("*.gz")} == {cup, others}
    done = run(remove_club, "vasa", str(tmp_path / "vasa.gz"), "--yes")
    assert done.exit_code == 0, done.output
    assert {path.name.partition("-")[0] for path in folder.glob("*.gz")} == {others}
    assert not [stream for stream in places.every(store.client) if stream.startswith(cup)]
    assert run(verify).exit_code == 0
    back = run(restore, str(tmp_path / "vasa.gz"))
    assert back.exit_code == 0, back.output
    judge()
    assert all_streams.heads(store.client) == heads
    assert files_of(restarted(), cup) == files


def test_an_open_club_and_one_that_is_not_there_are_not_removed(api, cup, run, store, tmp_path):
    before = all_streams.heads(store.client)
    for club, why in (("vasa", "an organiser closes it first"), ("ingen", "There is no club ingen")):
        refused = run(remove_club, club, str(tmp_path / f"{club}.gz"), "--yes")
        assert (refused.exit_code, why in refused.output) == (1, True), refused.output
        assert not (tmp_path / f"{club}.gz").exists()
    assert all_streams.heads(store.client) == before


def test_no_file_is_written_over_and_without_a_yes_nothing_is_removed(api, cup, judge, run, store, tmp_path):
    close(api, judge)
    before = all_streams.heads(store.client)
    there = tmp_path / "there.gz"
    there.write_bytes(b"of another day")
    assert run(remove_club, "vasa", str(there), "--yes").exit_code == 1
    assert there.read_bytes() == b"of another day"
    asked = run(remove_club, "vasa", str(tmp_path / "vasa.gz"))
    assert (asked.exit_code, "Remove the club vasa" in asked.output) == (1, True), asked.output
    assert all_streams.heads(store.client) == before


def test_a_removal_that_was_killed_is_done_again_and_its_first_file_brings_all_back(
    api, cup, judge, run, store, tmp_path, monkeypatch
):
    close(api, judge)
    before, file = all_streams.heads(store.client), tmp_path / "vasa.gz"
    removed = []

    def killed(client, stream):
        if len(removed) == 3:
            raise KeyboardInterrupt
        removed.append(stream)
        original(client, stream)

    original = club_removal._remove_log
    with monkeypatch.context() as patch:
        patch.setattr(club_removal, "_remove_log", killed)
        run(remove_club, "vasa", str(file), "--yes")
    assert "c_vasa" in all_streams.heads(store.client), "the club's own log goes last"
    assert run(remove_club, "vasa", str(tmp_path / "rest.gz"), "--yes").exit_code == 0
    assert run(restore, str(file)).exit_code == 0
    judge()
    assert all_streams.heads(store.client) == before
