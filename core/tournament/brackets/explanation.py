"""Why two meet in a bracket, in words for people: their seeds, or the slots that they come from."""

from collections.abc import Mapping
from typing import Any

from core.tournament.brackets.filling import FilledBracket, starter
from core.tournament.model.bracket_plan import BYE, LOSER, PLACE, SEED, Plan, PlanRound, Slot, Source
from core.tournament.model.state import Tournament
from core.tournament.model.values import Pairing, Round

Json = dict[str, Any]
_NAMES = {
    "final": "final", "semi_final": "semi-final", "quarter_final": "quarter-final", "bronze": "match for bronze",
    "grand_final": "grand final", "reset": "second grand final",
}  # fmt: skip
_BRACKETS = {"lower": "the lower bracket", "consolation": "the consolation", "last_chance": "the last chance"}
_CROSSED = "The losers of a round enter crossed, so that those who have met do not meet again soon."


def round_title(name: str) -> str:
    """A round of a plan in words.

    >>> round_title("semi_final"), round_title("round_of_16"), round_title("lower_2")
    ('semi-final', 'round of 16', 'round 2 of the lower bracket')
    """
    if name in _NAMES:
        return _NAMES[name]
    bracket, _, number = name.rpartition("_")
    return f"round {number} of {_BRACKETS[bracket]}" if bracket in _BRACKETS else name.replace("_", " ")


def slot_title(round_: PlanRound, slot: Slot) -> str:
    """A slot in words: its round, and its place if the round has more than one."""
    title, place = round_title(round_.name), round_.slots.index(slot) + 1
    if len(round_.slots) == 1:
        return title
    if round_.name in _NAMES:
        return f"{title} {place}"
    return f"match {place} of {'the ' * round_.name.startswith('round_of')}{title}"


def explain_bracket(tournament: Tournament, round_: Round) -> Mapping[str, Json]:
    """Of each match of a round that fills a slot: `text`, the `slot`, and of each seat whence its player comes."""
    form = tournament.format
    if form.plan is None:
        return {}
    story = _Story(tournament, form.plan(tournament))
    return {each.match: story.of(each) for each in round_.pairings if each.slot in story.places}


class _Story:
    """The slots of a plan and their titles."""

    def __init__(self, tournament: Tournament, plan: Plan) -> None:
        self._tournament = tournament
        entrant = (tournament.format.entrant or starter)(tournament)
        self._filling = FilledBracket(plan, tournament, entrant)
        self._has_grand_final = any(bracket.key == "final" for bracket in plan.brackets)
        self.places = {slot.key: (round_, slot) for _, round_ in plan.rounds() for slot in round_.slots}

    def _title(self, slot: str) -> str:
        title = slot_title(*self.places[slot])
        return "final of the main bracket" if title == "final" and self._has_grand_final else title

    def _the(self, slot: str) -> str:
        """The title with its article, if it takes one."""
        round_ = self.places[slot][0]
        return f"{'the ' * (len(round_.slots) == 1 and round_.name in _NAMES)}{self._title(slot)}"

    def of(self, pairing: Pairing) -> Json:
        """Why these two fill the slot."""
        round_, slot = self.places[pairing.slot]
        seats = [(source, self._filling.player_of(source)) for source in (slot.white, slot.black)]
        there = [f"{self._name(player)}, {self._whence(source)}," for source, player in seats if player]
        missing = next((source for source, player in seats if not player), None)
        text = f"{self._title(slot.key)}: {there[0] if there else 'nobody'}"
        if missing is None:
            text += f" against {there[1][:-1]}."
        else:
            text += f" has a bye: {self._missing(missing)}."
        if slot.only_if:
            text += f" It is played because the winner of the lower bracket won {self._the(slot.only_if)}."
        elif _is_crossed(round_) and LOSER in [source.kind for source, _ in seats]:
            text += f" {_CROSSED}"
        return {
            "text": text[0].upper() + text[1:],
            "slot": slot.key,
            "seats": [
                {
                    "player": player or None,
                    "from": {"kind": source.kind, "of": None if source.kind == BYE else source.of},
                }
                for source, player in seats
            ],
        }

    def _name(self, player_id: str) -> str:
        return self._tournament.entry(player_id).name

    def _whence(self, source: Source) -> str:
        if source.kind == SEED:
            return f"seed {source.of}"
        if source.kind == PLACE:
            return str(source.of)
        return f"{source.kind} of {self._the(str(source.of))}"

    def _missing(self, source: Source) -> str:
        """The reason why a place is empty."""
        if source.kind == SEED:
            return f"there is no seed {source.of}"
        if source.kind == PLACE:
            return f"nobody is left for the place of {source.of}"
        if source.kind == BYE:
            return "an odd number comes together in this round"
        return f"{self._the(str(source.of))} sent nobody on"


def _is_crossed(round_: PlanRound) -> bool:
    """Losers enter a round of several matches in which they meet others than each other."""
    sources = [source for slot in round_.slots for source in (slot.white, slot.black) if source.kind != BYE]
    fed = {(source.kind, str(source.of).rpartition(".")[0]) for source in sources}
    return len(round_.slots) > 1 and len(fed) > 1 and LOSER in {kind for kind, _ in fed}
