"""`brade verify-dice` of matches in the store, as an operator types it."""

import json

import pytest

from core.eventlog.codec import from_public
from service.cli import main
from service.commands.verify_dice import verify_dice
from tests.support.logs.exported_lines import tamper
from tests.support.paths import TESTS

M = "m_dicegolden"
LOG = [from_public(json.loads(line)) for line in (TESTS / "golden" / "service_dice.ndjson").read_text().splitlines()]
SEED = "n7wq3k5e2c6jv4ubt2xk7m3pyh5d6rsaz2gl4ofi7qwe3n5bcx6a"


@pytest.fixture
def dice_match(store):
    """A match whose dice the service rolled and a referee withdrew; people threw the last one."""
    store.log().restore(M, LOG)
    return store


def test_a_match_in_the_store_is_proved_roll_by_roll(run, dice_match):
    told = run(verify_dice, M)
    assert told.exit_code == 0, told.output
    assert f"{M}: 8 rolls, each the next of the stream of the committed seed. 2 rolls by people besides." in told.stdout
    assert SEED in told.stdout


def test_before_the_end_nothing_is_proved_yet(run, store):
    store.log().restore(M, LOG[:20])
    told = run(verify_dice, M)
    assert (told.exit_code, "the seed is not revealed yet" in told.stdout) == (1, True), told.output


def test_a_match_whose_dice_people_threw_has_none_to_prove(run, evening):
    told = run(verify_dice, "m_aaaaaaaaaa")
    assert (told.exit_code, "the service did not roll the dice of this match" in told.stdout) == (1, True)


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("m_nothing", "There is no log m_nothing in the store."),
        ("match.ndjson", "There is no file match.ndjson"),
    ],
)
def test_what_is_not_there_is_named(run, evening, thing, said):
    told = run(verify_dice, thing)
    assert (told.exit_code, said in told.stderr) == (1, True), told.output


def test_an_altered_roll_is_named_by_the_chain_of_its_log(run, dice_match):
    tamper(dice_match, M, 6, data=b'["black",[6,6]]')
    told = run(main, "verify-dice", M)
    assert told.exit_code == 1
    assert f"{M}, version 6" in told.stderr, told.output
    assert "committed seed" not in told.output
