"""Elimination by losses: a player is out after a number of lost matches; one player is left (EL1–EL14)."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from core.errors import Invalid
from core.events import RoundPaired
from core.games import game_of
from core.messages import say
from core.tournament.model.explanation import Explanations
from core.tournament.model.impasse import Impasse
from core.tournament.model.memoize import memoized
from core.tournament.model.new_round import new_round
from core.tournament.model.optional.again import Again
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Pairing, Round
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import WORDS, sentence_of
from core.tournament.swiss.costs import Costs
from core.tournament.swiss.explanation import LOSSES, explained
from core.tournament.swiss.feasibility import alternatives, can_be_paired
from core.tournament.swiss.pairing import couples, swiss_round
from core.tournament.swiss.round_input import (
    AVOID,
    FOLD,
    NONE,
    PAIRING,
    RoundInput,
    field_of,
    past,
    present,
    sitting,
)

MOST_LOSSES, MOST_BUY_BACKS, LAST_BUY_BACK = 9, 3, 9


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of an elimination by losses."""

    losses: int = field(
        default=3,
        metadata={
            "choices": tuple(range(1, MOST_LOSSES + 1)),
            "sentence": WORDS["losses"].sentence,
        },
    )
    finalist: bool = field(
        default=True,
        metadata={
            "sentence": WORDS["finalist"].sentence,
        },
    )
    pairing: str = field(default=FOLD, metadata=PAIRING)
    avoid: str = field(default=NONE, metadata=AVOID)
    seeded: int = field(default=0, metadata=SEEDED)
    buy_backs: int = field(
        default=0,
        metadata={
            "if_chosen": True,
            "choices": tuple(range(MOST_BUY_BACKS + 1)),
            "sentence": sentence_of("buy_backs", "EL14"),
        },
    )
    buy_back_until: int = field(
        default=0,
        metadata={
            "if_chosen": True,
            "choices": tuple(range(LAST_BUY_BACK + 1)),
            "sentence": say("EL14: a life is bought back after a round up to this one. 0: after any."),
        },
    )

    def __post_init__(self) -> None:
        """Raises `Invalid` for a last round of buy-backs where there are none."""
        if self.buy_back_until and not self.buy_backs:
            raise Invalid({"buy_back_until": [say("no life is bought back: set `buy_backs` as well")]})


def losses(tournament: Tournament, number: int) -> dict[str, int]:
    """Matches that each player had lost before the round `number`, without those that a buy-back forgave (EL14)."""
    lost = _every_loss(tournament, number)
    for player, count in bought(tournament, number).items():
        lost[player] -= count
    return lost


def bought(tournament: Tournament, number: int | None = None) -> dict[str, int]:
    """The buy-backs of each player, before the round `number` or in all, that count.

    One after a round in which the player was not out counts no more: a loss before it was corrected.
    """
    most, found = settings_of(tournament).losses, dict[str, int]()
    for entry in tournament.entries:
        for round_ in entry.bought:
            lost = _every_loss(tournament, round_ + 1)[entry.player] - found.get(entry.player, 0)
            if lost >= most and (number is None or round_ < number):
                found[entry.player] = found.get(entry.player, 0) + 1
    return found


_COUNTED = memoized(lambda _tournament: dict[int, dict[str, int]]())


def _every_loss(tournament: Tournament, number: int) -> dict[str, int]:
    """Matches that each player had lost before the round `number`. A late player has lost each missed round."""
    counted = _COUNTED(tournament)
    if number not in counted:
        counted[number] = _count_losses(tournament, number)
    return dict(counted[number])


def _count_losses(tournament: Tournament, number: int) -> dict[str, int]:
    white = game_of(tournament.created.game).seats[0]
    lost = dict.fromkeys(tournament.starters, 0)
    late = {entry.player: entry.late for entry in tournament.entries if entry.late and entry.player in lost}
    for round_ in (each for each in tournament.rounds if each.number < number):
        there = sitting(round_)
        for player, rounds in late.items():
            lost[player] += round_.number <= rounds and player not in there
        for pairing in round_.pairings:
            result = tournament.results.get(pairing.match)
            if result is not None:
                lost[pairing.white] += result.winner != white
                lost[pairing.black] += result.winner in (white, None)
    return lost


