"""The next step of a tournament, for people who may take it: the largest button of each of its pages."""

from flask import request
from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN
from service.handlers.desk.desk import current
from service.web.i18n import tournament_labels
from service.web.pages.head import NextStep, reaches
from service.web.pages.shared.following import following

_FEWEST = 2


def next_step(state: Tournament, role: str) -> NextStep | None:
    """The step that a person of that role takes next; `None` where there is none, or where the page is that step."""
    if state.status == CALLED_OFF:
        steps = _called_off(state, role)
    elif state.status == OPEN:
        steps = _before(state, role)
    elif state.status == FINISHED:
        steps = _after(state, role)
    else:
        steps = _while_played(state, role)
    return next((step for step in steps if _path(step) != request.path), None)


def _called_off(state: Tournament, role: str) -> list[NextStep]:
    if not reaches(role, "organiser"):
        return []
    return [NextStep(_("It takes place after all…"), f"/tournaments/{state.id}/call-off")]


def _path(step: NextStep) -> str:
    return step.address.partition("?")[0].partition("#")[0]


def _before(state: Tournament, role: str) -> list[NextStep]:
    base, steps = f"/tournaments/{state.id}", list[NextStep]()
    if reaches(role, "organiser") and len(state.field) < _FEWEST:
        return [NextStep(_("Enter the players"), f"{base}/entries")]
    if reaches(role, "referee") and state.created.check_in:
        steps.append(NextStep(_("Check-in"), f"{base}/check-in"))
    if reaches(role, "organiser"):
        steps.append(NextStep(_("Order and round 1"), f"{base}/seeding"))
    return steps


def _while_played(state: Tournament, role: str) -> list[NextStep]:
    """Results as long as a match waits for one; then an organiser pairs, publishes or cuts."""
    if not reaches(role, "referee"):
        return []
    now = current(state)
    number = now.number if now else 0
    base = f"/tournaments/{state.id}"
    drafted = {pairing.match for round_ in state.rounds if round_.draft for pairing in round_.pairings}
    waits = any(not pairing.is_bye and pairing.match not in drafted for pairing in state.to_play)
    after = following(state, number)
    if reaches(role, "organiser") and (not waits or now is None) and (step := _onward(state, after.upcoming, number)):
        return [step]
    if now is None:
        return []
    return [NextStep(tournament_labels.results_of(state, number), f"{base}/rounds/{number}/results")]


def _onward(state: Tournament, upcoming: int, number: int) -> NextStep | None:
    base, after = f"/tournaments/{state.id}", following(state, number)
    if after.stuck:
        return NextStep(_("Choose a way out"), f"{base}/impasse")
    if after.draft:
        words = tournament_labels.publish(state, after.draft)
        return NextStep(f"{words}…", f"{base}/seeding?round={after.draft}")
    if not after.pairs:
        return None
    if after.cut:
        return NextStep(_("See the cut…"), f"{base}/cut")
    if state.created.drafts:
        fields = {"version": str(state.version), "round": str(upcoming)}
        return NextStep(_("Draw round %(number)s…", number=upcoming), f"{base}/seeding/draw", fields)
    return NextStep(_("Pair round %(number)s…", number=upcoming), f"/desk/{state.id}/rounds", {"list": str(number)})


def _after(state: Tournament, role: str) -> list[NextStep]:
    """After the end there is no next step, but what an organiser does then: it stands on the overview."""
    if not reaches(role, "organiser"):
        return []
    return [NextStep(_("After the end…"), f"/tournaments/{state.id}#after")]
