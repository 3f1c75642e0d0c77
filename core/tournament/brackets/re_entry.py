"""Re-entry into a bracket: a player who lost early takes a place with a bye as the next seed (SE14)."""

from collections.abc import Mapping

from core.games import game_of
from core.messages import say
from core.tournament.brackets.late_entry import room_for_late
from core.tournament.model.memoize import memoized
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import Entry

_MAIN = "main"
_room = memoized(room_for_late)


def lapsed(tournament: Tournament) -> frozenset[str]:
    """The re-entries that do not count: the match before them is not lost any more, or not there."""
    entries = _re_entries(tournament)
    if not entries:
        return frozenset()
    lost = _lost(tournament)
    return frozenset(
        entry.player
        for entry in entries
        if entry.lost_in is not None and lost.get(entry.lost_in.entry) != entry.lost_in.slot
    )


def gone_on(tournament: Tournament) -> frozenset[str]:
    """The entries of players who entered again: they are in no bracket for losers."""
    off = lapsed(tournament)
    entries = _re_entries(tournament)
    return frozenset(entry.lost_in.entry for entry in entries if entry.lost_in is not None and entry.player not in off)


def lost_in(tournament: Tournament, player_id: str) -> str:
    """The slot of the main bracket in which an entry lost; empty if it did not."""
    return _lost(tournament).get(player_id, "")


def no_re_entry(tournament: Tournament, player_id: str) -> str | None:
    """The reason why a player cannot enter again now, if so."""
    settings, entry = settings_of(tournament), tournament.entry(player_id)
    if not settings.re_entries:
        return say("{created_name} was announced without re-entries", created_name=tournament.created.name)
    if later := next((re_entry for re_entry in _re_entries(tournament) if _is_of(re_entry, player_id)), None):
        return say("{name} has entered again as {later}", name=entry.name, later=later.name)
    slot = lost_in(tournament, player_id)
    if not slot:
        return say("{name} has not lost in the main bracket", name=entry.name)
    before = sum(re_entry.again_of == entry.person for re_entry in _re_entries(tournament))
    if before >= settings.re_entries:
        return say("{name} has entered again as often as was announced: {count}", name=entry.name, count=before)
    if int(slot.split(".")[1]) > settings.re_entry_until:
        last = settings.re_entry_until
        return say("only who lost in a round of the main bracket up to round {last} enters again", last=last)
    if _has_played_below(tournament, player_id):
        return say("{name} has played on in a bracket for losers", name=entry.name)
    return _room(tournament)


def _re_entries(tournament: Tournament) -> list[Entry]:
    return [entry for entry in tournament.entries if entry.lost_in is not None]


def _is_of(entry: Entry, player_id: str) -> bool:
    return entry.lost_in is not None and entry.lost_in.entry == player_id


@memoized
def _lost(tournament: Tournament) -> Mapping[str, str]:
    """The slot of the main bracket in which each player lost."""
    white, found = game_of(tournament.created.game).seats[0], dict[str, str]()
    for each in tournament.matches:
        result = tournament.results.get(each.match)
        if result is not None and not each.is_bye and each.slot.startswith(f"{_MAIN}."):
            losers = each[1:3] if result.winner is None else (each.black if result.winner == white else each.white,)
            found |= dict.fromkeys(losers, each.slot)
    return found


def _has_played_below(tournament: Tournament, player_id: str) -> bool:
    known = {**tournament.reported, **tournament.results}
    return any(
        match.match in known and not match.is_bye and not match.slot.startswith(f"{_MAIN}.")
        for match in tournament.matches
        if player_id in (match.white, match.black)
    )
