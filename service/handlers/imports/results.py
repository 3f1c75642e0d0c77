"""Results of another program's file: looked at against the matches of a tournament, then written in one step."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.club.similar_names import words_of
from core.errors import Invalid, NotAllowed, NotFound
from core.events import Event
from core.imports import ImportedFile, WrongLine
from core.imports.match_results import LEFT, WRITTEN, Options, ResultsPlan, plan_results
from core.match import judging
from core.match.state import Match
from core.messages import say
from core.tournament import Tournament
from core.tournament.match_opening import opening
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.imports.confirmation import PreviewChanged, confirmed, digest_of
from service.handlers.request import Request
from service.handlers.tournament.round_results import is_begun
from service.store.read_models.match_snapshots import match_snapshots

Choices = Mapping[int, str]
"""By line: `leave`, and nothing else."""
_LEAVE = "leave"


class ResultsPreview(NamedTuple):
    """Preview of the results of a file. `wrong` are lines with results that cannot be read and are not left out."""

    tournament: str
    version: int
    file: ImportedFile
    plan: ResultsPlan
    wrong: tuple[WrongLine, ...]
    digest: str

    @property
    def counted(self) -> int:
        """The number of results that would be written."""
        return sum(row.state == WRITTEN for row in self.plan.rows)

    @property
    def left(self) -> int:
        """The number of results that are left, each for its reason."""
        return sum(row.state == LEFT for row in self.plan.rows)


def preview(
    deps: Dependencies,
    principal: Principal | None,
    tournament_id: str,
    file: ImportedFile,
    options: Options,
    choices: Choices,
) -> ResultsPreview:
    """Preview of the results of a file as things stand. Nothing is written.

    Raises `NotAllowed` before the start and where teams play, `Invalid` for a file without results, and for choices of
    lines that it does not have.
    """
    organiser(deps, principal, tournament_id)
    return _preview(deps, deps.repository.tournament(tournament_id), file, options, choices)


def write(
    request: Request, tournament_id: str, file: ImportedFile, options: Options, choices: Choices, digest: str
) -> TournamentView:
    """Write the results as that preview had them, with all that follows; the same again writes nothing.

    Raises as `preview`, `Invalid` naming every line that cannot be read, and `NotAllowed` if the file would become
    something else now.
    """
    by = organiser(request.deps, request.principal, tournament_id)

    def deciding(state: Tournament) -> Sequence[Event]:
        results_preview = _preview(request.deps, state, file, options, choices)
        if results_preview.wrong:
            raise Invalid(
                {f"lines.{wrong_line.line}": list(wrong_line.messages) for wrong_line in results_preview.wrong}
            )
        if results_preview.digest != digest:
            raise PreviewChanged
        if not results_preview.plan.events:
            raise NotAllowed(say("no result of the file would be written"))
        return results_preview.plan.events

    return execute(confirmed(request, digest), tournament_id, deciding, by).view


def _preview(
    deps: Dependencies, state: Tournament, file: ImportedFile, options: Options, choices: Choices
) -> ResultsPreview:
    _ensure_possible(state, file, choices)
    results = [result for result in file.results if result.line not in choices]
    wrong = tuple(wrong_result for wrong_result in file.wrong_results if wrong_result.line not in choices)
    plan = plan_results(
        state,
        results,
        _players(deps, state, file),
        file.source,
        options,
        lambda now, match: _at_table(deps, now, match),
        _in_play(deps, state),
    )
    rows = [(*row.result, row.state, row.match, row.kind, row.games, row.why) for row in plan.rows]
    lines = [wrong_line.line for wrong_line in wrong]
    digest = digest_of([state.id, state.version, rows, plan.paired, plan.stopped, lines, options])
    return ResultsPreview(state.id, state.version, file, plan, wrong, digest)


def _ensure_possible(state: Tournament, file: ImportedFile, choices: Choices) -> None:
    if not file.results and not file.wrong_results:
        raise Invalid({"file": [say("the file has no results")]})
    if state.format.teams:
        raise NotAllowed(say("teams play here, and the file has matches of players: enter the results by hand"))
    if state.seed is None:
        raise NotAllowed(say("{name} has not started: start it, then import the results", name=state.created.name))
    known = {result.line for result in file.results} | {wrong_result.line for wrong_result in file.wrong_results}
    unfit = sorted(line for line, choice in choices.items() if choice != _LEAVE or line not in known)
    if unfit:
        raise Invalid({"choices": [say("a result can only be left out, and not at line {lines}", lines=unfit)]})


def _players(deps: Dependencies, state: Tournament, file: ImportedFile) -> dict[str, str]:
    """The ids of the players by the names of the file, as far as each means one entry alone."""
    club = deps.repository.club(state.created.club)
    by_words: dict[str, set[str]] = {}
    for entry in state.entries:
        present = club.players.get(club.present_id(entry.player))
        for name in {entry.name, present.name if present else entry.name}:
            by_words.setdefault(words_of(name), set()).add(entry.player)
    names = {name for result in file.results for name in result.players if name}
    found = {name: by_words.get(words_of(name), set()) for name in names}
    one = {name: next(iter(ids)) for name, ids in found.items() if len(ids) == 1}
    twice = {player for player in one.values() if list(one.values()).count(player) > 1}
    return {name: player for name, player in one.items() if player not in twice}


def _in_play(deps: Dependencies, state: Tournament) -> frozenset[str]:
    """The matches without a result of which something is recorded."""
    waiting = [pairing.match for pairing in state.to_play if not pairing.is_bye]
    return frozenset(
        match_snapshot.stream for match_snapshot in match_snapshots(deps.client, waiting, 1) if is_begun(match_snapshot)
    )


def _at_table(deps: Dependencies, state: Tournament, match_id: str) -> Match:
    """The match as it was opened, or would be in this moment."""
    try:
        opened = deps.repository.match(match_id)
    except NotFound:
        pairing = state.match(match_id)
        round_ = next(each for each in state.rounds if pairing in each.pairings)
        opened = opening(state, round_, pairing)
    return judging.opened(match_id, opened)
