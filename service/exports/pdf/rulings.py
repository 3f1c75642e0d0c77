"""The list of rulings: decisions on results, on entries, and those that referees made in the matches themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from core.notation.ending_text import outcome_text
from core.tournament import Tournament
from core.tournament.model.reasons import reason_of
from service.exports.pdf.document import Cell, Column, Passage, Sheets, Table
from service.translations import translated
from service.translations.export_words import Language
from service.translations.isolation import beside, isolated


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
        for at, (about, decision, reason) in sorted(found, key=itemgetter(0))
    ]
    return Sheets(
        language.word("rulings"), [Table(columns, rows) if rows else Passage("", [language.word("no_rulings")])]
    )


_Ruling = tuple[int, tuple[str, str, str]]
"""The time of a ruling (Unix ms), what it is about, the decision and the reason."""


def _rulings(tournament: Tournament, events: Iterable[Recorded], language: Language) -> Iterator[_Ruling]:
    matches = _matches(tournament, language)
    by_hand: PairingsVoided | None = None
    for recorded in events:
        event, at = recorded.event, recorded.at
        if isinstance(event, RoundPaired) and by_hand is not None and event.round == by_hand.round:
            yield from ((at, cells) for cells in _paired_by_hand(tournament, event, by_hand, language))
        by_hand = event if isinstance(event, PairingsVoided) and _is_by_hand(event) else None
        if isinstance(event, PlayerWithdrew):
            name = tournament.label_of(event.player)
            yield at, (name, language.word("withdrawn"), translated(reason_of(event.reason, event.cause), language.key))
        if isinstance(event, WithdrawalTakenBack):
            yield at, (tournament.label_of(event.player), language.word("returned"), event.reason)
        if not isinstance(event, ResultDecided | DecisionUndone) or event.match not in matches:
            continue
        about, names = matches[event.match]
        if isinstance(event, DecisionUndone):
            yield at, (about, language.word("undone"), event.reason)
            continue
        won = names.get(event.winner or "", "")
        kind = language.word(f"kind_{event.kind}")
        reason = translated(reason_of(event.reason, event.cause), language.key)
        yield at, (about, f"{kind}: {language.word('wins', won)}" if won else kind, reason)


def _is_by_hand(event: PairingsVoided) -> bool:
    """True if a director voids these pairings to pair their players by hand."""
    return event.by_format is not None and not event.follows


def _paired_by_hand(
    tournament: Tournament, event: RoundPaired, before: PairingsVoided, language: Language
) -> Iterator[tuple[str, str, str]]:
    """The round that a director paired by hand, if readers see it, with the new pairs and what they were before."""
    if all(each.number != event.round for each in tournament.rounds):
        return
    new = [*(row[1:3] for row in event.pairings), *([(event.bye,)] if event.bye else [])]
    pairs, instead = (
        ", ".join(_pair(tournament, row, language) for row in rows) for rows in (new, before.by_format or ())
    )
    yield (
        language.word("round", event.round),
        language.word("paired_by_hand", pairs, instead) if instead else language.word("paired_by_hand_too", pairs),
        before.reason,
    )


def _pair(tournament: Tournament, players: Sequence[str], language: Language) -> str:
    names = [tournament.label_of(each) for each in players if each]
    return beside(names) if len(names) > 1 else f"{isolated(names[0])} ({language.word('bye')})"


def _rulings_at_tables(
    tournament: Tournament, facts: Iterable[tuple[str, Recorded]], language: Language
) -> Iterator[_Ruling]:
    """The decisions that referees made in the matches themselves."""
    matches = _matches(tournament, language)
    for match_id, recorded in facts:
        if match_id in matches:
            about, names = matches[match_id]
            if decision := _decision(recorded.event, names, language):
                yield recorded.at, (about, decision, getattr(recorded.event, "reason", None) or "")


def _decision(event: Event, names: Mapping[str, str], language: Language) -> str:
    """A decision made in a match in words; empty for other facts of referees."""
    match event:
        case RulingMade(kind="award_game"):
            won = language.word("ruling_award_game", names.get(event.winner or "", ""))
            return f"{won} ({translated(outcome_text(event.outcome), language.key)})" if event.outcome else won
        case RulingMade(kind="award_match"):
            return language.word("ruling_award_match", names.get(event.winner or "", ""))
        case RulingMade(kind="void") | TurnsVoided():
            first = event.from_version or 0
            return language.word("ruling_void", first, event.to_version or first)
        case RulingMade(kind="let_stand"):
            return language.word("ruling_let_stand")
        case WarningGiven():
            return language.word("ruling_warning", names.get(event.seat, event.seat))
        case PenaltyGiven():
            return language.word("ruling_penalty", names.get(event.seat, event.seat), event.points)
        case FlagConfirmed():
            return language.word("ruling_flag_confirmed")
        case FlagRejected():
            return language.word("ruling_flag_rejected")
        case AppealDecided():
            return language.word(f"ruling_appeal_{event.decision}")
    return ""


def _matches(tournament: Tournament, language: Language) -> dict[str, tuple[str, dict[str, str]]]:
    """By match id what it is in words, and the names of its players by their seats; byes are no matches."""
    seats = game_of(tournament.created.game).seats[:2]
    found = {}
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            if not pairing.is_bye:
                names = [tournament.label_of(each) for each in (pairing.white, pairing.black)]
                about = f"{language.word('round', round_.number)}: {beside(names)}"
                found[pairing.match] = about, dict(zip(seats, names, strict=True))
    return found
