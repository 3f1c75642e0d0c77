"""Opening the matches of a tournament's rounds: once each, however often it is asked."""

from collections.abc import Iterable

from core.eventlog.log import Log
from core.events import MatchOpened
from core.games import game_of
from core.tournament import Pairing, Round, Tournament
from core.tournament.handicap import start_score
from core.tournament.terms import terms_of


def open_paired_matches(
    log: Log, tournament: Tournament, by: str, at: int, rounds: Iterable[Round] | None = None
) -> list[str]:
    """Open the matches of these rounds (of all, if none are named) that have no log yet; the ids of those opened.

    `at` is Unix milliseconds. What is open already stays as it is, so this may be repeated after a crash.
    """
    playable = (
        (pairing.match, opening(tournament, round_, pairing))
        for round_ in (tournament.rounds if rounds is None else rounds)
        if not round_.draft
        for pairing in round_.pairings
        if not pairing.is_bye
    )
    return log.open_each(list(playable), by=by, at=at)


def opening(tournament: Tournament, round_: Round, pairing: Pairing) -> MatchOpened:
    """The opening of a match by a tournament: its players at their seats, everything else as announced."""
    created, terms = tournament.created, terms_of(tournament, round_, pairing)
    seats = dict(zip(game_of(created.game).seats, (pairing.white, pairing.black), strict=False))
    return MatchOpened(
        club=created.club,
        game=created.game,
        length=terms.length,
        players={seat: tournament.label_of(player) for seat, player in seats.items()},
        check=terms.check,
        stop=terms.stop,
        options=created.options,
        player_ids={seat: tournament.person_of(player) for seat, player in seats.items()},
        tournament=tournament.id,
        round=round_.number,
        start=start_score(tournament, pairing, terms.length),
    )
