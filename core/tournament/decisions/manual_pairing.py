"""A round paired by the director instead of by the format."""

from collections import Counter
from collections.abc import Sequence

from core.errors import Invalid, NotAllowed
from core.events import Event, PairingsVoided, RoundPublished
from core.messages import one_after_another, say, term, together
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.decisions.rounds import unbegun
from core.tournament.model.new_round import new_round
from core.tournament.model.values import Round

Pairs = Sequence[tuple[str, str]]


def pair_by_hand(
    tournament: Tournament, number: int, pairs: Pairs, bye: str | None, reason: str, *, force: bool = False
) -> list[Event]:
    """Pair a round by hand that has not begun, white first. Unchanged matches stay.

    Every player of the round is paired once, or sits out. Late players may be in it, withdrawn players are not. Raises
    `Invalid` naming every wrong player, `NotFound`, and `NotAllowed`: as `unpair`, and without `force` naming every
    pair that met before or is to be kept apart, and a second bye.
    """
    round_ = unbegun(tournament, number, term("paired"))
    if tournament.format.teams:
        raise NotAllowed(
            say(
                "teams meet as {form_name} pairs them: line a team up anew instead",
                form_name=term(tournament.format.name),
            )
        )
    _everybody_once(tournament, round_, pairs, bye)
    if not pairs and bye is None:
        raise NotAllowed(
            say(
                "all players of round {number} have left: take the round back, there is no player to pair",
                number=number,
            )
        )
    if not force and (warnings := pairing_warnings(tournament, round_, pairs, bye)):
        met = one_after_another(warnings)
        raise NotAllowed(say('{warnings}. To pair them all the same, send "force": true', warnings=met))
    wanted = list(pairs)
    unchanged = [pairing for pairing in round_.pairings if pairing[1:3] in wanted]
    new = [row for row in wanted if row not in [pairing[1:3] for pairing in unchanged]]
    voided = tuple(pairing.match for pairing in round_.pairings if pairing not in unchanged)
    if not new and not voided and bye == round_.bye:
        return []
    rests = round_.bye is not None and bye != round_.bye
    instead: list[tuple[str, ...]] = [pairing[1:3] for pairing in round_.pairings if pairing.match in voided]
    instead += [(round_.bye,)] if round_.bye and rests else []
    events: list[Event] = [PairingsVoided(number, voided, reason, bye=rests, by_format=tuple(instead))]
    state = after(tournament, events)
    events.append(new_round(state, new, bye, number=number, stage=round_.stage or None))
    if after(tournament, events).round(number).draft and not round_.draft:
        events.append(RoundPublished(number))  # nothing of it was kept, so it began as a draft again
    return [*events, *pair(after(tournament, events))]


def _everybody_once(tournament: Tournament, round_: Round, pairs: Pairs, bye: str | None) -> None:
    paired_before = {player for match in tournament.matches for player in (match.white, match.black)}
    paired_before |= {each.bye for each in tournament.rounds if each.bye}
    inside = {player for pairing in round_.pairings for player in (pairing.white, pairing.black)} | {round_.bye or ""}
    new = {entry.player for entry in tournament.field} - paired_before
    allowed = (inside | new) - tournament.withdrawn - {""}
    by_field = {f"pairs.{place}.{seat}": player for place, row in enumerate(pairs) for seat, player in enumerate(row)}
    by_field |= {"bye": bye} if bye is not None else {}
    times = Counter(by_field.values())
    problems = {}
    for path, player in by_field.items():
        if player not in allowed:
            problems[path] = [
                say("{entry_name} is not in this round, or has withdrawn", entry_name=tournament.entry(player).name)
            ]
        elif times[player] > 1:
            problems[path] = [
                say(
                    "{entry_name} is named {times} times: everybody plays once",
                    entry_name=tournament.entry(player).name,
                    times=times[player],
                )
            ]
    missing = [tournament.entry(player).name for player in sorted(inside & allowed - times.keys())]
    if missing:
        problems["pairs"] = [say("missing: {missing}", missing=missing)]
    if problems:
        raise Invalid(problems)


def pairing_warnings(tournament: Tournament, round_: Round, pairs: Pairs, bye: str | None) -> list[str]:
    """The pairs of a round that met before or are to be kept apart, and a second bye, a sentence each."""
    earlier = [each for each in tournament.rounds if each.number < round_.number]
    met = {frozenset(pairing[1:3]): each.number for each in earlier for pairing in each.pairings}
    warnings = []
    for white, black in pairs:
        names = together([tournament.entry(white).name, tournament.entry(black).name])
        if (when := met.get(frozenset((white, black)))) is not None:
            warnings.append(say("{names} met in round {when}", names=names, when=when))
        hard = tournament.avoided.get((min(white, black), max(white, black)))
        if hard is not None:
            warnings.append(
                say("{names} {hard} meet", names=names, hard=say("must not") if hard else say("should not"))
            )
    if bye is not None and (times := [each.number for each in earlier if each.bye == bye]):
        warnings.append(
            say("{entry_name} sat out round {times} already", entry_name=tournament.entry(bye).name, times=times[-1])
        )
    return warnings
