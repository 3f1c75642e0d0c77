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
        return sum(each.state == WRITTEN for each in self.plan.rows)

    @property
    def left(self) -> int:
        """The number of results that are left, each for its reason."""
        return sum(each.state == LEFT for each in self.plan.rows)


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
        found = _preview(request.deps, state, file, options, choices)
        if found.wrong:
            raise Invalid({f"lines.{each.line}": list(each.messages) for each in found.wrong})
        if found.digest != digest:
            raise PreviewChanged
        if not found.plan.events:
            raise NotAllowed(say("no result of the file would be written"))
        return found.plan.events

    return execute(confirmed(request, digest), tournament_id, deciding, by).view


def _preview(
    deps: Dependencies, state: Tournament, file: ImportedFile, options: Options, choices: Choices
) -> ResultsPreview:
    _ensure_possible(state, file, choices)
    results = [each for each in file.results if each.line not in choices]
    wrong = tuple(each for each in file.wrong_results if each.line not in choices)
    plan = plan_results(
        state,
        results,
        _players(deps, state, file),
        file.source,
        options,
        lambda now, match: _at_table(deps, now, match),
        _in_play(deps, state),
    )
    rows = [(*each.result, each.state, each.match, each.kind, each.games, each.why) for each in plan.rows]
    lines = [each.line for each in wrong]
    digest = digest_of([state.id, state.version, rows, plan.paired, plan.stopped, lines, options])
    return ResultsPreview(state.id, state.version, file, plan, wrong, digest)


def _ensure_possible(state: Tournament, file: ImportedFile, choices: Choices) -> None:
    if not file.results and not file.wrong_results:
        raise Invalid({"file": [say("the file has no results")]})
    if state.format.teams:
        raise NotAllowed(say("teams play here, and the file has matches of players: enter the results by hand"))
    if state.seed is None:
        raise NotAllowed(say("{name} has not started: start it, then import the results", name=state.created.name))
    known = {each.line for each in file.results} | {each.line for each in file.wrong_results}
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
    names = {name for each in file.results for name in each.players if name}
    found = {name: by_words.get(words_of(name), set()) for name in names}
    one = {name: next(iter(ids)) for name, ids in found.items() if len(ids) == 1}
    twice = {player for player in one.values() if list(one.values()).count(player) > 1}
    return {name: player for name, player in one.items() if player not in twice}


def _in_play(deps: Dependencies, state: Tournament) -> frozenset[str]:
    """The matches without a result of which something is recorded."""
    waiting = [each.match for each in state.to_play if not each.is_bye]
    return frozenset(each.stream for each in match_snapshots(deps.client, waiting, 1) if is_begun(each))


def _at_table(deps: Dependencies, state: Tournament, match_id: str) -> Match:
    """The match as it was opened, or would be in this moment."""
    try:
        opened = deps.repository.match(match_id)
    except NotFound:
        pairing = state.match(match_id)
        round_ = next(each for each in state.rounds if pairing in each.pairings)
        opened = opening(state, round_, pairing)
    return judging.opened(match_id, opened)
