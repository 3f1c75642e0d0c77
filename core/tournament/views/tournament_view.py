"""Views of a tournament and of its matches, as values. `schemas.views.tournaments` gives their JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.games import game_of
from core.tournament.amendment_text import amendment_sentences
from core.tournament.model.byes import Resting, resting
from core.tournament.model.match_status import status_of
from core.tournament.model.reasons import with_reason
from core.tournament.model.state import Amendment, Tournament, seed_order
from core.tournament.model.values import Entry, Exchange, Member, Pairing, Result, RoundTime, with_team
from core.tournament.standings.scoring import scoring_of
from core.tournament.terms import Rule


class Player(NamedTuple):
    """A player, a team or a team's member, by the name on the lists of the tournament; `team` is a member's."""

    id: str
    name: str
    team: str | None = None

    @property
    def label(self) -> str:
        """The name as people read it."""
        return with_team(self.name, self.team)


Players = Mapping[str, Player | None]
"""The players of a match by their seats; `None` at an empty seat."""


@dataclass(frozen=True)
class PairedMatch:
    """A match of a round, and its result once that counts."""

    round: int
    id: str
    seats: Players
    slot: str
    table: str | None
    status: str
    result: Result | None


@dataclass(frozen=True)
class MatchOfTournament(PairedMatch):
    """A match with the version of the tournament that it is of."""

    tournament: str
    version: int


class PairedRound(NamedTuple):
    """A round with its matches. `bye` is the player who sits it out, `requested_byes` are those who asked for it.

    `time` is when it starts and ends, if that was set.
    """

    round: int
    stage: str
    draft: bool
    bye: str | None
    requested_byes: tuple[Resting, ...]
    matches: tuple[PairedMatch, ...]
    time: RoundTime | None = None


class AmendmentView(NamedTuple):
    """A change of how it is played, after so many rounds were paired: a sentence for each field that is another one."""

    version: int
    after_round: int
    changed: tuple[str, ...]
    sentences: tuple[str, ...]
    reason: str


class SeedOrder(NamedTuple):
    """The order of the entries, best first; `seed` is that of the lots they were drawn with.

    `seeded` is the number of those in front who were seeded, where the others were drawn. `exchanges` are
    those in the draw of a bracket, `words` those that were said for the draw.
    """

    method: str
    seed: str | None
    players: Sequence[str]
    seeded: int | None = None
    exchanges: Sequence[Exchange] = ()
    words: Sequence[str] = ()


class TournamentView(NamedTuple):
    """A tournament as announced, its entries, and every round with the results of its matches."""

    id: str
    version: int
    status: str
    club: str
    name: str
    game: str
    length: Mapping[str, int]
    format: str
    tie_breaks: Sequence[str]
    check: str
    stop: str
    options: Mapping[str, Any]
    published: bool
    called_off: str | None
    seed: str | None
    settings: Mapping[str, Any]
    scoring: Mapping[str, int]
    terms: Sequence[Rule]
    check_in: bool
    drafts: bool
    confirm: bool
    time_up: str | None
    handicap: Mapping[str, Any] | None
    details: Mapping[str, Any]
    advice: Sequence[str]
    amendments: Sequence[AmendmentView]
    seeding: SeedOrder
    entries: tuple[Entry, ...]
    alternates: tuple[Member, ...]
    rounds: tuple[PairedRound, ...]


def tournament_view(tournament: Tournament) -> TournamentView:
    """The view of a tournament as it stands."""
    created = tournament.created
    return TournamentView(
        id=tournament.id,
        version=tournament.version,
        status=tournament.status,
        club=created.club,
        name=created.name,
        game=created.game,
        length=created.length,
        format=created.format,
        tie_breaks=tournament.tie_breaks,
        check=created.check,
        stop=created.stop,
        options=created.options,
        published=created.published,
        called_off=tournament.called_off,
        seed=tournament.seed,
        settings=created.settings or {},
        scoring=scoring_of(tournament),
        terms=created.terms or (),
        check_in=bool(created.check_in),
        drafts=bool(created.drafts),
        confirm=bool(created.confirm),
        time_up=created.time_up,
        handicap=created.handicap or None,
        details=created.details or {},
        advice=tuple(tournament.format.advice(tournament)),
        amendments=tuple(map(_amendment, tournament.amended)),
        seeding=_seed_order(tournament),
        entries=tournament.entries,
        alternates=tournament.alternates,
        rounds=paired_rounds(tournament),
    )


def paired_rounds(tournament: Tournament) -> tuple[PairedRound, ...]:
    """The view of every round."""
    people = _people(tournament)
    return tuple(
        PairedRound(
            round_.number,
            round_.stage,
            round_.draft,
            round_.bye,
            tuple(one for one in resting(tournament, round_) if one.kind != "bye"),
            tuple(match_view(tournament, round_.number, pairing, people) for pairing in round_.pairings),
            tournament.times.get(round_.number),
        )
        for round_ in tournament.rounds
    )


def match_view(
    tournament: Tournament, number: int, pairing: Pairing, people: Mapping[str, Player] | None = None
) -> PairedMatch:
    """The view of a match of the round of that number; `people` has its players by id, if they are known."""
    return PairedMatch(
        number,
        pairing.match,
        players_of(tournament, pairing, people),
        pairing.slot,
        tournament.seated.get(pairing.match),
        status_of(tournament, pairing.match),
        with_reason(tournament.results.get(pairing.match), tournament.name_of),
    )


def match_of_tournament(tournament: Tournament, match_id: str) -> MatchOfTournament:
    """The view of a match that counts, with the tournament's version. Raises `NotFound`."""
    pairing = tournament.match(match_id)
    round_ = next(each for each in tournament.rounds if pairing in each.pairings)
    match = match_view(tournament, round_.number, pairing)
    return MatchOfTournament(**vars(match), tournament=tournament.id, version=tournament.version)


def players_of(tournament: Tournament, pairing: Pairing, people: Mapping[str, Player] | None = None) -> Players:
    """The players of a pairing by their seats."""
    white, black = game_of(tournament.created.game).seats[:2]
    return {
        white: player_view(tournament, pairing.white, people),
        black: player_view(tournament, pairing.black, people),
    }


def player_view(
    tournament: Tournament, player_id: str | None, people: Mapping[str, Player] | None = None
) -> Player | None:
    """A player with the name on the lists; `None` for an empty seat."""
    if not player_id:
        return None
    if people is not None:
        return people[player_id]
    return Player(player_id, tournament.name_of(player_id), tournament.team_of(player_id))


def _people(tournament: Tournament) -> dict[str, Player]:
    """All players, teams and members by their ids."""
    members = {
        player: Player(player, name, entry.name) for entry in tournament.entries for player, name in entry.members
    }
    return members | {entry.player: Player(entry.player, entry.name) for entry in tournament.entries}


def _amendment(amendment: Amendment) -> AmendmentView:
    changed = amendment.changed
    sentences = tuple(amendment_sentences(changed))
    return AmendmentView(amendment.version, amendment.rounds, tuple(changed), sentences, amendment.reason)


def _seed_order(tournament: Tournament) -> SeedOrder:
    """The order of the seeds as it is, or as it would be if the tournament started now, and how it came about."""
    seeded = tournament.draw.seeded
    players = seed_order(tournament) if tournament.seed is None else tournament.starters
    method, seed = (seeded.method, seeded.seed) if seeded else ("entry", None)
    return SeedOrder(method, seed, players, tournament.draw.seeds, tournament.draw.exchanges, tournament.draw.words)
