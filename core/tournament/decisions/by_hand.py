"""A round paired by the director instead of by the format."""

from collections import Counter
from collections.abc import Sequence

from core.errors import Malformed, Refused
from core.events import Event, PairingsVoided, RoundPublished
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.decisions.rounds import unbegun
from core.tournament.state import Round, paired

Pairs = Sequence[tuple[str, str]]


def pair_by_hand(
    tournament: Tournament, number: int, pairs: Pairs, bye: str | None, reason: str, *, force: bool = False
) -> list[Event]:
    """Pair a round that nobody has begun as the director says, white first; matches that stay as they are, stay.

    Everybody of the round is paired once, or sits out; who came late may be in it, who has left is not. Raises
    `Malformed` naming everybody who is not right, `Unknown`, and `Refused`: as `unpair`, and without `force` naming
    every pair that met before or is to be kept apart, and a second bye.
    """
    round_ = unbegun(tournament, number, "paired")
    _everybody_once(tournament, round_, pairs, bye)
    if not pairs and bye is None:
        raise Refused(f"everybody of round {number} has left: take the round back, there is nobody to pair")
    if not force and (warnings := _warnings(tournament, round_, pairs, bye)):
        raise Refused(f'{"; ".join(warnings)}. To pair them all the same, send "force": true')
    wanted = list(pairs)
    kept = [each for each in round_.pairings if each[1:3] in wanted]
    new = [row for row in wanted if row not in [each[1:3] for each in kept]]
    gone = tuple(each.match for each in round_.pairings if each not in kept)
    if not new and not gone and bye == round_.bye:
        return []
    events: list[Event] = [PairingsVoided(number, gone, reason, bye=round_.bye is not None and bye != round_.bye)]
    state = after(tournament, events)
    events.append(paired(state, new, bye, number=number, stage=round_.stage or None))
    if after(tournament, events).round(number).draft and not round_.draft:
        events.append(RoundPublished(number))  # nothing of it was kept, so it began as a draft again
    return [*events, *pair(after(tournament, events))]


def _everybody_once(tournament: Tournament, round_: Round, pairs: Pairs, bye: str | None) -> None:
    paired_before = {player for each in tournament.matches for player in (each.white, each.black)}
    paired_before |= {each.bye for each in tournament.rounds if each.bye}
    inside = {player for each in round_.pairings for player in (each.white, each.black)} | {round_.bye or ""}
    new = {entry.player for entry in tournament.field} - paired_before
    allowed = (inside | new) - tournament.withdrawn - {""}
    said = {f"pairs.{place}.{seat}": player for place, row in enumerate(pairs) for seat, player in enumerate(row)}
    said |= {"bye": bye} if bye is not None else {}
    times = Counter(said.values())
    problems = {}
    for path, player in said.items():
        if player not in allowed:
            problems[path] = [f"{tournament.entry(player).name} is not in this round, or has withdrawn"]
        elif times[player] > 1:
            problems[path] = [f"{tournament.entry(player).name} is named {times[player]} times: everybody plays once"]
    missing = [tournament.entry(player).name for player in sorted(inside & allowed - times.keys())]
    if missing:
        problems["pairs"] = [f"missing: {', '.join(missing)}"]
    if problems:
        raise Malformed(problems)


def _warnings(tournament: Tournament, round_: Round, pairs: Pairs, bye: str | None) -> list[str]:
    earlier = [each for each in tournament.rounds if each.number < round_.number]
    met = {frozenset(one[1:3]): each.number for each in earlier for one in each.pairings}
    warnings = []
    for white, black in pairs:
        names = f"{tournament.entry(white).name} and {tournament.entry(black).name}"
        if (when := met.get(frozenset((white, black)))) is not None:
            warnings.append(f"{names} met in round {when}")
        hard = tournament.avoided.get((min(white, black), max(white, black)))
        if hard is not None:
            warnings.append(f"{names} {'must not' if hard else 'should not'} meet")
    if bye is not None and (times := [each.number for each in earlier if each.bye == bye]):
        warnings.append(f"{tournament.entry(bye).name} sat out round {times[-1]} already")
    return warnings
