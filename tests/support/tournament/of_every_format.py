"""Tournaments of every format for the tests of files: names that people have, results by seed, some undecided."""

import random
from collections.abc import Callable, Sequence

from core.errors import NotAllowed
from core.events import PlayerEntered, ResultDecided, TournamentCreated, TournamentStarted
from core.tournament import Tournament, opened
from core.tournament.decisions import pair, pair_round
from core.tournament.formats import FORMATS
from service.exports import Paper, paper
from tests.support.tournament.scenario import to_play, won
from tests.support.tournament.written_results import after

NAMES = (
    "Åsa Åkesson",
    "Örjan Ödmark",
    "Ängla Ärlig",
    "Wilhelmina von Schwerin-Mörner af Rosenborg-Gyllenstierna",
    "=cmd()|' /C calc'!A0",
    'Åke "Kungen" Nyström',
    "<script>alert(1)</script>",
    "محمد العربي",
    "Žofie Dvořáková",
    "+46 70 123",
    "https://example.org/",
    "Lü 呂布",
    "Siv & Söner",
    "-1",
    "@home",
    "W" * 60,
)
ENDING = "bearing_off"
"""The ending of each game, which is one of Swedish Tables."""
KEYS = tuple(format_.key for format_ in FORMATS)
KINDS = ("swiss", "groups_then_knockout", "double_elimination", "team_league")
"""One format of each kind: `make test` makes the files of these, and `make prove` those of all."""


def name(number: int) -> str:
    """The name of a player: one of `NAMES`, then again with a number."""
    return NAMES[number % len(NAMES)] + (f" {number // len(NAMES) + 1}" if number >= len(NAMES) else "")


def entered(form: str, count: int, names: Callable[[int], str] = name, **more: object) -> Tournament:
    """A tournament with so many entries; teams have two members each."""
    created = TournamentCreated("vasa", "Midsommar & <cup>", "swedish", {"games": 3}, form, **more)  # type: ignore[arg-type]
    tournament = opened("t_cup", created)
    teams = tournament.format.teams
    return after(
        tournament,
        [
            PlayerEntered(
                f"p{number}",
                names(number),
                rating=2000 - number,
                members=tuple((f"p{number}m{each}", f"{names(number)} {each}") for each in (1, 2)) if teams else None,
            )
            for number in range(count)
        ],
    )


def played(tournament: Tournament, seed: int = 1, most: int | None = None) -> Tournament:
    """The tournament after its start and so many results, some of them walkovers; rounds on command are paired."""
    lots, count = random.Random(seed), 0
    tournament = after(tournament, [TournamentStarted("midsummer", tournament.format.rules)])
    tournament = after(tournament, pair(tournament))
    while most is None or count < most:
        waiting = [pairing for pairing in to_play(tournament) if not pairing.is_bye]
        if not waiting:
            following = _next(tournament)
            if not following:
                break
            tournament = after(tournament, following)
            continue
        match, count = waiting[0], count + 1
        winner = lots.choice((match.white, match.black))
        event = won(match, winner, "2:1", f"{lots.randint(3, 9)}:{lots.randint(0, 2)}", ENDING)
        if lots.random() < 0.1:
            event = ResultDecided(match.match, "walkover", "ill", event.winner, {}, None, ())
        tournament = after(tournament, [event])
        tournament = after(tournament, pair(tournament))
    return tournament


def _next(tournament: Tournament) -> Sequence[object]:
    if not tournament.format.on_command or tournament.status == "finished":
        return ()
    try:
        return pair_round(tournament, None)
    except NotAllowed:
        return ()


def on_paper(tournament: Tournament, *, drafts: bool = False) -> Paper:
    """The source of files, without a log."""
    return paper(tournament, lambda: (), drafts=drafts)
