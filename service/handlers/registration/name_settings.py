"""Use cases of the names that readers see: of whom the public or the club's people see less than the name."""

from collections.abc import Sequence
from typing import NamedTuple

from core.club.club import Club, show_name
from core.errors import Invalid
from core.events import Event
from core.messages import say
from core.names.shown_names import NameSetting
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers import prepared_files
from service.handlers.club.clubs import player_id
from service.handlers.club.members import change_club
from service.handlers.registration.participation import roots_of
from service.handlers.request import Request


class ShownName(NamedTuple):
    """The styles in which readers see the name of a player; `name` is the chosen one.

    Paper and feeds are as for everybody, where they have no style. What was over before `since` (Unix ms) shows the
    name as it did.
    """

    public: str
    members: str
    paper: str | None
    feeds: str | None
    name: str | None
    since: int | None


def find(deps: Dependencies, principal: Principal | None, slug: str, id_or_name: str) -> ShownName:
    """The setting of a player, for organisers. Raises `NotFound`."""
    authorize(principal, "organiser", slug)
    club = deps.repository.club(slug)
    return _of(club, player_id(club, id_or_name))


def change(request: Request, slug: str, id_or_name: str, setting: NameSetting) -> ShownName:
    """Let readers see a player's name by this setting. Raises as `show_name`, and `Invalid` for a time to come.

    Files that were prepared with the names of before are removed.
    """
    if setting.since is not None and setting.since > request.deps.clock():
        raise Invalid({"since": [say("not a time to come: what is not over by then would show the name until then")]})
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        return show_name(club, player_id(club, id_or_name), setting)

    club = change_club(request, slug, by, deciding).club
    prepared_files.remove_match_sets(request.deps, slug)
    prepared_files.remove_exports(request.deps.settings.data, set(roots_of(request.deps, slug)))
    return _of(club, player_id(club, id_or_name))


def _of(club: Club, player: str) -> ShownName:
    setting = club.name_settings.get(player, NameSetting())
    beside = setting.paper or None, setting.feeds or None
    return ShownName(setting.public, setting.members, *beside, setting.chosen or None, setting.since)
