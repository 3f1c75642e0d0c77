"""Old logs read as they always did: the files of tests/golden/ are never rewritten, whatever changes around them.

Each line is an event as exported, with its hash and the verdict that it was given. tests/golden/states/ says what each
log came to. A version that records something else, or in another shape, adds logs of its own.
"""

import json

import pytest

from core.club import club as clubs
from core.eventlog.codec import from_public, from_stored, to_public, to_stored, type_name
from core.eventlog.hash_chain import hash_of, verify
from core.eventlog.log import NEW, ListLog
from core.events import PairsAvoided, TablesSet
from core.match import judging
from core.messages import is_same
from core.ratings.rule import stored_rule
from core.series.announcement import stored_announcement
from core.tournament import fold
from core.tournament.decisions import pair
from core.tournament.model.visibility import visible_events
from core.tournament.standings.standings import standings
from core.tournament.views.tournament_view import tournament_view
from schemas.dump import dumper
from schemas.match_states import match_json
from schemas.views.matches import Verdict
from schemas.views.tournaments import Standing, TournamentView
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden"
MATCHES, TOURNAMENTS = sorted(GOLDEN.glob("*.ndjson")), sorted(GOLDEN.glob("tournaments/*.ndjson"))
CLUBS = sorted(GOLDEN.glob("clubs/*.ndjson"))


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(params=[*MATCHES, *TOURNAMENTS, *CLUBS], ids=lambda path: path.stem)
def lines(request):
    return read(request.param)


def test_an_old_log_still_proves_itself(lines):
    assert verify(lines, lines[-1]["hash"]).broken_at is None


def test_an_old_log_is_still_written_with_the_same_hashes(lines):
    for line in lines:
        assert hash_of(to_public(line["stream"], from_public(line))) == line["hash"]


def test_an_old_event_still_reads_back_from_the_store(lines):
    for line in lines:
        event = from_public(line).event
        assert from_stored(type_name(event), json.loads(json.dumps(to_stored(event)))) == event


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_an_old_match_is_still_judged_the_same(path):
    lines = read(path)
    stream = lines[0]["stream"]
    judged = list(judging.fold(stream, [from_public(line) for line in lines]))
    for line, (_, verdict) in zip(lines, judged, strict=True):
        assert is_same(plain_json(dumper(Verdict)(verdict)), line["verdict"])


def come_to(path):
    return json.loads((GOLDEN / "states" / f"{path.stem}.json").read_text())


def plain(words):
    return json.loads(json.dumps(words), object_hook=without_message)


def without_message(words):
    """The value as it was recorded: before explanations had their pattern and values beside them, before
    tournaments had details and alternates, before players sat out rounds on request or had second chances, before
    tournaments could be called off, and before series had prizes and a final."""
    if "explanation" in words:
        words.pop("message", None)
    if words.get("details") == {}:
        del words["details"]
    if isinstance(words.get("advice"), list):
        words["advice"] = len(words["advice"])  # sentences of today, which no log has
    if isinstance(words.get("sentences"), list):
        words["sentences"] = len(words["sentences"])  # of a change after the start, in the words of today
    for name in ("byes", "requested_byes", "alternates", "buy_backs", "amendments", "prizes"):
        if words.get(name) == []:
            del words[name]
    for name in ("in_place_of", "again_of", "called_off", "time_up", "final"):
        if name in words and words[name] is None:
            del words[name]
    return words


def plain_json(words):
    return json.loads(json.dumps(words))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_an_old_match_still_comes_to_the_same_state(path):
    lines = read(path)
    state = match_json(judging.replay(lines[0]["stream"], map(from_public, lines)))
    assert is_same(plain_json(state), come_to(path))


@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.stem)
def test_an_old_tournament_still_comes_to_the_same_rounds_results_and_standings(path):
    lines = read(path)
    tournament = fold(lines[0]["stream"], map(from_public, lines))
    table = [dumper(Standing)(line) for line in standings(tournament)]
    data = dumper(TournamentView)(tournament_view(tournament))
    assert plain({"tournament": data, "standings": table}) == plain(come_to(path))


