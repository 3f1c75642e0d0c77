"""The brackets of players who qualified by chosen rules: the plan, the player of each seed, the rounds reached, why."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.messages import say, sentences
from core.tournament.advancement import FIRST_RULES
from core.tournament.advancement.brackets import (
    CONSOLATION,
    MAIN,
    Side,
    both_sides,
    explain_after,
    rounds_reached,
    share_third,
)
from core.tournament.advancement.crossover import Place, crossing, places_in_bracket
from core.tournament.advancement.play_off import plan_behind
from core.tournament.brackets.below import below_of
from core.tournament.brackets.filling import FilledBracket
from core.tournament.groups.comparison import Compared
from core.tournament.groups.draw import Groups
from core.tournament.groups.qualification import LETTERS, Qualification
from core.tournament.model.bracket_plan import Entrant, Plan
from core.tournament.model.explanation import Explanations
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import NO_PLAYER, Across, AcrossRow, Round


def qualified_plan(tournament: Tournament, found: Qualification, groups: Groups, before: int, settings: Any) -> Plan:
    """The play-off, if there is one, and the brackets after `before` rounds in groups.

    Until the groups are over, the seats of a bracket by letters show the places of the groups that come there.
    """
    by_letters = not found.complete and settings.seeds_by == LETTERS
    seats = _seats(found, groups, settings, tournament.rules) if by_letters else ()
    others = found.others if settings.consolation else 0
    return plan_behind(
        tournament,
        before,
        found.play_off,
        lambda first: both_sides(
            Side(found.entrants, seats),
            Side(others, before=places_in_bracket(found.entrants)),
            first,
            below_of(settings),
        ),
    )


def _seats(found: Qualification, groups: Groups, settings: Any, rules: int) -> tuple[str, ...]:
    """The places of groups whose seeds are known before the groups are over.

    The best of the next place may change the order of all places but the first.
    """
    names = list(groups)
    rows = [
        [Place(group, place) for group, name in enumerate(names) if place < len(groups[name])]
        for place in range(1 if settings.next_best and rules != FIRST_RULES else settings.advance)
    ]
    there = [row for row in rows if row]
    seeds = crossing(there, more=found.entrants - sum(map(len, there)), rules=rules)
    return tuple(f"{names[seed.group]}{seed.place + 1}" for seed in seeds)


def qualified_entrant(found: Qualification) -> Entrant:
    """The player of a seed, or of a place in the play-off."""
    behind = places_in_bracket(found.entrants)

    def player(of: int | str) -> str | None:
        if isinstance(of, str):
            return found.level.get(of)
        if of <= found.entrants:
            return found.seeds[of - 1] if found.known else None
        if behind < of <= behind + found.others:
            return found.behind[of - behind - 1] if found.known else None
        return NO_PLAYER

    return player


def qualified_reached(tournament: Tournament, plan: Plan, found: Qualification) -> dict[str, int]:
    """The rank of the round reached: in the knock-out, then in the consolation, then in the group."""
    if not found.known:
        return {}
    order: dict[str, int] = {}
    for players in found.places.values():
        on = [player for player in players if player in found.seeds]
        order |= {player: place for place, player in enumerate([*on, *(each for each in players if each not in on)], 1)}
    order.pop(NO_PLAYER, None)
    came = rounds_reached(
        plan, FilledBracket(plan, tournament, qualified_entrant(found)), order, found.seeds, share_third(tournament)
    )
    return dict.fromkeys(tournament.starters, 0) | came


def qualified_across(tournament: Tournament, found: Qualification) -> tuple[Across, ...]:
    """The comparisons of the players in one place of all groups, once all groups are over."""
    inside = frozenset(found.seeds)
    return tuple(
        Across(
            row[0].place,
            tuple(
                AcrossRow(
                    cell.player,
                    tournament.entry(cell.player).name,
                    cell.group,
                    cell.matches,
                    cell.points,
                    cell.game_difference,
                    cell.point_difference,
                    cell.shared,
                    cell.player in inside,
                )
                for cell in row
            ),
        )
        for row in found.rows
    )


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
def explain_qualified(tournament: Tournament, found: Qualification, round_: Round) -> Explanations:
    """Of each match of a round after the groups whence its players came, and in its first round what they won there."""
    explanations = dict(explain_after(tournament, round_, found.drawn))
    sums = {cell.player: cell for row in found.rows for cell in row}
    place = {
        player: f"{name}{number}"
        for name, players in found.places.items()
        for number, player in enumerate(players, 1)
        if player
    }
    first = (f"{MAIN}.1.", *([f"{CONSOLATION}.1."] if settings_of(tournament).consolation else []))
    for pairing in round_.pairings:
        if pairing.match in explanations and pairing.slot.startswith(first):
            why = explanations[pairing.match]
            places = [_came(tournament, each, place, sums) for each in (pairing.white, pairing.black) if each in place]
            explanations[pairing.match] = replace(why, text=sentences((why.text, *places)))
    return explanations


def _came(tournament: Tournament, player_id: str, place: Mapping[str, str], sums: Mapping[str, Compared]) -> str:
    name = tournament.entry(player_id).name
    if player_id not in sums:
        return say("{player} is {place}.", player=name, place=place[player_id])
    each = sums[player_id]
    text = say(
        "{player} is {place} (matches {matches}, points {points}, game difference {games}, point difference {score}).",
        player=name,
        place=place[player_id],
        matches=each.matches,
        points=each.points,
        games=each.game_difference,
        score=each.point_difference,
    )
    lots = say("Others won as much per match as {player}, and lots were drawn.", player=name)
    return sentences((text, lots)) if each.shared else text
