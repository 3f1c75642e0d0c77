"""The number of the day: what it stands for, and what it shows of a log that was rewritten with all that names it."""

import os
import shutil
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened
from service.checkpoint import anchors, checkpointer
from service.checkpoint.anchors import AnchorsFile, root_of
from service.checkpoint.checkpointer import Checkpointer
from service.commands.anchor import anchor
from service.commands.verify import verify
from service.store import keys
from service.store.maintenance import daily_number
from tests.support.store import Store

MATCH, OTHER = "m_aaaaaaaaaa", "m_bbbbbbbbbb"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Örjan"})
NOON = datetime(2026, 11, 22, 12, 0).astimezone()


def write(store: Store, stream: str, *names: str) -> None:
    log = store.log()
    if log.head(stream) is None:
        log.append(stream, [OPENED], by="x", at=1, expected=NEW)
    for name in names:
        log.append(stream, [ClubFounded("vasa", name)], by="x", at=1)


def rewrite(store: Store, stream: str, *names: str) -> None:
    """Put another whole log in the place of one, with a head that fits."""
    shard = keys.shard_of(stream)
    store.client.delete(keys.log(stream))
    store.client.hdel(keys.head(shard), stream)
    write(store, stream, *names)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch):
    """Sets the day that the checkpointer believes it is."""

    def set_to(number: int) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz=None):  # noqa: ARG003 - as the real one has it
                return NOON.replace(day=number)

        monkeypatch.setattr(checkpointer, "datetime", Clock)

    set_to(20)
    return set_to


@pytest.fixture
def kept(store: Store, tmp_path: Path, day):
    one = Checkpointer(store.url, [tmp_path / "checkpoint"])
    one.begin()
    yield one
    one.stop()


@pytest.fixture
def run(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))

    def invoke(command, *words: str):
        done = CliRunner().invoke(command, list(words), catch_exceptions=False)
        return done.exit_code, done.output

    return invoke


def test_the_root_is_that_of_a_merkle_tree_whatever_the_order() -> None:
    def tree(row: list[bytes]) -> bytes:  # as RFC 6962 has it, from the top
        if len(row) == 1:
            return sha256(b"\0" + row[0]).digest()
        half = 1 << (len(row) - 1).bit_length() - 1
        return sha256(b"\1" + tree(row[:half]) + tree(row[half:])).digest()

    heads = {b"m_%d" % number: b"%d %064x" % (number, number) for number in range(9)}
    for count in range(1, 10):
        some = dict(list(heads.items())[:count])
        assert root_of(some) == tree([b"%b %b" % item for item in some.items()]).hex()
        assert root_of(dict(reversed(some.items()))) == root_of(some)


def test_there_is_a_number_of_each_day_on_which_something_changed_and_of_the_end(store, kept, tmp_path, day) -> None:
    kept.anchor()
    assert list(anchors.read(tmp_path / "checkpoint")) == []  # there is nothing yet
    for today, names in ((20, ["a"]), (20, ["b"]), (21, []), (22, []), (23, ["c"])):
        day(today)
        kept.look()
        kept.anchor()
        write(store, MATCH, *names)
    kept.look()
    kept.anchor(anew=True)
    made = list(anchors.read(tmp_path / "checkpoint"))
    assert [each.at[8:10] for each in made] == ["20", "21", "23"]
    for each, version in zip(made, (1, 2, 3), strict=True):
        found = anchors.heads_at(tmp_path / "checkpoint", each.root[:16])
        assert found is not None
        assert found[1][MATCH.encode()].startswith(b"%d " % version)
        assert root_of(found[1]) == each.root
    assert daily_number.latest(store.client) == (int(NOON.replace(day=23).timestamp() * 1000), made[-1].root)


def test_a_number_that_was_being_written_when_the_power_went_is_left_out(tmp_path: Path) -> None:
    file = AnchorsFile(tmp_path)
    assert file.add({b"m_a": b"0 aa"}, NOON)
    size = (tmp_path / "anchors").stat().st_size
    assert file.add({b"m_a": b"1 bb", b"m_b": b"0 cc"}, NOON)
    os.truncate(tmp_path / "anchors", (tmp_path / "anchors").stat().st_size - 30)
    again = AnchorsFile(tmp_path)
    assert (tmp_path / "anchors").stat().st_size == size
    assert again.add({b"m_b": b"0 cc"}, NOON) is not None
    assert [each.changes for each in anchors.read(tmp_path)] == [{b"m_a": b"0 aa"}, {b"m_b": b"0 cc", b"m_a": None}]
    assert anchors.marks(tmp_path) == {b"m_b": [b"0 cc"]}


def test_a_log_rewritten_with_its_head_and_its_checkpoint_is_found_by_a_number_written_down(
    store, kept, tmp_path, run, day
) -> None:
    write(store, MATCH, "a", "b")
    write(store, OTHER, "a")
    kept.look()
    kept.anchor()
    kept.stop()
    code, said = run(anchor)
    written_down = said.partition("   ")[0]
    assert code == 0
    assert len(written_down) == 24
    day(21)
    write(store, MATCH, "c")
    assert run(anchor)[1] != said  # there is more now
    assert run(verify)[0] == 0
    code, said = run(anchor, *written_down.split())
    assert (code, "2 logs with 5 events are as they were then" in said) == (0, True), said

    rewrite(store, MATCH, "a", "x", "c")
    (tmp_path / "checkpoint" / "heads").unlink()
    code, said = run(anchor, written_down)
    assert (code, f"{MATCH}, version 2" in said, OTHER in said) == (1, True, False), said
    code, said = run(verify)
    assert (code, f"{MATCH}: version 2 is not what it was on an earlier day" in said) == (1, True), said

    shutil.rmtree(tmp_path / "checkpoint")
    run(anchor)
    assert run(verify)[0] == 0  # nothing that is kept here tells any more
    code, said = run(anchor, written_down.replace(" ", ""))
    assert (code, "There is no number" in said) == (1, True), said


def test_what_is_no_number_is_told_so(run) -> None:
    assert "at least 16 digits" in run(anchor, "3f9a 12c4")[1]
    assert "at least 16 digits" in run(anchor, "the number of the day, of course")[1]


def test_everybody_is_shown_the_number_on_the_front_page_and_on_tournaments(api, store) -> None:
    assert "Number of the day" not in api.get("/", role=None).get_data(as_text=True)
    daily_number.show(store.client, daily_number.Number(1_795_000_000_000, "3f9a12c477e0b1d255aa" + "0" * 44))
    page = api.get("/", role=None).get_data(as_text=True)
    assert "3f9a 12c4 77e0 b1d2 55aa" in page
    swedish = api.get("/", role=None, headers={"Accept-Language": "sv"}).get_data(as_text=True)
    assert "Dagens nummer" in swedish
