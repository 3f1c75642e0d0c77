"""The rounds that players reached, in words: for a table that is ordered by `round_reached`."""

from collections.abc import Mapping, Sequence

from core.tournament.brackets.filling import FilledBracket, starter
from core.tournament.brackets.placement import places_of
from core.tournament.model.bracket_plan import LOSER, WINNER, Bracket, Source
from core.tournament.model.state import Tournament
from core.tournament.standings.standings import Standing
from service.translations.export_words import Language
from service.translations.round_titles import bracket_round_title

_FINAL, _LOWER, _MAIN = "final", "lower", "main"
_ASIDE = ("consolation", "last_chance")
CODE = "round_reached"


def reached_labels(tournament: Tournament, language: Language) -> Mapping[str, str]:
    """The round that each player reached, by player id:

    `Semi-finals`, `Winner`, `Group stage`; empty without known names.
    """
    form = tournament.format
    if form.reached is None or tournament.seed is None:
        return {}
    if form.plan is None:
        return _by_rounds(tournament, form.reached(tournament), language)
    plan = form.plan(tournament)
    filling = FilledBracket(plan, tournament, (form.entrant or starter)(tournament))
    brackets = {bracket.key: _came(bracket, filling, language) for bracket in plan.brackets}
    labels = dict.fromkeys(tournament.starters, _before(tournament, language))
    if form.staged.tables is not None:
        labels = dict.fromkeys(tournament.starters, language.name("stage_1"))
        for number, stage in enumerate(tournament.stages, 2):
            labels |= dict.fromkeys(stage.players, language.name(f"stage_{number}"))
    for key in (_MAIN, _LOWER, _FINAL):
        labels |= brackets.get(key, {})
    for bracket in plan.brackets:
        if places := places_of(bracket.key):
            labels |= _places(bracket, filling, places.first, language)
    for key in _ASIDE:
        aside = brackets.get(key, {})
        labels |= {player: f"{language.name(key)}: {word.lower()}" for player, word in aside.items()}
    return labels


def _before(tournament: Tournament, language: Language) -> str:
    """The word for players who were in no bracket."""
    form = tournament.format
    if form.table_stage is not None:
        return language.name(form.table_stage)
    return language.word("group_stage") if form.entrant else "–"


def aside_winners(tournament: Tournament) -> Mapping[str, str]:
    """The winner's player id by the key of a bracket beside the main one, such as the consolation."""
    form = tournament.format
    if form.plan is None or tournament.seed is None:
        return {}
    plan = form.plan(tournament)
    filling = FilledBracket(plan, tournament, (form.entrant or starter)(tournament))
    won = {bracket.key: _winner(bracket, filling) for bracket in plan.brackets if bracket.key in _ASIDE}
    return {key: player for key, player in won.items() if player}


def tells(labels: Mapping[str, str], lines: Sequence[Standing], place: int) -> bool:
    """True if the round reached, at this place of the tie-breaks, has names for all players here."""
    values = {line.tie_breaks[place].value for line in lines}
    return len(values) > 1 and len({labels.get(line.player_id) for line in lines}) > 1


def _came(bracket: Bracket, filling: FilledBracket, language: Language) -> dict[str, str]:
    """The last round of a bracket that each of its players came to; of the main ones its winner too."""
    aside = bracket.key in _ASIDE
    labels: dict[str, str] = {}
    for round_ in bracket.rounds:
        word = bracket_round_title(language, bracket.key, round_.name) if aside else language.name(round_.name)
        if round_.name == "reset":
            word = language.word("grand_final")
        for slot in round_.slots:
            labels |= {player: word for player in filling.fills[slot.key] if player}
    if winner := _winner(bracket, filling):
        labels[winner] = language.word("winner")
    return labels


def _places(bracket: Bracket, filling: FilledBracket, first: int, language: Language) -> dict[str, str]:
    """The two places that the last match of a bracket decided."""
    last = bracket.rounds[-1].slots[-1].key
    came = [filling.player_of(Source(kind, last)) for kind in (WINNER, LOSER)]
    return {player: language.word("place", place) for place, player in enumerate(came, first) if player}


def _winner(bracket: Bracket, filling: FilledBracket) -> str | None:
    """The winner of the last match of a bracket that is played at all."""
    *_, last = (slot for round_ in bracket.rounds for slot in round_.slots)
    before = bracket.rounds[0].slots[-1]
    deciding = before if last.only_if and not any(filling.fills[last.key]) else last
    return filling.player_of(Source(WINNER, deciding.key)) or None


def _by_rounds(tournament: Tournament, reached: Mapping[str, int], language: Language) -> dict[str, str]:
    """Without a bracket: the round in which a player was eliminated, or their current round."""
    ahead = [player for player, number in reached.items() if number > len(tournament.rounds)]
    still = language.word("winner" if tournament.status == "finished" and len(ahead) == 1 else "still_in")
    return {
        player: still if player in ahead else language.word("round", number) if number else "–"
        for player, number in reached.items()
    }
