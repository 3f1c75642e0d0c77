"""Steps of an organiser after the end of a tournament, the most wanted first."""

from flask_babel import gettext as _

from core.tournament import Tournament
from service.web.http.context import deps
from service.web.i18n import locale
from service.web.pages.head import HeadLink


def after_the_end(state: Tournament) -> list[HeadLink]:
    """The final standings, the prizes, the prints, the text for the newspaper, the series, and the next time."""
    base, club = f"/tournaments/{state.id}", f"/clubs/{state.created.club}"
    lang = f"?lang={locale.current()}"
    return [
        HeadLink(_("The final standings"), f"{base}/standings"),
        HeadLink(_("Certificates for the prizes"), f"/v1{base}/certificates.pdf{lang}"),
        HeadLink(_("The whole tournament in one print"), f"/v1{base}/booklet.pdf{lang}"),
        HeadLink(_("Text for the newspaper"), f"{base}/files#take-news"),
        *_series(state, club),
        HeadLink(_("As last time…"), f"{club}/tournaments/new?as={state.id}"),
    ]


def _series(state: Tournament, club: str) -> list[HeadLink]:
    """The series of the club that are open, and in which this evening does not count yet."""
    kept = deps().repository.club(state.created.club).series.values()
    return [
        HeadLink(
            _("Let it count in %(series)s", series=series.announcement.name), f"{club}/series/{series.id}/tournaments"
        )
        for series in kept
        if series.frozen is None and state.id not in series.tournaments
    ]
