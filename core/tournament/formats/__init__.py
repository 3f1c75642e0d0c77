"""The registry: every format that brade knows, one line each."""

from core.errors import NotFound
from core.tournament.formats import (
    double_elimination,
    elimination_by_losses,
    groups_then_knockout,
    round_robin,
    single_elimination,
    stages,
    swiss,
    swiss_then_knockout,
    team_knockout,
    team_league,
    team_swiss,
)
from core.tournament.model.state import Format
from core.tournament.stages.groups_alone import GROUPS_ALONE

FORMATS: tuple[Format, ...] = (
    round_robin.FORMAT,
    single_elimination.FORMAT,
    double_elimination.FORMAT,
    groups_then_knockout.FORMAT,
    swiss.FORMAT,
    swiss_then_knockout.FORMAT,
    elimination_by_losses.FORMAT,
    stages.composed(GROUPS_ALONE, swiss.FORMAT, single_elimination.FORMAT, double_elimination.FORMAT),
    team_league.FORMAT,
    team_knockout.FORMAT,
    team_swiss.FORMAT,
)
_BY_KEY = {format_.key: format_ for format_ in FORMATS}


def format_of(key: str) -> Format:
    """The format of that key. Raises `NotFound`, which names the known ones."""
    if key not in _BY_KEY:
        raise NotFound("format", key, tuple(_BY_KEY))
    return _BY_KEY[key]
