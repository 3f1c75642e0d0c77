"""Dice by the service through the API: published before, rolled once for a key, proved offline at the end."""

import pytest
from click.testing import CliRunner

from core.dice.stream import commitment_of
from service.commands.verify_dice import verify_dice
from service.handlers.match.service_dice import seed_of
from tests.support.logs.exported_lines import lines_of, write_lines

OPTIONS = {"dice_source": "service"}
END = {"type": "GameResigned", "by": "black", "outcome": "jan"}


def salt(seat):
    return {"type": "DiceSalted", "by": seat, "salt": f"the salt of {seat}"}


def roll(api, match, **options):
    return api.post(f"/v1/matches/{match}/rolls", role="scorer", **options)


@pytest.fixture
def dice_match(api, judge):
    """A match with both salts: its first roll is due."""
    match = api.friendly(options=OPTIONS)
    judge()
    api.post(f"/v1/matches/{match}/events", [salt("white"), salt("black")], role="scorer")
    judge()
    return match


def test_the_hash_is_published_with_the_match_and_the_seed_with_its_end(api, judge):
    match = api.friendly(options=OPTIONS)
    judge()
    [committed] = api.get(f"/v1/matches/{match}/events").json["events"]
    seed = seed_of(api.deps, match)
    assert (committed["type"], committed["version"], committed["recorded_by"]) == ("DiceCommitted", 1, "dice")
    assert committed["commitment"] == commitment_of(seed)
    api.post(f"/v1/matches/{match}/events", [END] * 3, role="scorer")
    judge()
    state = api.get(f"/v1/matches/{match}").json
    assert state["settled"]["winner"] == "white"
    assert state["service_dice"] == {
        "commitment": commitment_of(seed),
        "salts": {},
        "rolls": 0,
        "seed": seed,
        "withdrawn": False,
    }
    judge()
    events = api.get(f"/v1/matches/{match}/events").json["events"]
    assert [event["type"] for event in events] == ["DiceCommitted", *["GameResigned"] * 3, "DiceSeedRevealed"]


def test_a_key_has_one_roll_and_a_second_tap_is_refused(api, judge, dice_match):
    first = roll(api, dice_match, headers={"Idempotency-Key": "tap-1"})
    assert (first.status_code, len(first.json["events"])) == (202, 1)
    assert first.json["events"][0]["type"] == "OpeningRolled"
    assert first.json["events"][0]["recorded_by"].startswith("dice:vasa.")
    again = roll(api, dice_match, headers={"Idempotency-Key": "tap-1"})
    assert again.json["events"] == first.json["events"]
    assert again.headers["Idempotent-Replayed"] == "true"
    while api.get(f"/v1/matches/{dice_match}").json["phase"] == "opening":
        judge()
        if api.get(f"/v1/matches/{dice_match}").json["phase"] == "opening":
            roll(api, dice_match)
    thrown = roll(api, dice_match)
    assert thrown.json["events"][0]["type"] == "DiceRolled"
    before = api.everything_written()
    refused = roll(api, dice_match)
    assert (refused.status_code, refused.json["code"]) == (409, "refused")
    stale = roll(api, dice_match, headers={"If-Match": '"v1"'})
    assert (stale.status_code, stale.json["code"]) == (412, "version-conflict")
    assert api.everything_written() == before


def test_dice_that_people_type_are_refused_by_the_judge(api, judge, dice_match):
    api.post(f"/v1/matches/{dice_match}/events", {"type": "OpeningRolled", "white": 6, "black": 1}, role="scorer")
    judge()
    last = api.get(f"/v1/matches/{dice_match}/events").json["events"][-1]
    assert (last["verdict"]["verdict"], last["verdict"]["rule"]) == ("refused", "M12")


@pytest.mark.parametrize(
    "fact",
    [
        {"type": "DiceCommitted", "commitment": "0" * 64},
        {"type": "DiceSeedRevealed", "seed": "0" * 52},
    ],
)
def test_what_the_service_says_of_its_dice_is_posted_by_no_caller(api, dice_match, fact):
    answer = api.post(f"/v1/matches/{dice_match}/events", fact, role="organiser")
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"type"})


def test_in_other_matches_the_service_rolls_nothing(api, judge):
    match = api.friendly()
    judge()
    assert roll(api, match).status_code == 409
    assert api.post(f"/v1/matches/{match}/rolls", role="viewer").status_code == 403
    assert "service_dice" not in api.get(f"/v1/matches/{match}").json


def test_a_tournament_wants_its_dice_from_the_service_in_every_match(api, judge):
    tournament = api.tournament(options=OPTIONS)
    api.post(f"/v1/tournaments/{tournament}/start", {"seed": "lots"})
    judge()
    matches = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]
    opened = [match["id"] for match in matches if match["round"] == 1 and match["black"]]
    assert opened
    for each in opened:
        assert api.get(f"/v1/matches/{each}").json["service_dice"]["commitment"]


def test_a_match_is_proved_from_its_file_without_a_store_and_an_altered_one_is_not(
    api, judge, dice_match, tmp_path, monkeypatch
):
    roll(api, dice_match)
    judge()
    api.post(f"/v1/matches/{dice_match}/events", [END] * 3, role="scorer")
    judge()
    file = tmp_path / "match.ndjson"
    file.write_bytes(api.get(f"/v1/matches/{dice_match}.ndjson").get_data())
    monkeypatch.setenv("BRADE_STORE_URL", "redis://127.0.0.1:1/0")
    told = CliRunner().invoke(verify_dice, [str(file)])
    assert (told.exit_code, "1 roll, each the next of the stream" in told.stdout) == (0, True), told.output
    assert seed_of(api.deps, dice_match) in told.stdout

    lines = lines_of(file)
    place = next(n for n, line in enumerate(lines) if line["type"] == "OpeningRolled")
    lines[place]["white"] = lines[place]["white"] % 6 + 1
    write_lines(file, lines)
    told = CliRunner().invoke(verify_dice, [str(file)])
    assert told.exit_code == 1
