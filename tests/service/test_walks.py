"""Five more walks, in memory: a settled match, a correction, an export, a webhook and an import, from door to door.

`test_walk.py` walks a roll. ARCHITECTURE.md names the files of a roll and of a correction.
"""

import csv
import json
import time
from types import SimpleNamespace

import pytest
from standardwebhooks import Webhook

from core import imports
from core.eventlog.log import NEW, ListLog
from core.events import ClubFounded, GameResult, MatchSettled, ResultDecided
from core.match import judging
from core.tournament import apply, decisions, fold, opened
from core.tournament.decisions.corrections import Correction, Decision, decide, undo
from core.tournament.match_opening import open_paired_matches
from core.tournament.standings.standings import standings
from core.tournament.views.diff import changes
from core.tournament.views.news import tournament_news
from schemas.dump import dumper
from schemas.facts.facts import facts
from schemas.feeds.news import stored_text
from schemas.feeds.webhooks import WebhookMessage
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.config import Settings
from service.exports import EXPORTS, ExportOptions, paper
from service.handlers.match.matches import record
from service.handlers.news import shown_news
from service.handlers.request import Request
from service.handlers.tournament import corrections
from service.repository import Repository
from service.store.read_models.club.news import StoredItem
from service.webhooks import signature
from tests.support.tournament.written_results import created
from workers.rule_checks import check, open_sheet
from workers.settlement import Settlements

NOW = 1_700_000_000_000
CUP = "t_walk"


@pytest.fixture
def deps():
    """A service in memory with a round robin of three: each round has one match over five games."""
    log = ListLog()
    announced = created()
    log.append(f"c_{announced.club}", [ClubFounded(announced.club, "Vasa")], by="x", at=NOW, expected=NEW)
    log.append(CUP, [announced], by="x", at=NOW, expected=NEW)
    for step in (
        lambda t: decisions.enter(t, [("p_a", "Åsa"), ("p_b", "Bo"), ("p_c", "Cilla")]),
        lambda t: decisions.start(t, "lots"),
    ):
        log.append(CUP, step(fold(CUP, log.read(CUP))), by="x", at=NOW)
    open_paired_matches(log, fold(CUP, log.read(CUP)), "x", NOW)
    repository = Repository(log)
    return Dependencies(
        Settings(),
        client=None,
        log=log,
        repository=repository,
        clock=lambda: NOW,
        steady=lambda: NOW,
        admin_token="x" * 20,
    )


def cup(deps):
    return fold(CUP, deps.log.read(CUP))


def asked(deps, role):
    return Request(deps, Principal(cup(deps).created.club, role, f"vasa.{role}"))


def play(deps, match, winners):
    """Record and judge games, and tell the tournament: what `workers/pump.py` does with the news of a feed."""
    games = [{"type": "GameReported", "winner": winner, "outcome": "bearing_off"} for winner in winners]
    record(asked(deps, "scorer"), match, facts([{"type": "OpeningRolled", "white": 5, "black": 2}, *games]))
    opening, *told = deps.log.read(match)
    sheet, _, change = open_sheet(match, opening)
    for fact in told:
        sheet, verdict, change = check(sheet, fact, lambda: deps.log.read(match))
        assert verdict.verdict == "accepted"
    Settlements(deps.log).notify_tournament(change, at=NOW)
    return sheet.match


def table(deps):
    return [(line.name, line.wins) for line in standings(cup(deps))]


def first_match(deps):
    return next(pairing for pairing in cup(deps).matches if not pairing.is_bye)


def test_a_settled_match_moves_its_tournament_on(deps):
    # Record and judge: core/match/results/settlement.py ends the match with its last game.
    pairing = first_match(deps)
    match = play(deps, pairing.match, ["white", "black", "white", "white", "black"])
    assert (match.settled.winner, match.settled.score) == ("white", {"white": 3, "black": 2})

    # Settlement: workers/settlement.py appends the result to the tournament's log, once however often it is told.
    settled = [each.event for each in deps.log.read(CUP) if isinstance(each.event, MatchSettled)]
    assert [(event.match, event.winner, event.decided_by) for event in settled] == [(pairing.match, "white", "points")]

    # Standings: core/tournament/standings/standings.py reads them of the tournament's events alone.
    assert dict(table(deps))[cup(deps).name_of(pairing.white)] == 1


