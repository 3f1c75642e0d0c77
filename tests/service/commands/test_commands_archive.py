"""`brade archive`: finished tournaments in files, read as before, brought back for a correction, and never lost."""

import json
import re

import pytest

from service.backups.background_proof import BackgroundProof
from service.checkpoint.comparison import compare
from service.commands.archive import archive
from service.commands.backup import backup
from service.commands.doctor import doctor
from service.commands.export import export
from service.commands.rebuild import rebuild
from service.commands.restore import restore
from service.commands.verify import verify
from service.store import keys
from service.store.archive import places, reader
from service.store.maintenance import all_streams
from service.store.read_models.game_ends import first_settled, game_ends
from service.store.read_models.match_snapshots import match_snapshots
from service.store.stream_heads import heads_of
from tests.support.logs.played_club import GAMES, archived, files_of, play, played_cup, streams
from tests.support.proving import some
from tests.support.signed_in import Browser, employ


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The data folder of the commands."""
    monkeypatch.setenv("BRADE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def cup(api, judge, data):
    """A finished tournament with a long match; its id."""
    return played_cup(api, judge)


def seen(api, tournament):
    """The answers that people and programs get of a tournament and its first match, without clocks and tokens."""
    referee = Browser(api)
    assert referee.sign_in("Rut Dahl").status_code == 200
    match = f"{tournament}.1"
    shown = {
        address: api.get(address, "organiser").get_data()
        for address in (
            f"/v1/matches/{match}",
            f"/v1/matches/{match}?version=200",
            f"/v1/matches/{match}/events?after=390",
            f"/v1/matches/{match}/transcript.txt",
            f"/v1/tournaments/{tournament}/events",
            "/v1/clubs/vasa/news",
        )
    }
    for page in (f"/tournaments/{tournament}", f"/matches/{match}", f"/desk/{tournament}", "/clubs/vasa"):
        answer = referee.get(page, headers={"Accept": "text/html", "Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 200, page
        shown[page] = re.sub(r"\d\d:\d\d|[0-9a-f]{16,}|data-now=.\d+", "", answer.get_data(as_text=True)).encode()
    return shown


def test_archived_tournaments_are_read_as_before_and_the_store_is_smaller(
    api, judge, data, run, store, restarted, tmp_path
):
    cup = played_cup(api, judge, 8)
    other = play(api, judge, "double_elimination")
    before = {each: files_of(api, each) for each in (cup, other)}
    employ(api, "Rut Dahl", "referee")
    pages, heads = seen(api, cup), all_streams.heads(store.client)
    run(export, "vasa", "--whole", "-o", tmp_path / "before")
    log = keys.log(f"{cup}.1")
    bytes_before, used_before = store.client.memory_usage(log), store.client.info("memory")["used_memory"]
    result = run(archive, "--finished-for", 0)
    assert result.exit_code == 0, result.stderr
    assert "2 tournaments archived" in result.stdout
    assert "of memory before, and take" in result.stdout
    assert archived(store, cup) == streams(store, cup)
    assert archived(store, other) == streams(store, other)
    assert bytes_before > 200_000 > 500 > store.client.memory_usage(log)
    assert used_before - store.client.info("memory")["used_memory"] > 150_000
    elsewhere = restarted()
    assert {each: files_of(elsewhere, each) for each in (cup, other)} == before
    assert seen(elsewhere, cup) == pages
    assert all_streams.heads(store.client) == heads
    for file in (data / "archive").glob("*.gz"):
        assert run(verify, file).exit_code == 0
        assert file.stat().st_mode & 0o077 == 0
    whole = run(verify)
    assert (whole.exit_code, "Every event is as it was recorded" in whole.stdout) == (0, True)
    run(export, "vasa", "--whole", "-o", tmp_path / "after")
    assert (tmp_path / "after").read_bytes() == (tmp_path / "before").read_bytes()
    assert "archived logs are whole" in run(doctor).stdout
    assert "There is nothing to archive." in run(archive, "--finished-for", 0).stdout


def test_a_backup_holds_the_archived_and_comes_back_into_an_empty_store(
    api, cup, run, store, tmp_path, judge, restarted
):
    before, heads = files_of(api, cup), all_streams.heads(store.client)
    assert run(archive, cup).exit_code == 0
    assert run(backup, tmp_path / "backup.gz").exit_code == 0
    assert run(rebuild).exit_code == 0
    store.client.flushall()
    assert run(restore, tmp_path / "backup.gz").exit_code == 0
    judge()
    assert (all_streams.heads(store.client), archived(store, cup)) == (heads, set())
    assert files_of(restarted(), cup) == before


def test_a_correction_brings_the_logs_back_that_it_is_written_to(api, judge, cup, data, run, store):
    run(archive, cup)
    body = {"match": f"{cup}.1", "kind": "played", "results": GAMES[1], "reason": "the sheet says so"}
    looked = api.post(f"/v1/tournaments/{cup}/decisions?dry_run=true", body, role="referee")
    assert (looked.status_code, archived(store, cup)) == (200, streams(store, cup)), "a look writes nothing"
    note = [{"type": "RulingMade", "kind": "note", "reason": "found on the sheet"}]
    assert api.post(f"/v1/matches/{cup}.1/events", note, role="referee").status_code in (201, 202)
    judge()
    assert archived(store, cup) == {cup}
    assert api.get(f"/v1/matches/{cup}.1").json["judged_version"] == 402
    assert api.post(f"/v1/tournaments/{cup}/decisions", body, role="referee").status_code == 201
    judge()
    assert archived(store, cup) == set()
    assert run(verify).exit_code == 0
    assert run(rebuild).exit_code == 0
    [first] = (data / "archive").glob("*.gz")
    assert run(archive, cup).exit_code == 0
    assert archived(store, cup) == streams(store, cup)
    run(archive, cup, "--bring-back")
    [second] = (data / "archive").glob("*.gz")
    assert first != second, "the file of no use any more is removed by the next run"


def test_a_dry_run_says_what_would_be_and_changes_nothing(cup, data, run, store):
    result = run(archive, cup, "--dry-run")
    assert result.exit_code == 0
    assert "1 tournament would be archived" in result.stdout
    assert (archived(store, cup), data.exists()) == (set(), False)


def test_what_is_not_over_or_not_judged_is_named_and_stays(api, judge, cup, run, store):
    other = api.tournament(2)
    judge()
    result = run(archive, other, cup)
    assert (result.exit_code, f"{other}: it is not over." in result.stderr) == (3, True)
    assert (archived(store, other), archived(store, cup)) == (set(), streams(store, cup))
    assert "There is nothing to archive." in run(archive, "--finished-for", 30).stdout, "it was written to just now"
    run(archive, cup, "--bring-back")
    store.client.hset(keys.unjudged(keys.shard_of(cup)), cup, 3)
    result = run(archive, cup)
    assert (result.exit_code, "waits to be judged" in result.stderr) == (3, True)
    assert (
        run(archive, "t_none").exit_code
        == run(archive, "m_none").exit_code
        == run(archive, "--bring-back").exit_code
        == 1
    )


def test_an_archived_tournament_is_brought_back_whole_and_its_file_removed(api, cup, data, run, store):
    before = files_of(api, cup)
    run(archive, cup)
    result = run(archive, cup, "--bring-back")
    assert (result.exit_code, "1 tournament is in the store again" in result.stdout) == (0, True)
    assert archived(store, cup) == set()
    run(archive, cup, "--bring-back")
    stranger = data / "archive" / "t_ofanother-0123456789ab.ndjson.gz"
    stranger.touch()
    result = run(archive, cup, "--bring-back")
    assert (result.exit_code, [*(data / "archive").iterdir()]) == (0, [stranger]), "of a store that is not this one"
    assert files_of(api, cup) == before
    assert run(verify).exit_code == 0


def _flipped(path):
    text = bytearray(path.read_bytes())
    text[len(text) // 2] ^= 1
    path.write_bytes(text)


def _cut(path):
    path.write_bytes(path.read_bytes()[:-100])


def _gone(path):
    path.unlink()


@pytest.mark.parametrize("damage", some([_flipped, _cut, _gone], _flipped))
def test_a_damaged_archive_is_told_and_never_served_and_a_backup_mends_it(
    api, cup, data, run, store, tmp_path, restarted, damage
):
    before = files_of(api, cup)
    run(backup, tmp_path / "backup.gz")
    run(archive, cup)
    damage(next((data / "archive").glob("*.gz")))
    elsewhere, refused = restarted(), []
    for address in (f"/v1/matches/{cup}.1.ndjson", f"/v1/tournaments/{cup}/events"):
        answer = elsewhere.get(address, None)
        if answer.status_code == 503:
            assert "is damaged" in answer.json["detail"]
            refused.append(address)
        else:
            assert answer.get_data() == before[address][0]
    assert refused
    for command in (verify, doctor):
        result = run(command)
        assert (result.exit_code, "is damaged" in result.stdout + result.stderr) == (1, True)
    result = run(backup, tmp_path / "later.gz")
    assert (result.exit_code, "left out" in result.stderr) == (3, True)
    result = run(restore, tmp_path / "backup.gz")
    assert result.exit_code == 0, result.stderr
    assert "whose archive was damaged" in result.stdout
    assert run(verify).exit_code == 0
    assert files_of(restarted(), cup) == before


def test_an_archive_file_that_is_gone_is_named_at_once_on_its_pages_and_by_readyz_until_it_is_back(
    api, cup, data, run, store, restarted
):
    run(archive, cup)
    said = []
    proof = BackgroundProof(store.url, said.append)
    proof.round()
    (path,) = (data / "archive").glob("*.gz")
    path.rename(data / "kept")
    proof._look()
    reader.forget()
    elsewhere = restarted()
    page = elsewhere.client.get(f"/tournaments/{cup}", headers={"Accept": "text/html"})
    assert (page.status_code, "Refresh" in page.headers) == (503, False)
    text = page.get_data(as_text=True)
    assert "This is not as it was written down" in text
    assert "Back in a moment" not in text
    ready = elsewhere.client.get("/readyz")
    assert (ready.status_code, ready.json["altered"].keys()) == (503, streams(store, cup))
    assert all(path.name in sentence for sentence in ready.json["altered"].values())
    assert len(said) == len(streams(store, cup))
    (data / "kept").rename(path)
    proof._look()
    assert elsewhere.client.get("/readyz").json["altered"] == {}
    assert restarted().client.get(f"/tournaments/{cup}", headers={"Accept": "text/html"}).status_code == 200


def test_a_moved_data_folder_takes_its_archive_along(api, cup, data, run, store, monkeypatch, tmp_path, restarted):
    before = files_of(api, cup)
    run(archive, cup)
    data.rename(tmp_path / "elsewhere")
    assert restarted().get(f"/v1/matches/{cup}.1.ndjson", None).status_code == 503
    places.keep_folder(store.client, tmp_path / "elsewhere")
    assert files_of(restarted(), cup) == before
    assert json.loads(before[f"/v1/matches/{cup}.1.ndjson"][0].splitlines()[0])["version"] == 0


def test_an_earlier_record_of_the_heads_is_compared_with_archived_logs_too(api, cup, data, run, store):
    log, stream = store.log(), f"{cup}.1"
    [event] = log.read(stream, after=100, limit=1)
    recorded, found = {stream.encode(): f"100 {event.prev_hash}".encode()}, heads_of(store.client)
    run(archive, cup)
    assert compare(store.client, recorded, found) == {}
    assert compare(store.client, {stream.encode(): b"100 " + b"0" * 64}, found).keys() == recorded.keys()
    _gone(next((data / "archive").glob("*.gz")))
    reader.forget()
    assert [each.stream for each in compare(store.client, recorded, found).values()] == [stream]


def test_times_of_games_and_last_facts_of_archived_matches_are_as_before(cup, run, store):
    def read():
        client, matches = store.client, [f"{cup}.1"]
        return game_ends(client, matches), match_snapshots(client, matches, 5), first_settled(client, matches)

    before = read()
    assert len(before[1][0].facts) == 5
    assert before[2].keys() == {f"{cup}.1"}
    run(archive, cup)
    assert read() == before
