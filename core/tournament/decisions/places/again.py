"""Second chances of players who are out: a new entry, or a forgiven loss. The format says who may (`Format.again`)."""

from collections.abc import Mapping
from itertools import count

from core.errors import NotAllowed
from core.events import (
    BuyBackTakenBack,
    Event,
    PairingsVoided,
    PlayerBoughtBack,
    PlayerReentered,
    ReentryTakenBack,
)
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.model.state import OPEN
from core.tournament.model.values import Entry, Pairing


def re_enter(tournament: Tournament, player_id: str, entry_id: str, reason: str = "") -> list[Event]:
    """Enter a player who is out once more, as the entry `entry_id`, which has a fresh place.

    Raises `NotFound` for one who never entered, and `NotAllowed` where the format or the announcement has no re-entry
    for them now.
    """
    entry = tournament.entry(player_id)
    if why := _not_now(tournament, entry) or no_re_entry(tournament, player_id):
        raise NotAllowed(why)
    lost = tournament.format.again.lost_in(tournament, player_id)
    event = PlayerReentered(
        player_id, entry_id, entry.person, _next_name(tournament, entry), lost, entry.rating, entry.group, reason
    )
    return [event, *pair(after(tournament, [event]))]


def take_re_entry_back(tournament: Tournament, entry_id: str, reason: str = "") -> list[Event]:
    """Take a new entry back that was a mistake: its place is empty again, and the player is out as before.

    Whether a match that falls with it has begun is not asked here. Raises `NotFound`, and `NotAllowed` once it has a
    result, or another player entered after it.
    """
    entry = tournament.entry(entry_id)
    if why := _not_now(tournament, entry) or _stays(tournament, entry):
        raise NotAllowed(why)
    assert entry.lost_in is not None, "others stay"
    event = ReentryTakenBack(entry.lost_in.entry, entry_id, reason)
    events = [event, *pair(after(tournament, [event]))]
    fallen = [match for each in events if isinstance(each, PairingsVoided) for match in each.matches]
    if played := next((pairing for pairing in map(tournament.match, fallen) if _has_result(tournament, pairing)), None):
        white, black = (tournament.name_of(player) for player in played[1:3])
        raise NotAllowed(
            say("the match between {white} and {black} has a result, and would fall", white=white, black=black)
        )
    return events


def _stays(tournament: Tournament, entry: Entry) -> str | None:
    """The reason why an entry cannot be taken back, if so."""
    if entry.lost_in is None:
        return say("{name} is not the new entry of a player who was out", name=entry.name)
    if any(_has_result(tournament, match) for match in tournament.matches if entry.player in match[1:3]):
        return say("{name} has a result: take the player out instead", name=entry.name)
    if tournament.starters[-1] != entry.player:
        later = tournament.name_of(tournament.starters[-1])
        return say("{later} entered after {name}: take {name} out instead", later=later, name=entry.name)
    return None


def _has_result(tournament: Tournament, match: Pairing) -> bool:
    """True if a match against an opponent has a result, or one that waits to be confirmed."""
    return not match.is_bye and (match.match in tournament.results or match.match in tournament.reported)


def buy_back(tournament: Tournament, player_id: str, reason: str = "") -> list[Event]:
    """Forgive one lost match to a player who is out, so that they play on. Raises as `re_enter`."""
    entry = tournament.entry(player_id)
    if why := _not_now(tournament, entry) or no_buy_back(tournament, player_id):
        raise NotAllowed(why)
    event = PlayerBoughtBack(player_id, tournament.rounds[-1].number, reason)
    return [event, *pair(after(tournament, [event]))]


def take_buy_back_back(tournament: Tournament, player_id: str, reason: str = "") -> list[Event]:
    """Take a buy-back back, as long as no round was paired after it. Raises `NotFound`, `NotAllowed`."""
    entry = tournament.entry(player_id)
    if not entry.bought:
        raise NotAllowed(say("{name} has not bought back", name=entry.name))
    if tournament.ended:
        raise NotAllowed(say("{created_name} was ended: no player comes back", created_name=tournament.created.name))
    if entry.bought[-1] != tournament.rounds[-1].number:
        number = tournament.rounds[-1].number
        raise NotAllowed(
            say("round {number} is paired with {name}: take the player out instead", number=number, name=entry.name)
        )
    event = BuyBackTakenBack(player_id, entry.bought[-1], reason)
    return [event, *pair(after(tournament, [event]))]


def second_chances(tournament: Tournament) -> Mapping[str, str]:
    """The players who may have a second chance now, by id: a `re_entry`, a `buy_back`, or one to be taken back.

    That is the `undo` of a buy-back, or the `re_entry_undo` of a new entry.
    """
    if tournament.seed is None or tournament.ended:
        return {}
    last = tournament.rounds[-1].number if tournament.rounds else 0
    found: dict[str, str] = {}
    for entry in tournament.entries:
        if _not_now(tournament, entry):
            continue
        if entry.bought[-1:] == (last,):
            found[entry.player] = "undo"
        elif _stays(tournament, entry) is None:
            found[entry.player] = "re_entry_undo"
        elif no_re_entry(tournament, entry.player) is None:
            found[entry.player] = "re_entry"
        elif no_buy_back(tournament, entry.player) is None:
            found[entry.player] = "buy_back"
    return found


def no_re_entry(tournament: Tournament, player_id: str) -> str | None:
    """The reason why a player cannot enter again now, if so."""
    return tournament.format.again.re_entry(tournament, player_id)


def no_buy_back(tournament: Tournament, player_id: str) -> str | None:
    """The reason why a player cannot buy a life back now, if so."""
    return tournament.format.again.buy_back(tournament, player_id)


def _not_now(tournament: Tournament, entry: Entry) -> str | None:
    """The reason why no player has a second chance now, or not this one, in whatever format."""
    name = tournament.created.name
    if tournament.status == OPEN:
        return say("{created_name} has not started: no player is out", created_name=name)
    if tournament.ended:
        return say("{created_name} was ended: no player comes back", created_name=name)
    if entry.withdrawn or entry.player not in tournament.starters:
        return say("{name} has left: take that back first", name=entry.name)
    return None


def _next_name(tournament: Tournament, entry: Entry) -> str:
    """The name of a further entry of a player, such as `Anna (2)`."""
    first = next((each.name for each in tournament.entries if each.player == entry.person), entry.name)
    taken = {each.name for each in tournament.entries}
    return next(name for number in count(2) if (name := f"{first} ({number})") not in taken)
