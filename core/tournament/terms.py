"""Terms of a match: its length, how its turns are checked and when it stops; by tournament, stage, round or match.

`TournamentCreated` says it for all matches; each of its `terms` says it anew, in whole or in part, for the matches that
meet all of the rule's conditions:

| condition | the matches |
|---|---|
| `stage` | of that stage of rounds (`groups`), or of that bracket (`main`, `bronze`, …), or of any (`knockout`) |
| `players_left` | of a round in which at most so many play or sit out |
| `losses` | of which one of the two has lost so many matches in the rounds before, and the other not more |
| `round` | of the round of that number |
| `from_end` | of a bracket's last round (1), of the one before it (2), … |

Matches that decide who goes on (`play_off`) are of their own stage alone, and have no `from_end`.

For each of length, check and stop that rule counts which has the narrowest condition, further down in this table; of
two such the one with the narrowest condition besides; of two alike the one with fewer `players_left`, then the later.
Only what was known before the round is looked at, so the answer does not change while the round is played.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.errors import Invalid
from core.events import TournamentCreated
from core.games import game_of
from core.messages import quoted, say, term
from core.rules.game import Game
from core.tournament.brackets.placement import PLACES, places_of
from core.tournament.model.bracket_plan import BYE, PLAY_OFF, SEED, Bracket, PlanRound
from core.tournament.model.state import Format, Tournament
from core.tournament.model.values import Pairing, Round

Rule = Mapping[str, Any]
CONDITIONS = ("from_end", "round", "losses", "players_left", "stage")
"""From the narrowest to the widest."""
MEMBERS = ("length", "check", "stop")
ANY_BRACKET = "knockout"
"""The stage of all matches of all brackets."""


class Known(NamedTuple):
    """The input of the conditions of a match, each by its name; `stage` are all names that fit.

    A condition never fits where this has `None`.
    """

    from_end: int | None
    round: int
    losses: int | None
    players_left: int
    stage: frozenset[str]


class Terms(NamedTuple):
    """Terms of one match."""

    length: Mapping[str, int]
    check: str
    stop: str


def terms_of(tournament: Tournament, round_: Round, pairing: Pairing) -> Terms:
    """Terms of a match of that round."""
    created = announced_for(tournament, round_.number)
    return _ruled(created, _known(tournament, round_, pairing) if created.terms else None)


def terms_of_slot(tournament: Tournament, bracket: Bracket, round_: PlanRound) -> Terms:
    """Terms of a match of that round of a bracket before its players are known: no rule on losses fits it."""
    from_end, stages = _in_bracket(bracket, len(bracket.rounds) - bracket.rounds.index(round_))
    known = Known(from_end, round_.number, None, _places(tournament, round_), stages)
    return _ruled(announced_for(tournament, round_.number), known)


def terms_of_coming(tournament: Tournament, number: int, stage: str, players: int) -> Terms:
    """Terms of a match of a round that is still to be paired on command: no rule on losses fits it."""
    return _ruled(announced_for(tournament, number), Known(None, number, None, players, frozenset({stage})))


def announced_for(tournament: Tournament, number: int) -> TournamentCreated:
    """The announcement that holds for the matches of the round of that number: the one by which they were opened."""
    return tournament.kept.get(number, tournament.created)


def has_rules(tournament: Tournament) -> bool:
    """True if not all matches have the announced length, check and stop."""
    return bool(tournament.created.terms or tournament.kept)


def _ruled(created: TournamentCreated, known: Known | None) -> Terms:
    """The announced terms, as changed by the rules that fit."""
    usual: dict[str, Any] = {name: getattr(created, name) for name in MEMBERS}
    fitting = [rule for rule in created.terms or () if known is not None and _fits(rule, known)]
    for rule in sorted(fitting, key=_narrowness):
        usual |= {name: rule[name] for name in MEMBERS if rule.get(name) is not None}
    return Terms(**usual)


def _known(tournament: Tournament, round_: Round, pairing: Pairing) -> Known:
    stages, from_end = frozenset({round_.stage}), None
    sitting = {player for each in round_.pairings for player in (each.white, each.black)} | {round_.bye or ""}
    players_left = len(sitting - {""})
    for bracket in tournament.format.plan(tournament).brackets if tournament.format.plan else ():
        for left, plan_round in enumerate(reversed(bracket.rounds), 1):
            if pairing.slot and any(slot.key == pairing.slot for slot in plan_round.slots):
                from_end, names = _in_bracket(bracket, left)
                stages |= names
                players_left = _places(tournament, plan_round)  # a bracket's round may be paired match by match
    losses = max(_losses(tournament, round_, player) for player in (pairing.white, pairing.black))
    return Known(from_end, round_.number, losses, players_left, stages)


def _in_bracket(bracket: Bracket, from_end: int) -> tuple[int | None, frozenset[str]]:
    """The place from the end of a round of a bracket, and the stages that its matches are of."""
    if bracket.key == PLAY_OFF:
        return None, frozenset({PLAY_OFF})
    places = {PLACES} if places_of(bracket.key) else set[str]()
    return from_end, frozenset({bracket.key, ANY_BRACKET, *places})


def _places(tournament: Tournament, round_: PlanRound) -> int:
    """The number of players who may come to a round of a bracket: its seats without the byes from the start."""
    sources = [source for slot in round_.slots for source in (slot.white, slot.black) if source.kind != BYE]
    return sum(source.kind != SEED or int(source.of) <= len(tournament.starters) for source in sources)


def _losses(tournament: Tournament, round_: Round, player_id: str) -> int:
    """The matches that a player has lost before that round."""
    white = game_of(tournament.created.game).seats[0]
    lost = 0
    for pairing in (
        match for earlier in tournament.rounds if earlier.number < round_.number for match in earlier.pairings
    ):
        result = tournament.results.get(pairing.match)
        if result is not None and not pairing.is_bye and player_id in (pairing.white, pairing.black):
            lost += result.winner is None or (pairing.white == player_id) != (result.winner == white)
    return lost


def _fits(rule: Rule, known: Known) -> bool:
    for condition in CONDITIONS:
        wanted, value = rule.get(condition), getattr(known, condition)
        if wanted is None:
            continue
        if condition == "stage":
            fits = wanted in value
        elif condition == "players_left":
            fits = value <= wanted
        else:
            fits = value == wanted
        if not fits:
            return False
    return True


def _narrowness(rule: Rule) -> tuple[tuple[bool, ...], int]:
    return tuple(rule.get(condition) is not None for condition in CONDITIONS), -(rule.get("players_left") or 0)


def stages_of(form: Format) -> tuple[str, ...]:
    """The stages of a format to which rules can be bound."""
    return (*form.stages, *([ANY_BRACKET] if form.plan else []))


def check_terms(game: Game, form: Format, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules, if that game and format can follow them. Raises `Invalid` by `<place>.<field>`.

    The shape of each, and that it says something, is the schema's affair.
    """
    wrong: dict[str, list[str]] = {}
    for place, rule in enumerate(rules):
        length, stage = rule.get("length") or {}, rule.get("stage")
        if "points" in length and not game.cube:
            wrong[f"{place}.length.points"] = [
                say("{game} has no cube: its matches are over a number of games", game=term(game.name))
            ]
        stages = stages_of(form)
        if stage is not None and stage not in stages:
            known = say("its stages are {stages}", stages=stages) if stages else say("it has no stages")
            wrong[f"{place}.stage"] = [
                say("{format} has no stage {stage}: {known}", format=term(form.name), stage=quoted(stage), known=known)
            ]
        if rule.get("from_end") is not None and form.plan is None:
            wrong[f"{place}.from_end"] = [
                say("{format} has no bracket: name the round by its number", format=term(form.name))
            ]
    if wrong:
        raise Invalid(wrong)
    return tuple(rules)
