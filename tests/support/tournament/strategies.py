"""Random actions on a tournament: each is a decision that waits for the present state."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from hypothesis import strategies as st

from core.errors import Invalid
from core.eventlog.codec import event_of, from_stored, to_json, to_stored, type_name
from core.events import Event, GameResult, MatchOpened, MatchReopened, MatchSettled, Recorded, TournamentCreated
from core.events.rounds import PenaltiesReported
from core.games import game_of
from core.match import judging
from core.match.results.settlement import settle
from core.match.state import Match
from core.tournament import Format, Tournament, apply, decisions, opened
from core.tournament.decisions import METHODS, Entrant
from core.tournament.decisions.changes import changeable_settings
from core.tournament.decisions.confirmation import confirm, dispute
from core.tournament.decisions.corrections import KINDS, Decision, decide, undo
from core.tournament.decisions.impasse import resolve_impasse
from core.tournament.model.state import impasse
from core.tournament.model.values import HALF_EACH
from core.tournament.standings.tie_breaks import TIE_BREAKS, whole_order
from tests.support.tournament.ledger import Ledger

Draw = Callable[[st.SearchStrategy[Any]], Any]
DecisionMaker = Callable[[Tournament], list[Event]]
GAMES = 3
MOST_PLAYERS, MOST_TEAMS = 9, 4
ONE_GAME = [GameResult(seat, outcome) for seat in ("white", "black") for outcome in ("bearing_off", "jan")]
SCORING = {"win": 3, "walkover": 2, "bye": 1, "double_no_show": -1, "walkover_games": 2, "penalty": 2}
EMPTY: Mapping[str, Any] = {"settings": {}, "scoring": {}, "tie_breaks": ()}
WHY = "the director says so"


class LoggedTournament:
    """A tournament as its log makes it: applied event by event, read back from what is stored, and beside a ledger."""

    def __init__(self, created: TournamentCreated) -> None:
        self.log = [_stored(created)]
        self.now = self.reread = opened("t_cup", created)
        self.ledger = Ledger(created, on_command=self.now.format.on_command)

    def write(self, events: Iterable[Event]) -> None:
        """Append events, as the decisions gave them."""
        for event in events:
            self.now = apply(self.now, event, self.now.version + 1)
            self.log.append(_stored(event))
            read = _read(*self.log[-1])
            assert event_of(type_name(event), json.loads(json.dumps(to_json(event)))) == read
            self.reread = apply(self.reread, read, self.reread.version + 1)
            self.ledger.apply(read)

    def recorded(self) -> list[Recorded]:
        """The whole log, read from what is stored."""
        return [Recorded(version, _read(*event), 0, "desk", "") for version, event in enumerate(self.log)]


def _stored(event: Event) -> tuple[str, str]:
    return type_name(event), json.dumps(to_stored(event))


def _read(name: str, text: str) -> Any:
    return from_stored(name, json.loads(text))


# ── announced ────────────────────────────────────────────────────────────────────────────────────────────────────────
def announced(draw: Draw, form: Format) -> TournamentCreated:
    """A tournament of that format with any settings, scoring and order of the table."""
    scoring = draw(st.sampled_from([None, SCORING]))
    codes = draw(st.lists(st.sampled_from([tie_break.code for tie_break in TIE_BREAKS]), max_size=3, unique=True))
    return TournamentCreated(
        "vasa",
        "Cup",
        "swedish",
        {"games": GAMES},
        form.key,
        settings=_settings(draw, form),
        scoring=scoring,
        tie_breaks=whole_order(codes, form.default_tie_breaks, scored=bool(scoring)),
        check_in=draw(st.sampled_from([None, None, True])),
        drafts=draw(st.sampled_from([None, True])),
        confirm=draw(st.sampled_from([None, None, True])),
    )


def _settings(draw: Draw, form: Format) -> Mapping[str, Any] | None:
    said = {}
    for field in fields(form.settings):
        choices = field.metadata.get("choices", (False, True) if field.default in (False, True) else ("", "auto"))
        said[field.name] = draw(st.sampled_from(choices[:6]))
    while True:
        try:
            return asdict(form.read_settings(said)) or None
        except Invalid as refused:  # they do not go together
            said = {name: value for name, value in said.items() if name not in refused.problems}


# ── who takes part ───────────────────────────────────────────────────────────────────────────────────────────────────
def enter(draw: Draw, now: Tournament) -> DecisionMaker:
    """A new player, or one who has left; perhaps at once against the player who sits out."""
    gone = [entry for entry in now.entries if entry.withdrawn]
    if gone and draw(st.booleans()):
        back = draw(st.sampled_from(gone))
        rows = [Entrant(back.player, back.name, back.rating, back.group, back.members)]
    else:
        rows = [entrant(draw, now, len(now.entries) + 1)]
    into_bye = now.seed is not None and draw(st.booleans())
    return lambda state: decisions.enter(state, rows, into_bye=into_bye)


def entrant(draw: Draw, now: Tournament, number: int) -> Entrant:
    """Player or team of that number."""
    name = f"p{number:02}"
    club, rating = draw(st.sampled_from([None, "Vasa", "Huk"])), draw(st.sampled_from([None, 1500, 1600, 1700]))
    if not now.format.teams:
        return Entrant(name, name.title(), rating, club)
    members = "abcd"[: draw(st.integers(1, 4))]
    return Entrant(
        name, name.title(), rating, club, tuple((f"{name}{member}", f"{member} of {name}") for member in members)
    )


def leave(draw: Draw, now: Tournament) -> DecisionMaker:
    """One of those who are entered; perhaps the player with the bye plays in their place."""
    player = draw(st.sampled_from([entry.player for entry in now.entries]))
    if draw(st.booleans()):
        return lambda state: decisions.leave_to_bye_player(state, player, WHY, force=True)
    return lambda state: decisions.withdraw(state, player, WHY)


def check_in(draw: Draw, now: Tournament) -> DecisionMaker:
    """Some are there, or not after all."""
    players = draw(st.lists(st.sampled_from([entry.player for entry in now.entries]), min_size=1, unique=True))
    present = draw(st.sampled_from([True, True, False]))
    return lambda state: decisions.check_in(state, players, present=present)


def seed(draw: Draw, now: Tournament) -> DecisionMaker:
    """By any method."""
    method = draw(st.sampled_from(METHODS))
    players = draw(st.permutations([entry.player for entry in now.field])) if method == "hand" else ()
    return lambda state: decisions.seed_players(state, method, players, "lots" if method == "lots" else None)


def start(draw: Draw, _now: Tournament) -> DecisionMaker:
    """With any seed."""
    lots = draw(st.sampled_from(["midsummer", "advent"]))
    return lambda state: decisions.start(state, lots)


def amend(draw: Draw, now: Tournament) -> DecisionMaker:
    """The announcement is changed in some of what it says."""
    new = asdict(announced(draw, now.format))
    names = draw(st.lists(st.sampled_from(["settings", "scoring", "tie_breaks", "drafts", "confirm", "check_in"])))
    return lambda state: decisions.amend(state, {name: new[name] or EMPTY.get(name, False) for name in names}, WHY)


def change(draw: Draw, now: Tournament) -> DecisionMaker:
    """After the start the announcement is changed in what may still be changed, to any value."""
    new = asdict(announced(draw, now.format))
    fields = draw(st.lists(st.sampled_from(["tie_breaks", "check", "stop", "terms", "setting", "setting"]), min_size=1))
    rule = {"round": draw(st.integers(1, 4)), "check": "advisory"}
    others = {"check": "advisory", "stop": "when_decided", "terms": (rule,), "tie_breaks": new["tie_breaks"]}
    changes: dict[str, Any] = {name: others[name] for name in fields if name != "setting"}
    if "setting" in fields and (names := sorted(changeable_settings(now))):
        name = draw(st.sampled_from(names))
        known = now.format.described_settings[name]
        value = draw(st.sampled_from(list(known.choices)) if known.choices is not None else st.integers(0, 9))
        changes["settings"] = {**(now.created.settings or {}), name: value}
    return lambda state: decisions.amend(state, changes, WHY)


def line_up(draw: Draw, now: Tournament) -> DecisionMaker:
    """Some members of a team, perhaps with a new one, from any round on."""
    entry = draw(st.sampled_from(now.entries))
    squad = [*entry.members, (f"{entry.player}x", "somebody new")]
    members = draw(st.lists(st.sampled_from(squad), min_size=1, unique_by=lambda row: row[0]))
    number = draw(st.integers(1, max(1, len(now.rounds))))
    return lambda state: decisions.line_up(state, entry.player, number, members, WHY)


# ── rounds and tables ────────────────────────────────────────────────────────────────────────────────────────────────
def pair_round(draw: Draw, now: Tournament) -> DecisionMaker:
    """The next one, perhaps by its number."""
    number = draw(st.sampled_from([None, len(now.rounds) + 1, len(now.rounds) or None]))
    return lambda state: decisions.pair_round(state, number)


def publish(draw: Draw, now: Tournament) -> DecisionMaker:
    """A round."""
    number = draw(st.sampled_from([round_.number for round_ in now.rounds if round_.draft] or [1]))
    return lambda state: decisions.publish_round(state, number)


def unpair(draw: Draw, now: Tournament) -> DecisionMaker:
    """The last round, or whichever is there."""
    number = len(now.rounds) - draw(st.sampled_from([0, 0, 0, 1]))
    return lambda state: decisions.unpair(state, number, WHY)


def by_hand(draw: Draw, now: Tournament) -> DecisionMaker:
    """Everybody of the last round in any order."""
    last = now.rounds[-1]
    inside = [player for pairing in last.pairings for player in pairing[1:3]] + ([last.bye] if last.bye else [])
    inside = draw(st.permutations([each for each in inside if each not in now.withdrawn]))
    bye = inside.pop() if len(inside) % 2 else None
    pairs = list(zip(inside[::2], inside[1::2], strict=True))
    force = draw(st.booleans())
    return lambda state: decisions.pair_by_hand(state, last.number, pairs, bye, WHY, force=force)


def avoid(draw: Draw, now: Tournament) -> DecisionMaker:
    """Two are kept apart, or not any more."""
    pair = tuple(draw(st.permutations([entry.player for entry in now.entries]))[:2])
    if now.avoided and draw(st.booleans()):
        free = draw(st.sampled_from(sorted(now.avoided)))
        return lambda state: decisions.allow(state, [free], WHY)
    hard = draw(st.booleans())
    return lambda state: decisions.avoid(state, [pair], WHY, hard=hard)


def set_tables(draw: Draw, _now: Tournament) -> DecisionMaker:
    """Some tables, perhaps one of them for a stage."""
    names = draw(st.lists(st.sampled_from("12345"), unique=True))
    group = draw(st.sampled_from(["", "main", "A"]))
    rows = [(name, group if name == "1" else "") for name in names]
    return lambda state: decisions.set_tables(state, rows)


def sit(draw: Draw, now: Tournament) -> DecisionMaker:
    """A match at a table."""
    match, table = draw(st.sampled_from(sorted(now.paired))), draw(st.sampled_from("12345"))
    return lambda state: decisions.seat_by_hand(state, [(match, table)])


def resolve(draw: Draw, now: Tournament) -> DecisionMaker:
    """A way out of an impasse, if there is one."""
    found = impasse(now)
    way = draw(st.sampled_from(found.ways if found and found.ways else ("end",)))
    return lambda state: resolve_impasse(state, way, WHY)


# ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def results(draw: Draw) -> tuple[GameResult, ...]:
    """A whole match."""
    return tuple(draw(st.lists(st.sampled_from(ONE_GAME), min_size=GAMES, max_size=GAMES)))


def settled(draw: Draw, match: str) -> MatchSettled:
    """The result by the match's own log in the end."""
    games = results(draw)
    said = settle(game_of("swedish"), {"games": GAMES}, games)
    assert said.winner is not None
    assert said.decided_by is not None
    return MatchSettled(match, said.winner, said.score, said.decided_by, games)