@pytest.mark.parametrize("name", ["delad", "grupper_sju", "korsning", "trost_fem", "trost_sju"])
def test_no_match_of_an_old_tournament_falls_because_its_brackets_would_be_others_today(name):
    lines = read(GOLDEN / "tournaments" / f"{name}.ndjson")
    tournament = fold(lines[0]["stream"], map(from_public, lines))
    assert (tournament.status, pair(tournament)) == ("finished", [])


def series_words(series):
    return {
        "id": series.id,
        "announcement": stored_announcement(series.announcement),
        "tournaments": {each: str(factor) for each, factor in series.tournaments.items()},
        "frozen": list(series.frozen) if series.frozen else None,
    }


@pytest.mark.parametrize("path", CLUBS, ids=lambda path: path.stem)
def test_an_old_club_still_has_the_same_players_keys_and_people(path):
    club = clubs.fold(map(from_public, read(path)))
    people = club.people.members.values()
    assert (
        come_to(path)
        == plain(
            {
                "name": club.name,
                "version": club.version,
                "players": [[each.player, each.name, each.rating] for each in club.players.values()],
                "tokens": [[each.token, each.role] for each in club.tokens.values()],
                "members": [
                    [each.id, each.name, each.role, each.password, each.generation, list(each.former)]
                    for each in people
                ],
                "imported": {match: list(came) for match, came in club.imported.items()},
                **({"copied": list(club.copied)} if club.copied else {}),
                **({"erased": sorted(club.erased)} if club.erased else {}),
                **({"closed": club.closed} if club.closed is not None else {}),
                **({"embedding": club.embedding} if club.embedding else {}),
                **({"webhooks": {each.id: list(each) for each in club.webhooks.values()}} if club.webhooks else {}),
                **(
                    {"rating_rules": {game: stored_rule(each) for game, each in club.rating_rules.items()}}
                    if club.rating_rules
                    else {}
                ),
                **(
                    {
                        "names": {
                            player: list(
                                each if any(each[3:]) else each[:3]
                            )  # the first shape was for paper and feeds, too
                            for player, each in club.name_settings.items()
                        },
                        "former_names": {player: list(each) for player, each in club.former_names.items()},
                        "contact_days": club.contact_days,
                    }
                    if club.name_settings
                    else {}
                ),
                **({"groups": club.groups, "merged": club.merged} if club.groups or club.merged else {}),
                **(
                    {"templates": [list(each if each.money else each[:4]) for each in club.templates.values()]}
                    if club.templates
                    else {}
                ),
                **({"look": list(club.look)} if club.look.version else {}),
                **({"series": [series_words(each) for each in club.series.values()]} if club.series else {}),
            }
        )
    )


def test_a_log_with_drafts_of_before_and_after_the_salts_comes_to_the_same_rounds():
    lines = read(GOLDEN / "tournaments" / "drafts.ndjson")
    schemas = [line["schema"] for line in lines if line["type"] in ("RoundPaired", "PairingsVoided", "PairsAvoided")]
    assert schemas == [1, 1, 2, 2, 2, 2, 2]
    tournament = fold(lines[0]["stream"], map(from_public, lines))
    assert [(each.number, each.draft) for each in tournament.rounds] == [(1, False), (2, False), (3, True)]
    assert [pairing[1:3] for pairing in tournament.round(2).pairings] == [
        ("p_bbbbbbbbbb", "p_aaaaaaaaaa"),
        ("p_cccccccccc", "p_dddddddddd"),
    ]
    assert tournament.avoided == {("p_cccccccccc", "p_dddddddddd"): False}
    assert [version for version, _ in tournament.withheld.unsalted] == [5, 7]


def test_a_log_with_drafts_is_proved_as_strangers_see_it():
    whole = list(map(from_public, read(GOLDEN / "tournaments" / "drafts.ndjson")))
    log = [each for each in whole if each.version < 5]
    salted = ListLog()
    salted.append("t_abcdefghij", [each.event for each in log], by="x", at=0, expected=NEW)
    salted.append("t_abcdefghij", [PairsAvoided((("p_a", "p_b"),), True, salt="5a17"), TablesSet(())], by="x", at=0)
    tournament = fold("t_abcdefghij", salted.read("t_abcdefghij"))
    assert verify(visible_events(tournament, salted.read("t_abcdefghij"))).broken_at is None
    tournament = fold("t_abcdefghij", whole)
    assert verify(visible_events(tournament, whole)).broken_at == 6
