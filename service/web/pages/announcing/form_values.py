"""The fields of the form for a tournament as it is announced now."""

from collections.abc import Mapping
from typing import Any

from core.dice.choice import is_by_service
from core.tournament import Tournament
from core.tournament.details import prize_lines
from core.tournament.model.state import OPEN
from service.web.i18n.times import machine_zone
from service.web.pages.announcing import handicap
from service.web.pages.announcing.form import DETAILS, LATENESS, blank, next_day
from service.web.pages.announcing.options import ORDER, OWN, TERMS


def of_tournament(state: Tournament) -> dict[str, str]:
    """The fields of a tournament as it is announced now."""
    created, details = state.created, dict(state.created.details or {})
    players = max(len(state.field), 2)
    values = blank(created.name, players, "") | {
        "teams": str(players),
        "game": created.game,
        "format": created.format,
        "published": "1" if created.published else "",
        "length": ".".join(map(str, next(iter(created.length.items())))),
        "check": created.check,
        "stop": created.stop,
        "tables": str(len(state.tables) or max(1, players // 2)),
    }
    values |= {name: "1" if getattr(created, name) else "" for name in ("check_in", "drafts", "confirm")}
    values["time_up"] = created.time_up or ""
    values |= handicap.fields(created.handicap)
    values["service_dice"] = "1" if is_by_service(created.options) else ""
    values |= {f"{created.format}.{name}": _text(value) for name, value in (created.settings or {}).items()}
    values |= {f"scoring.{name}": str(value) for name, value in (created.scoring or {}).items()}
    values |= {"preset": OWN} | dict(zip(ORDER, created.tie_breaks, strict=False))
    for place, rule in enumerate((created.terms or ())[: len(TERMS)], 1):
        values[f"terms.{place}.stage"] = rule.get("stage") or ""
        values[f"terms.{place}.from_end"] = str(rule.get("from_end") or "")
        values[f"terms.{place}.length"] = ".".join(map(str, next(iter((rule.get("length") or {"games": 5}).items()))))
    values |= {name: str(details.get(name, "")) for name in (*DETAILS, "round_minutes", "overlay_delay")}
    values |= {field: str(details.get("lateness", {}).get(name, "")) for field, name in LATENESS.items()}
    values["agreed_positions"] = "1" if details.get("agreed_positions") else ""
    values |= _times(details)
    values["zone"] = values["zone"] or machine_zone()
    values["prizes"] = "\n".join(prize_lines(details))
    values["schedule"] = "\n".join(
        " ".join(filter(None, (line.get("time"), line["text"]))) for line in details.get("schedule", ())
    )
    return values


def _times(details: Mapping[str, Any]) -> dict[str, str]:
    day, _t, begins_at = str(details.get("starts", "")).partition("T")
    last, _t, ends_at = str(details.get("ends", "")).partition("T")
    same = last in (day, next_day(day)) and bool(ends_at) and (last != day) == (ends_at < begins_at)
    return {"date": day, "last_day": "" if same else last, "from": begins_at, "until": ends_at}


def _text(value: object) -> str:
    return ("1" if value else "") if isinstance(value, bool) else str(value)


def has_numbered_tables(state: Tournament) -> bool:
    """True before the start, if the tables are named by their numbers, as an announcement names them."""
    numbers = tuple((str(number), "") for number in range(1, len(state.tables) + 1))
    return state.status == OPEN and bool(numbers) and tuple(state.tables) == numbers


def keeps_all(state: Tournament) -> bool:
    """True if the form can hold all that was announced, so that nothing is lost when it is sent back."""
    created = state.created
    known = {"stage", "from_end", "length"}
    return (
        len(created.tie_breaks) <= len(ORDER)
        and len(created.terms or ()) <= len(TERMS)
        and all(set(rule) <= known and "length" in rule for rule in created.terms or ())
    )
