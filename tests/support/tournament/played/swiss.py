"""A Swiss played from a seed: results, no-shows, who leaves, who comes late; and rounds on command beside the rules."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from core.events import PairsAvoided, PlayerEntered, PlayerWithdrew, ResultDecided
from core.tournament import Tournament
from core.tournament.decisions import pair, pair_round
from core.tournament.formats.swiss import FORMAT
from tests.oracles.swiss import Before, Pairs
from tests.support.tournament.scenario import announced, begun, best, entries, reported, won
from tests.support.tournament.written_results import after, field

COUNTS = {"win": 1, "bye": 1}
SEVEN = ("anna", "bo", "cilla", "dag", "eva", "finn", "gun")


def paired_round(tournament: Tournament) -> tuple[Pairs, str | None]:
    last = tournament.rounds[-1]
    return [(pairing.white, pairing.black) for pairing in last.pairings], last.bye


def decided(match: str, kind: str, winner: str | None) -> ResultDecided:
    return ResultDecided(match, kind, "the referee", winner, {}, None, ())


class Organiser:
    """Plays a tournament from a seed: results, no-shows, who leaves and who comes late."""

    def __init__(self, seed: int, players: int, settings: dict[str, object], *, quiet: bool = False) -> None:
        self.chance = Random(seed)
        self.quiet = quiet
        groups = {entry: f"club {self.chance.randrange(1 + players // 3)}" for entry in field(players)}
        tournament = announced("swiss", settings)
        rows = entries(field(players), groups)
        if not quiet and players > 5:
            some = tuple(sorted(self.chance.sample(field(players), 2)))
            rows = [*rows, PairsAvoided((some,), hard=self.chance.random() < 0.5)]  # type: ignore[list-item]
        self.tournament = begun(tournament, rows)

    def play(self) -> None:
        """Give every match of the last round a result, in any order."""
        waiting = list(self.tournament.to_play)
        self.chance.shuffle(waiting)
        for each in waiting:
            if each.match in self.tournament.results:
                continue
            kind = "played" if self.quiet else self.chance.choice(["played"] * 12 + ["no_show", "double_no_show"])
            if kind == "played":
                self.tournament = after(self.tournament, [won(each, self.chance.choice([each.white, each.black]))])
            else:
                winner = None if kind == "double_no_show" else "white"
                self.tournament = after(self.tournament, [decided(each.match, kind, winner)])

    def people(self) -> None:
        """Between two rounds, or while one is played, a player may leave or come."""
        if self.quiet:
            return
        here = [starter for starter in self.tournament.starters if starter not in self.tournament.withdrawn]
        if len(here) > 4 and self.chance.random() < 0.15:
            self.tournament = after(self.tournament, [PlayerWithdrew(self.chance.choice(here))])
            self.tournament = after(self.tournament, pair(self.tournament))
        if self.chance.random() < 0.1 and FORMAT.late(self.tournament) is None:
            name = f"late{len(self.tournament.entries)}"
            self.tournament = after(self.tournament, [PlayerEntered(name, name)])

    def next(self) -> bool:
        """True if there is a further round, which is paired then."""
        if self.tournament.status == "finished":
            return False
        number, before = len(self.tournament.rounds) + 1, self.tournament
        found = FORMAT.next_round(before, before.seed or "")
        assert (found is None) == (FORMAT.impasse is not None and FORMAT.impasse(before) is not None)
        if found is None:
            return False
        assert found.round == number
        self.tournament = after(before, [found])
        return True


def check_round(tournament: Tournament) -> None:
    """The last round is legal, has at most one bye, and in a small field nothing legal is cheaper."""
    pairs, bye = paired_round(tournament)
    players = [player for pair in pairs for player in pair] + ([bye] if bye else [])
    before = Before(tournament, tournament.rounds[-1].number, players, COUNTS)
    assert before.legal(pairs, bye)
    if len(players) <= 8:
        assert before.cost(pairs, bye) == min(before.cost(*legal_round) for legal_round in before.legal_rounds())


def played_round(tournament: Tournament, order: tuple[str, ...] = (*SEVEN, "zeta")) -> Tournament:
    """After the results of the last round: who stands first in the order wins."""
    for pairing in tournament.to_play:
        tournament = reported(tournament, pairing, best(order)(pairing))
    return tournament


def seven(**settings: object) -> Tournament:
    """A started Swiss of Anna, Bo, Cilla, Dag, Eva, Finn and Gun."""
    return begun(announced("swiss", settings), entries(SEVEN))


def on(tournament: Tournament) -> Tournament:
    """After the results of the last round, the better seed winning, and the pairing of the next."""
    tournament = played_round(tournament)
    return after(tournament, pair_round(tournament))


def lines(tournament: Tournament) -> list[str]:
    """The rounds as the page of the format writes them."""
    return [
        f"round {round_.number}: "
        + ", ".join(
            f"{tournament.name_of(pairing.white)}–{tournament.name_of(pairing.black)}" for pairing in round_.pairings
        )
        + (f"; bye {tournament.name_of(round_.bye)}" if round_.bye else "")
        for round_ in tournament.rounds
    ]


def check_new_round(before: Tournament, now: Tournament) -> None:
    """A round on command: one more, every player who is still in, once, and no meeting or rest against the rules."""
    if now.format.teams:
        _check_new_meetings(before, now)
        return
    if any(pairing.slot for pairing in now.rounds[-1].pairings):
        return  # the brackets after a cut: `check_brackets` looks at them
    assert len(now.rounds) == len(before.rounds) + 1
    last, number = now.rounds[-1], len(now.rounds)
    pairs = [(pairing.white, pairing.black) for pairing in last.pairings]
    inside = Counter(player for pair in pairs for player in pair) + Counter([last.bye] if last.bye else [])
    here = set(now.starters) - now.withdrawn
    if now.format.key in ("swiss", "swiss_then_knockout"):
        assert inside == Counter(here)
        rules = Before(before, number, here, {"win": 1, "bye": 1})
        assert before.resolved.get(number) == "rematch" or rules.legal(pairs, last.bye)
    if now.format.key == "elimination_by_losses":
        lost = _lost(before)
        lost.subtract(before.format.again.bought(before))
        left = {player for player in here if lost[player] < (before.created.settings or {})["losses"]}
        leading = [player for player in left if lost[player] == min(lost[each] for each in left)]
        waits = (
            set(leading) if (before.created.settings or {})["finalist"] and len(leading) == 1 < len(left) - 1 else set()
        )
        assert inside == Counter(left - waits)


def _check_new_meetings(before: Tournament, now: Tournament) -> None:
    """A round of teams: every team that is still in meets one other or sits out, and none a team that it met."""
    met = [set(_meetings(now, round_.number)) for round_ in now.rounds]
    last, number = now.rounds[-1], len(now.rounds)
    assert number == len(before.rounds) + 1
    inside = [team for pair in met[-1] for team in pair] + ([last.bye] if last.bye else [])
    assert Counter(inside) == Counter(set(now.starters) - now.withdrawn)
    if before.resolved.get(number) != "rematch":
        assert not any(met[-1] & each for each in met[:-1])
        assert last.bye is None or last.bye not in [round_.bye for round_ in now.rounds[:-1]]


def _meetings(state: Tournament, number: int) -> Iterator[frozenset[str]]:
    """The two teams at the boards of each meeting of a round. A team without a single player is not seen."""
    team_of = {player: entry.player for entry in state.entries for player in entry.people}
    found: dict[str, set[str]] = {}
    for each in state.round(number).pairings:
        found.setdefault(each.slot.split("/")[0], set()).update(team_of[player] for player in each[1:3] if player)
    return (frozenset(each) for each in found.values())


def _lost(state: Tournament) -> Counter[str]:
    """The number of losses of every player; a late player has lost each missed round."""
    lost: Counter[str] = Counter()
    for round_ in state.rounds:
        there = {player for pairing in round_.pairings for player in pairing[1:3]} | {round_.bye}
        lost.update(
            entry.player for entry in state.entries if round_.number <= (entry.late or 0) and entry.player not in there
        )
        for pairing in round_.pairings:
            if pairing.match in state.results:
                winner = state.results[pairing.match].winner
                lost.update(
                    player for seat, player in zip(("white", "black"), pairing[1:3], strict=True) if seat != winner
                )
    return lost