def open_matches(now: Tournament) -> list[str]:
    """The matches that people can record in now and that have no result: published, and of no player who left."""
    drafts = {pairing.match for round_ in now.rounds if round_.draft for pairing in round_.pairings}
    return [
        pairing.match for pairing in now.to_play if pairing.match not in drafts and pairing.match not in now.reported
    ]


def report(draw: Draw, now: Tournament) -> list[Event]:
    """An open match has its result."""
    return [settled(draw, draw(st.sampled_from(open_matches(now))))]


def late_news(draw: Draw, now: Tournament, begun: Iterable[str]) -> list[Event]:
    """The result, or penalties, by a match's log whatever the director decided: of any that people could record in."""
    match = draw(st.sampled_from(sorted(begun) or [""]))
    if not match:
        return []
    if draw(st.integers(0, 3)) == 0:
        points = st.dictionaries(st.sampled_from(["white", "black"]), st.integers(1, 3))
        return [PenaltiesReported(match, now.version, draw(points))]
    if match in now.reported:
        return [MatchReopened(match), *([settled(draw, match)] if draw(st.booleans()) else [])]
    return [settled(draw, match)]


def confirming(draw: Draw, now: Tournament) -> DecisionMaker:
    """A reported result is right, or is not."""
    waiting = [match for match in now.paired if match in now.reported and match not in now.results]
    match, games = draw(st.sampled_from(waiting or sorted(now.paired))), results(draw)
    if draw(st.sampled_from([True, True, True, False])):
        return lambda state: confirm(state, match, second=True, referee=True)
    return lambda state: dispute(state, match, games, WHY)


