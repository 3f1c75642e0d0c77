"""The picture of a series: the first of its table, or at the end those who won it."""

from flask_babel import gettext as _
from flask_babel import ngettext

from core.series.final import BEST, honours
from service.handlers.series.tables import ClubSeries
from service.web.i18n.core_messages import exact_number
from service.web.pages.pictures import tables
from service.web.pages.pictures.sheet import INNER, MARGIN, SOFT, TOP, foot, heading, sheet, text
from service.web.pages.series.lists import period, progress, rank_text


def drawing(found: ClubSeries) -> str:
    """The drawing of a series as everybody may see it."""
    announcement = found.series.announcement
    above = f"{found.club.name} · {_('Series')}"
    top = heading(above, announcement.name, period(announcement.begins, announcement.ends))
    if found.series.frozen and found.table.rows:
        words = {1: _("Winner"), 2: _("Second"), 3: _("Third")}
        first = [
            (honour.rank, ", ".join(row.name for row in honour.players), words[honour.rank])
            for honour in honours(found.table)
            if honour.rank <= BEST
        ]
        return sheet(top, tables.medals(first, INNER), foot(_("Final standings")))
    return sheet(top, _table(found) if found.table.rows else _empty(found), foot(progress(found)))


def _table(found: ClubSeries) -> str:
    rows = [
        (rank_text(row), row.name, str(row.evenings), exact_number(row.points), row.rank == 1)
        for row in found.table.rows[: tables.ROWS]
    ]
    return tables.ranked((_("Evenings"), _("Points")), rows)


def _empty(found: ClubSeries) -> str:
    count = len(found.table.evenings)
    words = ngettext("%(num)s evening", "%(num)s evenings", count) if count else _("No evening has begun yet.")
    return text(words, MARGIN, TOP + 48, INNER, 44, bold=True, fill=SOFT)