def still_in(tournament: Tournament, number: int, players: Collection[str]) -> list[str]:
    """The players who had not lost too often before the round `number`."""
    lost, most = losses(tournament, number), settings_of(tournament).losses
    return [player for player in players if lost[player] < most]


def playing(tournament: Tournament, number: int, players: Collection[str]) -> list[str]:
    """The players who are paired for the round `number`: all remaining ones except the first finalist."""
    inside, lost = still_in(tournament, number, players), losses(tournament, number)
    return _without_finalist(inside, lost) if settings_of(tournament).finalist else inside


def _without_finalist(inside: list[str], lost: Mapping[str, int]) -> list[str]:
    """Without the one player who alone has lost the fewest, while there are at least two others."""
    fewest = min((lost[each] for each in inside), default=0)
    leading = [each for each in inside if lost[each] == fewest]
    return [each for each in inside if each not in leading] if len(leading) == 1 and len(inside) > 2 else inside


def rounds_to_pair(tournament: Tournament, coin: Callable[[], bool]) -> Iterator[int]:
    """The matches of each round that is not paired yet, if chance decides them and those that are played.

    Players who have lost as often as each other meet. Of an odd number one of those who have lost least sits out.
    """
    settings, players = settings_of(tournament), present(tournament)
    lost = losses(tournament, len(tournament.rounds) + 1)
    for pairing in tournament.to_play:
        lost[pairing.white if coin() else pairing.black] += 1
    standing = sorted((lost[player] for player in players if lost[player] < settings.losses), reverse=True)
    for _ in range(settings.losses * len(players)):
        finalist = settings.finalist and len(standing) > 2 and standing[-1] < standing[-2]
        matches = (len(standing) - finalist) // 2
        if not matches:
            return
        later = standing[2 * matches :]
        for one, other in zip(standing[: 2 * matches : 2], standing[1 : 2 * matches : 2], strict=True):
            later += (one, other + 1) if coin() else (one + 1, other)
        standing = sorted((each for each in later if each < settings.losses), reverse=True)
        yield matches


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The round of least cost; `None` while results are missing, and once one player is left."""
    number = len(tournament.rounds) + 1
    players = playing(tournament, number, present(tournament))
    if tournament.to_play or len(players) < 2:
        return None
    costs = Costs(_field(tournament, number, players))
    found = couples(costs)
    return None if found is None else new_round(tournament, *swiss_round(costs.field, found))


def is_over(tournament: Tournament) -> bool:
    """True if at most one player is left and no match waits for a result."""
    if not tournament.rounds or tournament.to_play:
        return False
    return len(still_in(tournament, len(tournament.rounds) + 1, present(tournament))) < 2


def late(tournament: Tournament) -> str | None:
    """No late entry for a player who would be out at once."""
    missed, most = len(tournament.rounds), settings_of(tournament).losses
    return (
        None
        if missed < most
        else say("a missed round counts as lost, and after {most} of them a player is out", most=most)
    )


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The last round, while nothing of it is played, if by the results before it others should play it."""
    last = tournament.rounds[-1] if tournament.rounds else None
    begun = tournament.results.keys() | tournament.reported.keys()
    if last is None or any(pairing.match in begun for pairing in last.pairings):
        return ()
    there, came_late = sitting(last), {entry.player for entry in tournament.entries if (entry.late or 0) >= last.number}
    players = [each for each in (*present(tournament), *tournament.withdrawn) if each not in came_late]
    withdrawn = tournament.withdrawn - there
    should = playing(tournament, last.number, [player for player in dict.fromkeys(players) if player not in withdrawn])
    return () if set(should) == there - came_late else last.pairings