def test_a_corrected_result_is_a_new_event_that_a_look_told_before(deps):
    pairing = first_match(deps)
    play(deps, pairing.match, ["white"] * 5)
    wrong = GameResult("black", "bearing_off")
    decision = Decision(pairing.match, "played", "the slips were exchanged", results=(wrong,) * 5)

    # A look: service/handlers/tournament/corrections.py applies the events to a copy, and writes none.
    before = cup(deps).version
    preview = corrections.correct(asked(deps, "referee"), CUP, Correction(decision), dry_run=True)
    assert (cup(deps).version, preview.decision) == (before, None)

    # Rules and log: core/tournament/decisions/corrections.py decides the same events, which are appended.
    earlier = cup(deps)
    at_table = judging.opened(pairing.match, next(deps.log.read(pairing.match)).event)
    deps.log.append(CUP, decide(earlier, decision, at_table), by="vasa.referee", at=NOW)
    assert changes(earlier, cup(deps)) == preview.changes
    assert [type(each.event) for each in deps.log.read(CUP)][before + 1 :] == [ResultDecided]
    assert dict(table(deps))[cup(deps).name_of(pairing.black)] == 1

    # Taken back: one more event, and the match's own result counts again.
    deps.log.append(CUP, undo(cup(deps), before + 1, "they were right"), by="vasa.referee", at=NOW)
    assert dict(table(deps))[cup(deps).name_of(pairing.white)] == 1


def test_a_file_is_made_of_the_tournament_as_its_reader_may_see_it(deps):
    play(deps, first_match(deps).match, ["white"] * 5)

    # Input: service/exports/request.py leaves drafts out for strangers. Kind: service/exports/__init__.py lists all.
    given = paper(cup(deps), lambda: deps.log.read(CUP))
    export = EXPORTS["standings.csv"]
    made = export.make(given, ExportOptions())
    assert export.media == "text/csv"
    first = next(csv.DictReader(made.decode().splitlines()))
    assert (first["rank"], first["name"]) == ("1", table(deps)[0][0])

    # The same log gives the same bytes, so a worker may write the file again (workers/exports.py).
    assert export.make(given, ExportOptions()) == made


def test_an_event_becomes_a_signed_message_of_a_webhook(deps):
    pairing = first_match(deps)
    play(deps, pairing.match, ["white"] * 5)
    *earlier, settled = deps.log.read(CUP)
    before = fold(CUP, earlier)

    # News: core/tournament/views/news.py gives the sentence as a message; it is kept as text in the club's feed.
    (item,) = tournament_news(before, settled, apply(before, settled.event, settled.version))
    assert (item.kind, item.match_id) == ("match.finished", pairing.match)
    shown = shown_news(deps, "vasa", StoredItem(1, stored_text(item)))

    # Message: schemas/feeds/webhooks.py. Signature: service/webhooks/signature.py, read here by another library.
    body = json.dumps(dumper(WebhookMessage)(SimpleNamespace(item=item, shown=shown)), ensure_ascii=False).encode()
    key = b"k" * 52
    headers = signature.headers(
        key, signature.message_id("w_a", CUP, settled.version, item.kind), int(time.time()), body
    )
    proof = Webhook(signature.secret_text(key))
    assert proof.verify(body, headers)["type"] == "match.finished"


def test_the_players_of_a_file_are_entered_as_they_were_looked_at():
    # Read: core/imports/ reads what the file says, and guesses nothing.
    file = imports.read(b"Namn;Rating;Klubb\nBerg, Anna;1500;Vasa\nBo Ek;;Kronan\n")
    assert [(player.name, player.rating, player.club) for player in file.players] == [
        ("Anna Berg", "1500", "Vasa"),
        ("Bo Ek", "", "Kronan"),
    ]

    # Enter: core/tournament/decisions/entries.py decides the events; the tournament is a fold of them.
    tournament = opened(CUP, created())
    for event in decisions.enter(tournament, [(f"p_{player.line}", player.name) for player in file.players]):
        tournament = apply(tournament, event, tournament.version + 1)
    assert [entry.name for entry in tournament.entries] == ["Anna Berg", "Bo Ek"]
