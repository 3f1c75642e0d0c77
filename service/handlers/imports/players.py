"""Players of another program's file: looked at against the club's list and the entries, then entered as looked at."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from core.club.similar_names import SimilarNames
from core.errors import Invalid, NotAllowed
from core.imports import ImportedFile, ImportedPlayer, WrongLine
from core.messages import say
from core.tournament.model.state import OPEN
from core.tournament.views.tournament_view import TournamentView
from schemas.requests.entries import LAST_SEED
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.execute import organiser
from service.handlers.imports.confirmation import PreviewChanged, confirmed, digest_of
from service.handlers.registration import entry_list
from service.handlers.registration.entry_list import CHOOSE, NEW, NEW_PLAYER, UNCLEAR, WRITTEN, EntryLine, LineOutcome
from service.handlers.request import Request
from service.handlers.tournament.entries import entries

LEAVE, LEFT_OUT = "leave", "left_out"
"""The choice to leave a line out, and what such a line becomes."""
Choices = Mapping[int, str]
"""By line: the id of the player who is meant, `NEW_PLAYER` or `LEAVE`."""


class PlayerRow(NamedTuple):
    """A player of a file, and what the line becomes: a state of `entry_list`, or `LEFT_OUT`.

    `double` is the line before that may be the same person, 0 without one.
    """

    player: ImportedPlayer
    state: str
    outcome: LineOutcome
    double: int = 0

    @property
    def is_written(self) -> bool:
        """True if the player is entered."""
        return self.state in WRITTEN

    @property
    def is_unclear(self) -> bool:
        """True if nothing can be written while this line is in the file as it is."""
        return self.state in UNCLEAR


class PlayersPreview(NamedTuple):
    """Preview of the players of a file. `wrong` are lines that name no player and are not left out.

    `keeps_seeds`: every player who is entered has a seed of the file, and there are no other entries. `digest` stands
    for exactly this preview.
    """

    tournament: str
    version: int
    file: ImportedFile
    rows: tuple[PlayerRow, ...]
    wrong: tuple[WrongLine, ...]
    keeps_seeds: bool
    digest: str

    @property
    def entered(self) -> int:
        """The number of players who would be entered."""
        return sum(row.is_written for row in self.rows)

    @property
    def new(self) -> int:
        """The number of those whom the club's list does not have yet."""
        return sum(row.state == NEW for row in self.rows)

    @property
    def unclear(self) -> int:
        """The number of lines that wait for a decision."""
        return sum(row.is_unclear for row in self.rows) + len(self.wrong)


def preview(
    deps: Dependencies, principal: Principal | None, tournament_id: str, file: ImportedFile, choices: Choices
) -> PlayersPreview:
    """Preview of the players of a file as things stand. Nothing is written.

    Raises `Invalid` for choices of lines that the file does not have, `NotAllowed` where teams enter.
    """
    organiser(deps, principal, tournament_id)
    state = deps.repository.tournament(tournament_id)
    if state.format.teams:
        raise NotAllowed(say("teams enter here, and the file has players: enter the teams by a list"))
    _ensure_lines(file, choices)
    left = {line for line, choice in choices.items() if choice == LEAVE}
    taken = [player for player in file.players if player.line not in left]
    looked = entry_list.look(
        deps, principal, tournament_id, [_line(imported_player, choices) for imported_player in taken], widely=True
    )
    outcomes = {line_outcome.line.number: line_outcome for line_outcome in looked}
    rows = tuple(_doubles(file, outcomes, choices))
    seeds = [row.outcome.line.seed for row in rows if row.is_written]
    keeps_seeds = state.status == OPEN and not state.field and all(seeds) and len(set(seeds)) == len(seeds) > 0
    wrong = tuple(wrong_player for wrong_player in file.wrong_players if wrong_player.line not in left)
    players_preview = PlayersPreview(tournament_id, state.version, file, rows, wrong, keeps_seeds, "")
    return players_preview._replace(digest=_digest(players_preview))


def enter(request: Request, tournament_id: str, file: ImportedFile, choices: Choices, digest: str) -> TournamentView:
    """Enter the players as that preview had it; the same again writes nothing and answers the same.

    Raises `Invalid` naming every line that is wrong or waits for a choice, and `NotAllowed` if the file would become
    something else now.
    """
    request = confirmed(request, digest)
    if request.previous_result(tournament_id):
        return entries.enter(request, tournament_id, [])
    players_preview = preview(request.deps, request.principal, tournament_id, file, choices)
    if problems := _problems(players_preview):
        raise Invalid(problems)
    if players_preview.digest != digest:
        raise PreviewChanged
    if not players_preview.entered:
        raise NotAllowed(say("no player of the file would be entered: they have entered already, or are left out"))
    rows = []
    for each in players_preview.rows:
        if each.is_written:
            row = each.outcome.row
            rows.append(row if players_preview.keeps_seeds else {**row, "seed": None})
    request = replace(request, expected=players_preview.version)
    return entries.enter(request, tournament_id, rows, register=True)


def _line(player: ImportedPlayer, choices: Choices) -> EntryLine:
    seed = player.seed if player.seed.isdecimal() and 0 < int(player.seed) <= LAST_SEED else ""
    choice = choices.get(player.line, "")
    return EntryLine(
        player.line, player.name, player.rating, player.club, seed, choice, federation_id=player.federation_id
    )


def _doubles(file: ImportedFile, outcomes: Mapping[int, LineOutcome], choices: Choices) -> list[PlayerRow]:
    """The rows of a file; of two new players who may be one person the second waits for a choice."""
    before, rows = SimilarNames(), []
    for player in file.players:
        outcome = outcomes.get(player.line)
        if outcome is None:
            rows.append(PlayerRow(player, LEFT_OUT, LineOutcome(_line(player, choices), LEFT_OUT)))
            continue
        double = outcome.double
        if outcome.state == NEW and not double:
            double = next((int(each) for each in before.like(outcome.line.name)), 0)
            before.add(str(player.line), outcome.line.name)
        unsure = outcome.state == NEW and double and choices.get(player.line) != NEW_PLAYER
        named = player._replace(name=outcome.line.name) if outcome.state == NEW else player
        rows.append(PlayerRow(named, CHOOSE if unsure else outcome.state, outcome, double))
    return rows


def _ensure_lines(file: ImportedFile, choices: Choices) -> None:
    known = {player.line for player in file.players} | {wrong_player.line for wrong_player in file.wrong_players}
    if unknown := sorted(set(choices) - known):
        raise Invalid({"choices": [say("the file has no player at line {lines}", lines=unknown)]})


def _problems(found: PlayersPreview) -> dict[str, list[str]]:
    problems = {f"lines.{wrong_line.line}": list(wrong_line.messages) for wrong_line in found.wrong}
    for row in found.rows:
        if row.state == CHOOSE:
            names = [choice.name for choice in row.outcome.choices]
            if names:
                message = say("choose who is meant: {names}, or a new player", names=names)
            else:
                message = say(
                    "it may be the same person as line {line}: say that it is a new player, or leave it out",
                    line=row.double,
                )
            problems[f"lines.{row.player.line}"] = [message]
        elif row.is_unclear:
            problems[f"lines.{row.player.line}"] = list(row.outcome.wrong)
    return problems


def _digest(found: PlayersPreview) -> str:
    rows = [
        (row.player.line, row.state, row.outcome.player and row.outcome.player.player, *row.outcome.line[1:5])
        for row in found.rows
    ]
    wrong = [wrong_line.line for wrong_line in found.wrong]
    return digest_of([found.tournament, found.version, found.keeps_seeds, rows, wrong])