def reached(tournament: Tournament) -> Mapping[str, int]:
    """The round in which a player was eliminated. Remaining players are ahead of all of these.

    A withdrawn player has reached the last round in which they were paired. At the end the winner is ahead of all.
    """
    most, rounds = settings_of(tournament).losses, len(tournament.rounds)
    far = dict.fromkeys(tournament.starters, rounds + 1)
    for player in tournament.withdrawn & far.keys():
        far[player] = max((round_.number for round_ in tournament.rounds if player in sitting(round_)), default=0)
    out = set(tournament.starters)
    for number in range(rounds + 1, 1, -1):
        lost = losses(tournament, number)
        out = {player for player in out if lost[player] >= most}  # for good: who bought back is in again
        far |= dict.fromkeys(out, number - 1)
    return far


def lost_by_both(tournament: Tournament) -> Mapping[str, int]:
    """The second place for the last players, if all were out in the same round and no winner is left (EL11)."""
    came = reached(tournament)
    furthest = max(came.values(), default=0)
    is_won = not is_over(tournament) or furthest > len(tournament.rounds)
    return {} if is_won else {player: 2 for player, number in came.items() if number == furthest}


def no_buy_back(tournament: Tournament, player_id: str) -> str | None:
    """The reason why a player cannot buy a life back now, if so (EL14)."""
    settings, number = settings_of(tournament), len(tournament.rounds)
    name, before = tournament.entry(player_id).name, bought(tournament).get(player_id, 0)
    if not settings.buy_backs:
        return say("{created_name} was announced without buy-backs", created_name=tournament.created.name)
    if losses(tournament, number + 1)[player_id] < settings.losses:
        return say("{name} is not out", name=name)
    if before >= settings.buy_backs:
        return say("{name} has bought back as often as was announced: {count}", name=name, count=before)
    if not number or player_id not in sitting(tournament.rounds[-1]):
        return say(
            "{name} is not in round {number}: a life is bought back before the next round is paired",
            name=name,
            number=number,
        )
    if settings.buy_back_until and number > settings.buy_back_until:
        last = settings.buy_back_until
        return say("a life is bought back after round {last} at the latest", last=last)
    return None


def impasse(tournament: Tournament) -> Impasse | None:
    """The next round, if those who are left may not meet."""
    number = len(tournament.rounds) + 1
    players = playing(tournament, number, present(tournament))
    if tournament.to_play or len(players) < 2 or can_be_paired(Costs(_field(tournament, number, players))):
        return None
    why = say(
        "round {number} cannot be paired: two who are to be kept apart would meet, however the {players} are paired",
        number=number,
        players=len(players),
    )
    return alternatives(tournament, why, number, None, relaxed=False)


def _field(tournament: Tournament, number: int, players: Collection[str]) -> RoundInput:
    settings, lost = settings_of(tournament), losses(tournament, number)
    standing = {
        player: player_history._replace(score=-lost[player], floats=(0, 0))
        for player, player_history in past(tournament, number).items()
    }
    return field_of(tournament, number, standing, players, order=settings.pairing, apart=settings.avoid, relaxed=True)


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The reason of each match of a round, and of the bye: from what was known before it."""
    return explained(tournament, round_, _field(tournament, round_.number, sitting(round_)), LOSSES)


FORMAT: Format = Format(
    key="elimination_by_losses",
    name="Elimination by losses",
    rule=say("All play in every round until they have lost a set number of matches, against others who lost as many."),
    default_tie_breaks=("round_reached", "wins", "buchholz", "game_difference"),
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    on_command=True,
    late_entry=True,
    walkovers=True,
    reached=reached,
    lost_by_both=lost_by_both,
    stale=stale,
    explain=explain,
    late=late,
    impasse=impasse,
    rounds_to_pair=rounds_to_pair,
    again=Again(buy_back=no_buy_back, bought=bought),
    still_in=lambda tournament: still_in(tournament, len(tournament.rounds) + 1, tournament.starters),
)
