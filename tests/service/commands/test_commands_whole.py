"""A whole club or tournament: `brade export --whole`, then `brade import` into an empty system."""

import gzip
import json

import pytest

from core.eventlog.log import NEW
from core.eventlog.redaction import LEFT_OUT, SECRETS
from core.events import ClubFounded, DiceRolled, PasswordSet, TokenIssued, WebhookAdded
from service.auth.passwords import fits
from service.backups import inspection
from service.backups.inspection import NotRestorable
from service.backups.verification import ChainBroken
from service.checkpoint.anchors import root_of
from service.commands.export import export
from service.commands.import_ import import_
from service.commands.restore import restore
from service.commands.verify import verify
from service.store import keys
from service.store.maintenance import all_streams, daily_number
from service.store.maintenance.daily_number import Number
from service.store.stream_heads import heads_of
from tests.support.logs.exported_lines import lines_of, write_lines
from tests.support.logs.played_club import files_of, play_club
from tests.support.signed_in import PASSWORD, Browser, employ

CUP = "t_bbbbbbbbbb"


@pytest.fixture
def peopled(api):
    """The club with a person and a webhook."""
    employ(api, "Anna Berg", "organiser")
    added = api.post("/v1/clubs/vasa/webhooks", {"url": "https://example.org/hook?key=very-secret"})
    assert added.status_code == 201, added.json


def test_an_empty_system_gives_the_same_bytes_after_the_import(api, judge, peopled, restarted, run, store, tmp_path):
    played = play_club(api, judge)
    file, again = tmp_path / "vasa.ndjson", tmp_path / "again.ndjson"
    before = {each: files_of(api, each) for each in played} | files_of(api, played[0], "standings.pdf", "booklet.pdf")
    heads = all_streams.heads(store.client)
    result = run(export, "vasa", "--whole", "-o", file)
    assert result.exit_code == 0
    assert "without secrets" in result.stderr
    store.client.flushall()
    result = run(import_, file)
    assert result.exit_code == 0, result.stderr
    assert "brade password vasa NAME" in result.stdout
    judge()
    assert all_streams.heads(store.client) == heads
    elsewhere = restarted()
    after = {each: files_of(elsewhere, each) for each in played}
    assert after | files_of(elsewhere, played[0], "standings.pdf", "booklet.pdf") == before
    run(export, "vasa", "--whole", "-o", again)
    assert again.read_bytes() == file.read_bytes()
    shown = run(verify)
    assert shown.exit_code == 0, shown.stdout
    anna = Browser(elsewhere)
    for guess in (PASSWORD, "nobody has this password"):
        assert anna.sign_in("Anna Berg", guess).status_code == 401
    assert elsewhere.get("/v1/clubs/vasa/players", "organiser").status_code == 401


def test_no_secret_leaves_with_a_club(api, peopled, run, store, tmp_path):
    file = tmp_path / "vasa.ndjson"
    run(export, "vasa", "--whole", "-o", file)
    text = file.read_text()
    kept = [each for each in store.log().read("c_vasa") if each.event.event_type in SECRETS]
    secrets = [getattr(each.event, name) for each in kept for name in SECRETS[each.event.event_type]]
    assert {type(each.event) for each in kept} >= {TokenIssued, PasswordSet, WebhookAdded}
    session, repeats = api.deps.session_key(), api.deps.secret("", "k")
    for secret in (*secrets, *(token.rpartition("_")[2] for token in api.tokens.values()), session, repeats, "argon2"):
        assert secret not in text
    left_out = [line for line in lines_of(file) if LEFT_OUT in line]
    assert [line["version"] for line in left_out] == [each.version for each in kept]
    assert file.stat().st_mode & 0o077 == 0
    assert "their secrets were left out" in run(verify, file).stdout


@pytest.mark.parametrize(("whole", "logs"), [("vasa", 6), (CUP, 5)])
def test_the_first_line_names_every_log_their_root_and_the_number_of_the_day(
    run, evening, store, tmp_path, whole, logs
):
    daily_number.show(store.client, Number(1_700_000_000_000, "3f" * 32))
    run(export, whole, "--whole", "-o", tmp_path / "file.gz")
    first = json.loads(gzip.decompress((tmp_path / "file.gz").read_bytes()).splitlines()[0])
    assert (first["brade_export"], first["whole"].removeprefix("c_")) == (1, whole)
    assert (first["streams"], len(first["heads"])) == (logs, logs)
    assert first["number"] == {"at": "2023-11-14T22:13:20.000Z", "root": "3f" * 32}
    heads = {stream.encode(): f"{version} {digest}".encode() for stream, version, digest in first["heads"]}
    assert first["root"] == root_of(heads)
    if logs == 6:
        assert first["root"] == root_of(heads_of(store.client)), "of the only club it is the number of the day"
    assert run(verify, tmp_path / "file.gz").exit_code == 0


