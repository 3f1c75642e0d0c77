"""The weekend of `demo/` as it comes to be by core alone, without a service, and read back from a written log."""

import json

from core import tournament as tournaments
from core.eventlog.codec import from_public
from core.events import GameResult, MatchSettled, PlayerEntered, TournamentCreated
from core.games import game_of
from core.match import judging
from core.match.judging import fold
from core.match.results.settlement import settle
from core.tournament import decisions
from core.tournament.decisions.corrections import Decision, decide
from core.tournament.decisions.money import Paid, note_payment, plan_money
from core.tournament.model.money import read_amount
from core.tournament.terms import terms_of
from schemas.requests.money import MoneyPlanning
from service.demo.scenario import PARTS, recorded
from tests.support.matches.match_logs import fact, numbered, opening
from tests.support.tournament.written_results import after


def judged_records(programme):
    """The outcome of the recorded facts: each record, the verdicts of its facts, the match."""
    matches = []
    for record in programme.records:
        judged = list(fold("m_demo", numbered(opening(), [fact(each) for each in record.facts])))
        matches.append((record, [verdict for _, verdict in judged][1:], judged[-1][0]))
    return matches


def played_by_core():
    """The tournament at its end."""
    programme = recorded()
    words = {name: said for name, said in programme.announced.items() if name not in ("published", "check_in")}
    terms = tuple(words.pop("terms"))
    state = tournaments.opened("t_demo", TournamentCreated("demo", **words, terms=terms))
    rows = [line.split(";") for line in programme.entries.splitlines()[1:]]
    state = after(
        state,
        [
            PlayerEntered(name, name, rating=int(rating) if rating else None, group=club or None)
            for name, rating, club in rows
        ],
    )
    state = _with_money(state, programme)
    state = after(state, decisions.start(state, "lots", "rating"))
    at_table = {("groups", record.white, record.black): match for record, _, match in judged_records(programme)}
    state = _reported(state, {place: match.results for place, match in at_table.items()})
    for part in PARTS:
        results = {place: _games(games) for place, games in programme.results[part].items()}
        state = _reported(state, results)
        if part == "saturday":
            leaving = programme.withdrawal
            state = after(state, decisions.withdraw(state, leaving["player"], leaving["reason"]))
        if part == "sunday":
            place, games, reason = programme.correction
            match = next(each for round_, each in _all(state) if (round_.stage, each.white, each.black) == place)
            decision = Decision(match.match, "played", reason, results=_games(games))
            state = after(state, decide(state, decision, judging.opened(match.match, opening())))
    return state


def _with_money(state, programme):
    """The tournament with its plan of fees and prizes, and what was paid at the door."""
    state = after(state, plan_money(state, MoneyPlanning().load(programme.money["plan"])))
    decimals = state.money.plan.decimals
    for each in programme.payments:
        paid = None if "paid" not in each else read_amount(each["paid"], decimals)
        payment = Paid(each["player"], paid, each.get("pool"), each.get("waived", False))
        state = after(state, note_payment(state, payment))
    return state


def logs_in(folder):
    """The lines of every log in `events.ndjson`, by stream, the tournament's first."""
    streams = {}
    for line in (folder / "events.ndjson").read_text(encoding="utf-8").splitlines():
        words = json.loads(line)
        streams.setdefault(words["stream"], []).append(words)
    return streams


def folded(stream, lines):
    """A tournament as its log tells it."""
    created, *events = [from_public(line) for line in lines]
    state = tournaments.opened(stream, created.event)
    for event in events:
        state = tournaments.apply(state, event.event, event.version)
    return state


def _reported(state, results):
    """The tournament after these results, each as soon as its match is there."""
    waiting = dict(results)
    while waiting:
        up = [(round_, each) for round_, each in _all(state) if (round_.stage, each.white, each.black) in waiting]
        assert up, waiting
        for round_, each in up:
            games = waiting.pop((round_.stage, each.white, each.black))
            settled = settle(game_of("swedish"), terms_of(state, round_, each).length, games)
            event = MatchSettled(each.match, settled.winner, settled.score, settled.decided_by, games)
            state = after(state, [event])
        state = after(state, decisions.pair(state))
    return state


def _all(state):
    return [(round_, pairing) for round_ in state.rounds for pairing in round_.pairings]


def _games(rows):
    return tuple(GameResult(**row) for row in rows)
