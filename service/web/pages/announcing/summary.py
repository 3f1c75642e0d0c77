"""An announcement as it is looked at before it is written: what was chosen, in words."""

from flask_babel import gettext as _

from service.web.i18n import labels, tournament_details
from service.web.pages.announcing import form, options
from service.web.pages.announcing.options import CHOICE, DROPS, YES
from service.web.pages.announcing.plan_part import plan_part

MOST_DRAWN = 64
"""Players up to whom the bracket is drawn."""


def rows(values: form.Values) -> list[tuple[str, str]]:
    """Every line of the announcement: its label and what it says. Options that are as usual are left out."""
    details = form.details(values)
    names = {format_["key"]: format_["name"] for format_ in form.formats()}
    lines = [
        (_("Name"), values["name"]),
        (_("When"), tournament_details.when(details)),
        (_("Where"), values["place"]),
        (_("Which game"), dict(form.games())[values["game"]]),
        (_("Format"), names[values["format"]]),
        (_("Length of a match"), _length(values)),
        (_("Fee"), values["fee"]),
        (_("Fee of a re-entry or buy-back"), values["fee_again"]),
        (_("Contact"), values["contact"]),
        (_("Description"), values["description"]),
        (_("Prizes"), values["prizes"]),
        (_("Schedule"), values["schedule"]),
        (_("Minutes of a round"), values["round_minutes"]),
        (_("Delay of the stream overlay, in seconds"), values["overlay_delay"]),
        (_("Players who are late"), tournament_details.lateness(details, points=values["length"].startswith("points"))),
        (_("A disturbed board"), tournament_details.laying_out(details)),
        (_("Time zone"), values["zone"] if details["starts"] else ""),
        (_("Seen by"), _("everybody") if values["published"] else _("the club only")),
    ]
    usual = options.defaults()
    for part in options.parts():
        if part.form in ("", values["format"]):
            lines += [
                (option.label, value_text(option, values[option.name]))
                for option in part.options
                if option.name != options.STOP
                and values[option.name] != usual[option.name]
                and not _is_idle(option.name, values)
            ]
    return [(label, text) for label, text in lines if text]


def _length(values: form.Values) -> str:
    unit, _dot, count = values["length"].partition(".")
    return labels.length_and_end({unit: int(count)}, values["stop"])


def _is_idle(name: str, values: form.Values) -> bool:
    """True if a field counts for nothing, since the one before it is not chosen."""
    if name.startswith("tie_break."):
        return values["preset"] != options.OWN
    parts = name.split(".")
    return parts[0] == "terms" and not any(values[f"terms.{parts[1]}.{each}"] for each in ("stage", "from_end"))


def value_text(option: options.Option, value: str) -> str:
    """The value of a field in the words of the form."""
    if option.kind == YES:
        return _("yes") if value else _("no")
    if option.kind == DROPS:
        way = options.way_of(option, value)
        return value if way == options.OWN else dict(option.choices)[way]
    return dict(option.choices).get(value, value) if option.kind == CHOICE else value


def fitting(values: form.Values, club: str) -> str:
    """The chosen plan in a sentence; empty if there is none."""
    found = plan_part(values, club)
    for row in found["rows"] if found else ():
        for cell in row["cells"]:
            if cell["chosen"] and cell["end"]:
                if not cell["interval"]:  # it lasts far into another day
                    return _(
                        "%(count)s. With %(participants)s at %(tables)s tables it takes about %(time)s (%(word)s).",
                        count=row["count"],
                        participants=form.participants(values),
                        tables=values["tables"],
                        time=cell["end"],
                        word=cell["word"],
                    )
                return _(
                    "%(count)s. With %(participants)s at %(tables)s tables it ends at about %(end)s (%(word)s), "
                    "in four of five evenings within %(interval)s.",
                    count=row["count"],
                    participants=form.participants(values),
                    tables=values["tables"],
                    end=" ".join((cell["end"], cell["day"])).strip(),
                    word=cell["word"],
                    interval=cell["interval"],
                )
    return ""
