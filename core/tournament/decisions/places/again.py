"""Second chances of players who are out: a new entry, or a forgiven loss. The format says who may (`Format.again`)."""

from collections.abc import Mapping
from itertools import count

from core.errors import NotAllowed
from core.events import BuyBackTakenBack, Event, PlayerBoughtBack, PlayerReentered
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.model.state import OPEN
from core.tournament.model.values import Entry


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
    """The players who may have a second chance now, by id: a `re_entry`, a `buy_back`, or an `undo` of the latter."""
    if tournament.seed is None or tournament.ended:
        return {}
    last = tournament.rounds[-1].number if tournament.rounds else 0
    found: dict[str, str] = {}
    for entry in tournament.entries:
        if _not_now(tournament, entry):
            continue
        if entry.bought[-1:] == (last,):
            found[entry.player] = "undo"
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