def decision(draw: Draw, now: Tournament) -> Decision:
    """Any result of any match that is there; no half each, which these tournaments do not announce."""
    match = draw(st.sampled_from(decidable(now)))
    kind = draw(st.sampled_from([each for each in KINDS if each != HALF_EACH]))
    games = results(draw) if kind == "played" else ()
    winner = None if kind in ("played", "double_no_show") else draw(st.sampled_from(["white", "black"]))
    return Decision(match, kind, WHY, winner, games)


def decidable(now: Tournament) -> list[str]:
    """The matches that a referee may decide: published ones of two."""
    return [
        pairing.match for round_ in now.rounds if not round_.draft for pairing in round_.pairings if not pairing.is_bye
    ]


def decided(said: Decision) -> DecisionMaker:
    """That decision, on whatever the tournament is then."""
    return lambda state: decide(state, said, at_table(state, said.match))


def at_table(now: Tournament, match: str) -> Match:
    """The match as it was opened."""
    pairing, said = now.paired.get(match), now.created
    players = {"white": pairing.white, "black": pairing.black} if pairing else {"white": "a", "black": "b"}
    return judging.opened(match, MatchOpened(said.club, said.game, said.length, players, said.check, said.stop, {}))


def standing_decisions(now: Tournament) -> list[int]:
    """The versions of all decisions that have not been taken back."""
    return sorted(version for stack in now.decisions.values() for version, _ in stack)


def undoing(draw: Draw, now: Tournament) -> DecisionMaker:
    """Any decision is taken back."""
    version = draw(st.sampled_from(standing_decisions(now)))
    return lambda state: undo(state, version, WHY)
