"""Parts of a print around the matches: certificates, the programme, the cover of a booklet."""

from core.games import game_of
from core.series.final import honours
from core.series.table import Table
from core.tournament import Tournament
from core.tournament.details import prize_lines, prizes_of
from core.tournament.lateness import rule_of
from core.tournament.model.state import FINISHED
from core.tournament.standings.standings import Standing, standings
from service.exports.pdf.document import Certificate, Certificates, Cover, Passage, Sheets
from service.translations.dates import days, when
from service.translations.export_words import Language

_BEST = 3
"""So many places have a certificate; further ones if they have a prize."""
_PROGRAMME = 9.0
"""The least height of letters of a programme in points. It hangs at the door, and its letters fill it."""
_NAME, _LEAST_NAME, _LETTERS = 40.0, 18.0, 24
"""The height of a name in points, the least one, and the letters that have the full height in a line."""


# ── certificates ─────────────────────────────────────────────────────────────────────────────────────────────────────
def certificates_part(tournament: Tournament, club: str, language: Language) -> Certificates | None:
    """A certificate for each of the best players; `None` before the end."""
    if tournament.status != FINISHED:
        return None
    lines = [line for line in standings(tournament) if not line.withdrawn]
    made = [_certificate(tournament, club, line, lines, language) for line in lines if _is_honoured(tournament, line)]
    signatures = [language.word("organiser"), language.word("referee")]
    return Certificates(language.word("certificate"), made, signatures, turned=True)


def _is_honoured(tournament: Tournament, line: Standing) -> bool:
    return line.rank <= _BEST or bool(prizes_of(tournament.created.details, line.rank))


def _certificate(
    tournament: Tournament, club: str, line: Standing, lines: list[Standing], language: Language
) -> Certificate:
    details = tournament.created.details or {}
    held = days(str(details.get("starts", "")), str(details.get("ends", "")), language.key)
    about = (club, str(details.get("place", "")), held)
    shared = sum(standing.rank == line.rank for standing in lines)
    prizes = prizes_of(tournament.created.details, line.rank)
    return Certificate(
        line.name,
        _place(line.rank, min(shared, line.places), language),
        tournament.created.name,
        " · ".join(filter(None, about)),
        " · ".join(prizes) if shared == 1 else "",
        _size(line.name),
    )


def series_certificates(table: Table, club: str, language: Language) -> Certificates:
    """A certificate for each of the best players of a series, and for those who have a prize of the year."""
    announcement = table.announcement
    about = " · ".join(filter(None, (club, days(announcement.begins or "", announcement.ends or "", language.key))))
    made = [
        Certificate(
            row.name,
            _place(honour.rank, len(honour.players), language),
            announcement.name,
            about,
            " · ".join(honour.prizes) if len(honour.players) == 1 else "",
            _size(row.name),
        )
        for honour in honours(table)
        for row in honour.players
    ]
    return Certificates(language.word("certificate"), made, [language.word("organiser")], turned=True)


def _size(name: str) -> float:
    """The height of the letters of a name, so that a long one has room."""
    return max(_LEAST_NAME, min(_NAME, _NAME * _LETTERS / max(1, len(name))))


def _place(rank: int, places: int, language: Language) -> str:
    if places > 1:
        return language.word("places", f"{rank}–{rank + places - 1}")
    return language.word(f"place_{rank}") if rank <= _BEST else language.word("place", rank)


# ── programme ────────────────────────────────────────────────────────────────────────────────────────────────────────
def programme_part(tournament: Tournament, language: Language) -> Sheets:
    """The announcement: when and where, the times of the day, how it is played, prizes, contact."""
    details = tournament.created.details or {}
    form, game = language.format(tournament.format.name), language.game(game_of(tournament.created.game).name)
    named = [
        ("", [*when(details, language.key), str(details.get("place", "")), f"{game} · {form}"]),
        ("", str(details.get("description", "")).splitlines()),
        ("times", [f"{line['time']}  {line['text']}" for line in details.get("schedule", ())]),
        ("round_minutes", [str(details.get("round_minutes", ""))]),
        ("late_players", _late_players(tournament, language)),
        ("disturbed_board", [language.word("laid_out_by_players")] if details.get("agreed_positions") else []),
        ("fee", [str(details.get("fee", ""))]),
        ("fee_again", [str(details.get("fee_again", ""))]),
        ("prizes", prize_lines(details)),
        ("contact", [str(details.get("contact", ""))]),
    ]
    passages = [
        Passage(language.word(key) if key else "", [line for line in lines if line])
        for key, lines in named
        if any(lines)
    ]
    return Sheets(language.word("programme"), passages, least=_PROGRAMME)


def _late_players(tournament: Tournament, language: Language) -> list[str]:
    """The rule for players who are late, a line for each part of it that is announced."""
    rule = rule_of(tournament.created.details)
    parts = zip(("late_after", "late_every", "late_lost"), rule or (), strict=False)
    return [language.word(key, minutes) for key, minutes in parts if minutes]


# ── booklet ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def cover_part(tournament: Tournament, language: Language) -> Cover:
    """The cover: the tournament, and who won once it is over."""
    winners = [line.name for line in standings(tournament) if line.rank == 1] if tournament.status == FINISHED else []
    lines = [f"{language.word('winner')}: {', '.join(winners)}"] if winners else []
    return Cover(language.word("booklet"), language.game(game_of(tournament.created.game).name), lines)
