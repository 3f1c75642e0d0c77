"""Use cases of the names that readers see: of whom the public or the club's people see less than the name."""

from collections.abc import Sequence
from typing import NamedTuple

from core.club.club import Club, show_name
from core.events import Event
from core.names.shown_names import NameSetting
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers import prepared_files
from service.handlers.club.clubs import player_id
from service.handlers.club.members import change_club
from service.handlers.request import Request


class ShownName(NamedTuple):
    """The styles in which everybody and the club's people see the name of a player; `name` is the chosen one."""

    public: str
    members: str
    name: str | None


def find(deps: Dependencies, principal: Principal | None, slug: str, id_or_name: str) -> ShownName:
    """The setting of a player, for organisers. Raises `NotFound`."""
    authorize(principal, "organiser", slug)
    club = deps.repository.club(slug)
    return _of(club, player_id(club, id_or_name))


def change(request: Request, slug: str, id_or_name: str, setting: NameSetting) -> ShownName:
    """Let readers see a player's name by this setting, in what was played before, too. Raises as `show_name`.

    Files that were prepared with the names of before are removed.
    """
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        return show_name(club, player_id(club, id_or_name), setting)

    club = change_club(request, slug, by, deciding).club
    prepared_files.remove_match_sets(request.deps, slug)
    return _of(club, player_id(club, id_or_name))


def _of(club: Club, player: str) -> ShownName:
    setting = club.name_settings.get(player, NameSetting())
    return ShownName(setting.public, setting.members, setting.chosen or None)