def test_a_whole_tournament_stands_alone_in_an_empty_system_with_its_club(run, evening, store, tmp_path):
    run(export, CUP, "--whole", "-o", tmp_path / "file")
    store.client.flushall()
    assert run(import_, tmp_path / "file").exit_code == 0
    assert sorted(store.log().streams()) == ["c_vasa", CUP, f"{CUP}.1", f"{CUP}.10", f"{CUP}.2"]


def test_a_store_that_holds_the_same_or_anything_is_refused_and_stays_as_it_is(run, evening, store, tmp_path):
    run(export, CUP, "--whole", "-o", tmp_path / "file")
    before = all_streams.heads(store.client)
    for more in ((), ("--beside",)):
        result = run(import_, tmp_path / "file", *more)
        assert (result.exit_code, "logs of the same names already: c_vasa, t_bbb" in result.stderr) == (1, True)
        assert "Nothing was brought in." in result.stderr
    assert all_streams.heads(store.client) == before
    store.client.flushall()
    store.log().append("c_huk", [ClubFounded("huk", "Huk")], by="x", at=1, expected=NEW)
    result = run(import_, tmp_path / "file")
    assert (result.exit_code, "it holds 1 other log: --beside" in result.stderr) == (1, True)
    assert list(store.log().streams()) == ["c_huk"]
    assert run(import_, tmp_path / "file", "--beside").exit_code == 0
    assert len(list(store.log().streams())) == 6


def _altered(lines):
    lines[-1]["dice"] = [1, 1]


def _cut(lines):
    del lines[-1]


def _other_root(lines):
    lines[0]["root"] = "0" * 64


def _newer(lines):
    lines[0]["brade_export"] = 2


def _newer_store(lines):
    lines[0]["store"] = 99


def _hidden_roll(lines):
    said = {"fields": ["dice"], "hash": lines[-1]["hash"]}
    lines[-1] = {**{name: value for name, value in lines[-1].items() if name != "dice"}, "left_out": said}


def _foreign(lines):
    del lines[1]
    lines[0]["heads"].pop(0)
    lines[0] |= {"streams": lines[0]["streams"] - 1, "events": lines[0]["events"] - 1}
    del lines[0]["root"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_altered, "version 1 (PlayerEntered, line"),
        (_cut, "was cut off"),
        (_other_root, "the root is not that"),
        (_newer, "has the format 2"),
        (_newer_store, "restore it with the newer version"),
        (_hidden_roll, "leaves out fields that no event"),
        (_foreign, "the clubs' logs stand before the others"),
    ],
)
def test_a_file_that_is_not_as_it_was_written_brings_nothing_in(run, evening, store, tmp_path, change, said):
    file = tmp_path / "file"
    run(export, "vasa", "--whole", "-o", file)
    lines = lines_of(file)
    change(lines)
    write_lines(file, lines)
    store.client.flushall()
    result = run(import_, file)
    assert (result.exit_code, said in result.stderr) == (1, True), result.stderr
    assert "Nothing was brought in." in result.stderr
    assert list(store.log().streams()) == []


def test_an_export_is_no_backup_and_a_match_is_not_whole(run, evening, tmp_path):
    file = tmp_path / "file"
    run(export, "vasa", "--whole", "-o", file)
    assert "is an export of c_vasa: `brade import` brings it in" in run(restore, file).stderr
    with pytest.raises(NotRestorable, match="but an export"):
        inspection.header_of(file)
    assert "import it alone" in run(import_, file, file).stderr
    assert "is a match" in run(export, "m_aaaaaaaaaa", "--whole").stderr
    assert run(export, CUP, "--whole", "--with-matches").exit_code == 1


def test_an_altered_log_is_not_exported_whole(run, evening, store, tmp_path):
    store.log().append(f"{CUP}.2", [DiceRolled("white", (1, 2))], by="x", at=1_700_000_002_000)
    store.client.xdel(keys.log(f"{CUP}.2"), "1-0")
    with pytest.raises(ChainBroken, match=r"t_bbbbbbbbbb\.2, version 1"):
        run(export, CUP, "--whole", "-o", tmp_path / "file")
    assert not (tmp_path / "file").exists()


def test_an_empty_hash_is_nobodys_password():
    assert not fits("", "nobody has this password")
