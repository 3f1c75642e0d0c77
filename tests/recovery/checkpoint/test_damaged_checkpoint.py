"""A checkpoint that is torn, damaged or gone: it hides no loss, and it is said."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from service.app import create_app
from service.bootstrap import build_dependencies
from service.checkpoint import heads_file
from service.checkpoint.checkpointer import Checkpointer
from service.checkpoint.comparison import report
from service.commands import doctor
from service.config import Settings
from service.store import held_streams
from tests.support.logs.shortened_logs import MATCH, OTHER, again, cut, forget, write


def test_a_torn_line_of_the_checkpoint_is_left_out_and_the_rest_counts(store, checkpointer, tmp_path) -> None:
    write(store, MATCH, 2)
    checkpointer.look()
    write(store, OTHER, 2)
    checkpointer.look()
    place = tmp_path / "checkpoint" / "heads"
    os.truncate(place, place.stat().st_size - 5)
    with place.open("ab") as file:
        file.write(bytes(4096))
    checkpointer.stop()
    heads, lines, damaged = heads_file.read(tmp_path / "checkpoint")
    assert (heads.keys(), lines, damaged) == ({MATCH.encode()}, 2, 1)
    assert again(store, checkpointer, [tmp_path / "checkpoint"]) == {}
    assert heads_file.read(tmp_path / "checkpoint").damaged == 0
    assert (tmp_path / "checkpoint" / "heads.damaged").exists()


def half_zeros(place: Path) -> None:
    whole = place.read_bytes()
    place.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))


DAMAGED_HEADS = {
    "its second half zeroed": half_zeros,
    "zeroed": lambda place: place.write_bytes(bytes(place.stat().st_size)),
    "emptied": lambda place: os.truncate(place, 0),
    "removed": lambda place: place.unlink(),
    "without its last lines": lambda place: place.write_bytes(place.read_bytes().splitlines(keepends=True)[0]),
    "the whole folder but the numbers removed": lambda place: [path.unlink() for path in place.parent.glob("[!a]*")],
}


@pytest.mark.parametrize("spoil", DAMAGED_HEADS.values(), ids=DAMAGED_HEADS)
def test_a_damaged_checkpoint_hides_no_loss_that_the_last_number_names(store, resting, tmp_path, said, spoil) -> None:
    spoil(tmp_path / "checkpoint" / "heads")
    cut(store.client, MATCH, 3)
    sentence = f"{MATCH}: versions 4 to 5 missing (2 facts)"
    found = report(store.client, resting)
    assert ([str(each) for each in found.missing], len(found.damage)) == ([sentence], 1)
    for _ in range(2):  # the first start does not forget it
        checkpointer = Checkpointer(store.url, [tmp_path / "checkpoint"], said.append)
        checkpointer.begin()
        checkpointer.stop()
        assert [str(each) for each in checkpointer.missing.values()] == [sentence]
    assert ["is compared with the number of" in line for line in said] == [True, *[False] * (len(said) - 1)]
    held_streams.give_up(store.client, {MATCH.encode(): checkpointer.missing[MATCH.encode()].recorded})
    found = report(store.client, resting)
    assert (found.missing, found.damage) == ([], [])


def test_a_damaged_checkpoint_without_loss_is_told_by_doctor_the_start_and_readiness(
    store, resting, tmp_path, said
) -> None:
    (tmp_path / "checkpoint" / "heads").unlink()
    (sentence,) = report(store.client, resting).damage
    assert "is empty or gone" in sentence
    (result,) = (finding for finding in doctor.findings(resting) if finding.what == "checkpoint")
    assert (result.how, sentence in result.sentence) == ("bad", True)
    checkpointer = Checkpointer(store.url, [tmp_path / "checkpoint"], said.append)
    checkpointer.begin()
    checkpointer.stop()
    assert (said, checkpointer.missing, held_streams.uncompared(store.client)) == ([sentence], {}, [sentence])
    app = create_app(build_dependencies(replace(resting, admin_token="the-operators-own-token")))
    assert sentence in app.test_client().get("/readyz").get_json()["warnings"]
    assert again(store, checkpointer, [tmp_path / "checkpoint"]) == {}
    assert held_streams.uncompared(store.client) == report(store.client, resting).damage == []


@pytest.mark.parametrize("remains", [["lock"], ["lock", "heads"]])
def test_where_nothing_is_left_to_compare_with_it_is_said_once(store, resting, tmp_path, said, remains) -> None:
    folder = tmp_path / "checkpoint"
    shutil.rmtree(folder)
    folder.mkdir()
    for name in remains:
        (folder / name).touch()
    assert len(report(store.client, resting).damage) == 1
    for _ in range(2):
        checkpointer = Checkpointer(store.url, [folder], said.append)
        checkpointer.begin()
        checkpointer.stop()
    assert ["nothing tells whether facts are missing" in line for line in said] == [True]


def test_what_was_given_up_is_not_found_again_by_an_older_number(store, checkpointer, tmp_path) -> None:
    write(store, MATCH, 5)
    checkpointer.look()
    checkpointer.anchor(anew=True)
    write(store, MATCH, 2)
    checkpointer.look()
    forget(store.client, MATCH)
    checkpointer.look()
    held_streams.give_up(store.client, {MATCH.encode(): checkpointer.missing[MATCH.encode()].recorded})
    checkpointer.look()
    found = report(store.client, Settings(data=tmp_path, store_url=store.url))
    assert (found.missing, found.damage) == ([], [])
    assert again(store, checkpointer, [tmp_path / "checkpoint"]) == {}
