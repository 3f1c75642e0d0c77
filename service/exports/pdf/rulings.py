"""The list of rulings: decisions on results, on entries, and those that referees made in the matches themselves."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from operator import itemgetter
from zoneinfo import ZoneInfo

from core.events import (
    AppealDecided,
    DecisionUndone,
    Event,
    FlagConfirmed,
    FlagRejected,
    PairingsVoided,
    PenaltyGiven,
    PlayerWithdrew,
    Recorded,
    ResultDecided,
    RoundPaired,
    RulingMade,
    TurnsVoided,
    WarningGiven,
    WithdrawalTakenBack,
)
from core.games import game_of
from core.notation import conduct_text
from core.notation.play_text import ruling_text, void_turns_text
from core.tournament import Tournament
from core.tournament.event_text import EventContext, brief, event_reason, paired_by_hand
from service.exports.pdf.document import Cell, Column, Passage, Sheets, Table
from service.translations import translated
from service.translations.export_words import Language
from service.translations.isolation import beside, isolated
from service.translations.round_titles import numbered_round, round_title


def rulings_part(
    tournament: Tournament, events: Iterable[Recorded], at_tables: Iterable[tuple[str, Recorded]], language: Language
) -> Sheets:
    """Every decision of a referee or director with its reason, in the order of their times; those undone say so."""
    columns = [
        Column(language.word("time")),
        Column(language.word("about"), wide=True),
        Column(language.word("decision"), wide=True),
        Column(language.word("reason"), wide=True),
    ]
    zone = ZoneInfo(str((tournament.created.details or {}).get("zone") or "UTC"))
    found = [*_rulings(tournament, events, language), *_rulings_at_tables(tournament, at_tables, language)]
    rows: list[list[str | Cell]] = [
        [
            datetime.fromtimestamp(at / 1000, UTC).astimezone(zone).strftime("%Y-%m-%d %H:%M"),
            about,
            decision[:1].upper() + decision[1:],
            reason,
        ]
        for at, (about, *texts) in sorted(found, key=itemgetter(0))
        for decision, reason in [[translated(isolated(text), language.key) for text in texts]]
    ]
    return Sheets(
        language.word("rulings"), [Table(columns, rows) if rows else Passage("", [language.word("no_rulings")])]
    )


_Ruling = tuple[int, tuple[str, str, str]]
"""The time of a ruling (Unix ms), what it is about, the decision and the reason."""


def _rulings(tournament: Tournament, events: Iterable[Recorded], language: Language) -> Iterator[_Ruling]:
    matches, context = _matches(tournament, language), EventContext("", {}, tournament)
    rounds = {round_.number for round_ in tournament.rounds}  # those that readers see
    by_hand: PairingsVoided | None = None
    for recorded in events:
        event, at = recorded.event, recorded.at
        if by_hand is not None and isinstance(event, RoundPaired) and event.round == by_hand.round in rounds:
            decision = paired_by_hand(event, by_hand.by_format or (), context)
            yield at, (numbered_round(language, tournament, event.round), decision, event_reason(by_hand, context.name))
        by_hand = event if isinstance(event, PairingsVoided) and _is_by_hand(event) else None
        if isinstance(event, PlayerWithdrew | WithdrawalTakenBack):
            yield at, (tournament.label_of(event.player), brief(event, context), event_reason(event, context.name))
        elif isinstance(event, ResultDecided | DecisionUndone) and event.match in matches:
            yield at, (matches[event.match][0], brief(event, context), event_reason(event, context.name))


def _is_by_hand(event: PairingsVoided) -> bool:
    """True if a director voids these pairings to pair their players by hand."""
    return event.by_format is not None and not event.follows


def _rulings_at_tables(
    tournament: Tournament, facts: Iterable[tuple[str, Recorded]], language: Language
) -> Iterator[_Ruling]:
    """The decisions that referees made in the matches themselves."""
    matches = _matches(tournament, language)
    for match_id, recorded in facts:
        if match_id in matches:
            about, names = matches[match_id]
            if decision := _decision(recorded.event, names):
                yield recorded.at, (about, decision, getattr(recorded.event, "reason", None) or "")


def _decision(event: Event, names: Mapping[str, str]) -> str | None:
    """A decision made in a match in words; `None` for other facts of referees."""
    match event:
        case RulingMade(kind="note"):
            return None
        case RulingMade():
            return ruling_text(event, names)
        case TurnsVoided():
            return void_turns_text(event)
        case WarningGiven() | PenaltyGiven() | FlagConfirmed() | FlagRejected() | AppealDecided():
            return conduct_text.decision(event, names)
    return None


def _matches(tournament: Tournament, language: Language) -> dict[str, tuple[str, dict[str, str]]]:
    """By match id what it is in words, and the names of its players by their seats; byes are no matches."""
    seats = game_of(tournament.created.game).seats[:2]
    matches = {}
    for round_ in tournament.rounds:
        title = round_title(language, tournament, round_)
        for pairing in round_.pairings:
            if not pairing.is_bye:
                names = [tournament.label_of(each) for each in (pairing.white, pairing.black)]
                about = f"{title}: {beside(names)}"
                matches[pairing.match] = about, dict(zip(seats, names, strict=True))
    return matches
