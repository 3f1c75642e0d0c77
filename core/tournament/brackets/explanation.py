"""The reason why two meet in a bracket, in words for people: their seeds, or the slots that they come from."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.messages import say, sentences, term
from core.tournament.brackets.filling import FilledBracket, starter
from core.tournament.brackets.placement import place_of, places_of
from core.tournament.brackets.round_names import BRACKET_WORDS, named_round
from core.tournament.brackets.separation import SOFT
from core.tournament.model.bracket_plan import BYE, LOSER, PLACE, SEED, Plan, PlanRound, Slot, Source, seat_source
from core.tournament.model.explanation import BracketWhy, FilledSeat
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import Exchange, Pairing, Round


class Title(NamedTuple):
    """A round of one match in words: within a sentence, with its article, and at the beginning of a sentence."""

    short: str
    definite: str
    first: str


_NAMES = {
    "final": Title(term("final"), say("the final"), say("Final")),
    "semi_final": Title(term("semi-final"), say("the semi-final"), say("Semi-final")),
    "quarter_final": Title(term("quarter-final"), say("the quarter-final"), say("Quarter-final")),
    "play_off": Title(say("play-off"), say("the play-off"), say("Play-off")),
    "bronze": Title(say("match for bronze"), say("the match for bronze"), say("Match for bronze")),
    "grand_final": Title(say("grand final"), say("the grand final"), say("Grand final")),
    "reset": Title(say("second grand final"), say("the second grand final"), say("Second grand final")),
    "main_final": Title(
        say("final of the main bracket"), say("the final of the main bracket"), say("Final of the main bracket")
    ),
    "lower_final": Title(
        say("final of the lower bracket"), say("the final of the lower bracket"), say("Final of the lower bracket")
    ),
    "consolation_final": Title(
        say("final of the consolation"), say("the final of the consolation"), say("Final of the consolation")
    ),
    "last_chance_final": Title(
        say("final of the last chance"), say("the final of the last chance"), say("Final of the last chance")
    ),
}
_CROSSED = say("The losers of a round enter crossed, so that those who have met do not meet again soon.")


def round_title(name: str) -> str:
    """A round of a plan in words.

    >>> round_title("semi_final"), round_title("round_of_16"), round_title("lower_2")
    ('semi-final', 'round of 16', 'round 2 of the lower bracket')
    """
    return _round(name).short


def slot_title(round_: PlanRound, slot: Slot) -> Title:
    """A slot in words: its round, and its place if the round has more than one."""
    title, place = _round(round_.name), round_.slots.index(slot) + 1
    if len(round_.slots) == 1:
        return title
    if round_.name in _NAMES:
        numbered = say("{round} {place}", round=title.short, place=place)
        return Title(numbered, numbered, say("{round} {place}", round=title.first, place=place))
    which = title.definite
    text = say("match {place} of {round}", place=place, round=which)
    return Title(text, text, say("Match {place} of {round}", place=place, round=which))


def _round(name: str) -> Title:
    """A round; one that has no article within a sentence has none behind `of` either, but a round of 16 has."""
    if name in _NAMES:
        return _NAMES[name]
    if of_places := _of_places(name):
        return of_places
    bracket, _, number = name.rpartition("_")
    first = _first(name)
    if bracket in BRACKET_WORDS:
        title = say("round {number} of {bracket}", number=number, bracket=BRACKET_WORDS[bracket])
        return Title(title, title, first)
    if bracket == "round_of":
        players = int(number)
        return Title(
            say("round of {players}", players=players),
            say("the round of {players}", players=players),
            first,
        )
    words = name.replace("_", " ")
    return Title(words, words, first)


def _first(name: str) -> str:
    """The name of a round at the beginning of a sentence; its key in words, if it has none."""
    words = name.replace("_", " ")
    return named_round(name) or words[:1].upper() + words[1:]


def _of_places(name: str) -> Title | None:
    """A round of a bracket for places, or the match for one of them."""
    if place := place_of(name):
        return Title(
            say("match for place {place}", place=place),
            say("the match for place {place}", place=place),
            _first(name),
        )
    if place_range := places_of(name):
        values = {"number": place_range.round, "first": place_range.first, "last": place_range.last}
        title = say("round {number} of places {first} to {last}", **values)
        return Title(title, title, _first(name))
    return None


def exchange_sentences(tournament: Tournament) -> list[tuple[Exchange, str]]:
    """The exchanges in the draw of a bracket, in the order in which they were made, each with its reason."""
    plan = tournament.format.plan
    if plan is None or not tournament.draw.exchanges:
        return []
    rounds = [_round(round_.name).definite for round_ in plan(tournament).brackets[0].rounds]
    return [(exchange, _exchange(tournament, exchange, rounds)) for exchange in tournament.draw.exchanges]


def _exchange(tournament: Tournament, exchange: Exchange, rounds: Sequence[str]) -> str:
    player, other = (tournament.entry(each).name for each in (exchange.player, exchange.other))
    if not exchange.apart_from:
        return say(
            "{player} and {other} changed places, so that players who are to be kept apart meet later.",
            player=player,
            other=other,
        )
    apart_from = tournament.entry(exchange.apart_from)
    return say(
        "{player} and {other} changed places: {player} and {mate}, both of {club}, could have met in {before}, and "
        "then in {after}.",
        player=player,
        other=other,
        mate=apart_from.name,
        club=apart_from.group or "",
        before=rounds[exchange.before - 1],
        after=rounds[exchange.after - 1],
    )


def explain_bracket(tournament: Tournament, round_: Round) -> Mapping[str, BracketWhy]:
    """The reason of each match of a round that fills a slot."""
    form = tournament.format
    if form.plan is None:
        return {}
    slots = _Slots(tournament, form.plan(tournament))
    return {pairing.match: slots.of(pairing) for pairing in round_.pairings if pairing.slot in slots.places}


class _Slots:
    """The slots of a plan and their titles."""

    def __init__(self, tournament: Tournament, plan: Plan) -> None:
        self._tournament = tournament
        entrant = (tournament.format.entrant or starter)(tournament)
        self._filling = FilledBracket(plan, tournament, entrant)
        self._is_draw = tournament.format.entrant is None  # otherwise seeds come from a stage before
        drawn = tournament.draw.seeds
        self._drawn = frozenset() if drawn is None else frozenset(tournament.draw.seeding[drawn:])
        self._exchanges = exchange_sentences(tournament)
        self.places = {slot.key: (round_, slot) for _, round_ in plan.rounds() for slot in round_.slots}

    def _title(self, slot: str) -> Title:
        return slot_title(*self.places[slot])

    def _the(self, slot: str) -> str:
        """The title with its article, if it takes one."""
        title, round_ = self._title(slot), self.places[slot][0]
        is_named = round_.name in _NAMES or place_of(round_.name)
        return title.definite if len(round_.slots) == 1 and is_named else title.short

    def of(self, pairing: Pairing) -> BracketWhy:
        """The reason why these two fill the slot."""
        round_, slot = self.places[pairing.slot]
        seats = [(source, self._filling.player_of(source)) for source in (slot.white, slot.black)]
        text = [self._met(self._title(slot.key).first, seats)]
        if slot.only_if:
            won = self._the(slot.only_if)
            text.append(say("It is played because the winner of the lower bracket won {match}.", match=won))
        elif _is_crossed(round_) and LOSER in [source.kind for source, _ in seats]:
            text.append(_CROSSED)
        text += self._kept_apart([player for source, player in seats if source.kind == SEED and player])
        filled = tuple(FilledSeat(player or None, seat_source(source)) for source, player in seats)
        return BracketWhy(sentences(text), slot.key, filled)

    def _kept_apart(self, players: Sequence[str]) -> list[str]:
        """The exchanges by which players of a first match came to their places, and why two of a club meet in it."""
        text = [
            sentence
            for exchange, sentence in self._exchanges
            if exchange.player in players or exchange.other in players
        ]
        clubs = [self._tournament.entry(player).group for player in players]
        alike = self._is_draw and len(clubs) == 2 and clubs[0] and clubs[0] == clubs[1]
        if alike and settings_of(self._tournament).avoid == SOFT:
            text.append(
                say("Both are of {club}, and no exchange keeps the players of a club apart for longer.", club=clubs[0])
            )
        return text

    def _name(self, player_id: str) -> str:
        return self._tournament.entry(player_id).name

    def _met(self, slot: str, seats: Sequence[tuple[Source, str | None]]) -> str:
        """The players of a slot and where they come from, or the reason of a bye."""
        there = [
            say("{player}, {source}", player=self._name(player), source=self._whence(source, player))
            for source, player in seats
            if player
        ]
        missing = next((source for source, player in seats if not player), None)
        if missing is None:
            return say("{slot}: {one}, against {other}.", slot=slot, one=there[0], other=there[1])
        if not there:
            return say("{slot}: no player has a bye: {reason}.", slot=slot, reason=self._missing(missing))
        return say("{slot}: {one}, has a bye: {reason}.", slot=slot, one=there[0], reason=self._missing(missing))

    def _whence(self, source: Source, player_id: str) -> str:
        if source.kind == SEED and self._is_draw:
            if any(player_id in (exchange.player, exchange.other) for exchange in self._tournament.draw.exchanges):
                return say("placed as number {number}", number=source.of)
            if player_id in self._drawn:
                return say("drawn as number {number}", number=source.of)
        if source.kind == SEED:
            return say("seed {number}", number=source.of)
        if source.kind == PLACE:
            place = str(source.of)
            if not place.isdecimal():
                return place
            if self._tournament.format.table_stage is None:
                return say("place {place} of the table", place=place)
            return say("place {place} of the Swiss", place=place)
        if source.kind == LOSER:
            return say("loser of {match}", match=self._the(str(source.of)))
        return say("winner of {match}", match=self._the(str(source.of)))

    def _missing(self, source: Source) -> str:
        """The reason why a place is empty."""
        if source.kind == SEED and self._is_draw and int(source.of) <= len(self._tournament.starters):
            return say("the loss before the entry of seed {number} was corrected", number=source.of)
        if source.kind == SEED or (source.kind == BYE and source.of):
            return say("there is no seed {number}", number=source.of)
        if source.kind == PLACE:
            return say("no player is left for the place of {place}", place=source.of)
        if source.kind == BYE:
            return say("an odd number comes together in this round")
        if source.kind == LOSER and self._entered_again(str(source.of)):
            return say("the loser of {match} has entered again", match=self._the(str(source.of)))
        return say("{match} sent no player on", match=self._the(str(source.of)))

    def _entered_again(self, slot: str) -> bool:
        """True if the loser of a slot has entered again."""
        gone = self._tournament.format.again.gone_on(self._tournament)
        return any(player in gone for match in self._tournament.matches if match.slot == slot for player in match[1:3])


def _is_crossed(round_: PlanRound) -> bool:
    """Losers enter a round of several matches in which they meet others than each other."""
    sources = [source for slot in round_.slots for source in (slot.white, slot.black) if source.kind != BYE]
    fed = {(source.kind, str(source.of).rpartition(".")[0]) for source in sources}
    return len(round_.slots) > 1 and len(fed) > 1 and LOSER in {kind for kind, _ in fed}
