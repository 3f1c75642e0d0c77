"""The words by which the columns of a table are understood, as Sharly Chess, chess-results and clubs write them."""

import re

from core.imports.values import CLUB, COUNTRY, NAME, RATING, SEED

NUMBER, LAST_NAME, FIRST_NAME, TITLE, FEDERATION_ID = "number", "last_name", "first_name", "title", "federation_id"
ROUND, WHITE, BLACK, RESULT, BOARD = "round", "white", "black", "result", "board"
_WORDS = {
    NAME: "name namn player spelare spieler nom nombre",
    LAST_NAME: "last_name lastname surname family_name efternamn nachname",
    FIRST_NAME: "first_name firstname given_name förnamn vorname prénom",
    RATING: "rating rtg elo ranking rtgi rtgn rtgnat rtgint elonat eloint",
    CLUB: "club klubb club/city klubb/ort klubb/stad verein verein/ort group grupp",
    COUNTRY: "fed federation land country förbund",
    SEED: "seed seedning",
    NUMBER: "no nr sno snr rk rg rank rnk plac startno startnr start_number",
    TITLE: "title titel",
    FEDERATION_ID: "fideid fide_id national_id natid",
    ROUND: "rd round rond runde",
    WHITE: "white vit weiß weiss blanc blancs",
    BLACK: "black svart schwarz noir noirs",
    RESULT: "result resultat ergebnis res",
    BOARD: "bo board bord br brett",
}
_MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
_ROUND_COLUMN = re.compile(
    r"(?:(?P<first>\d{1,3})\.?(?P<named>rd|r|rnd|rond|runde)?\.?|(?:rd|r|rond|runde)\.?(?P<last>\d{1,3}))"
)
_ROUND_LINE = re.compile(
    r"(?:round|rond|runde|ronde|ronda)\s+(\d{1,3})\b|(\d{1,3})\.\s*(?:round|rond|runde)\b", re.IGNORECASE
)


def meaning_of(heading: str) -> str:
    """The meaning of a column by its heading, empty where it is not understood.

    >>> [meaning_of(each) for each in ("Namn", "Rtg", "Club/City", "FideID", "Pts.")]
    ['name', 'rating', 'club', 'federation_id', '']
    """
    return _MEANINGS.get(_plain(heading), "")


def words_of(meaning: str) -> list[str]:
    """The headings by which a column of that meaning is understood."""
    return _WORDS[meaning].split()


def round_of(heading: str) -> tuple[int, bool] | None:
    """The number in the heading of a column of a cross-table, and if it names a round and not an opponent.

    >>> round_of("3.Rd"), round_of("3"), round_of("Pts.")
    ((3, True), (3, False), None)
    """
    matched = _ROUND_COLUMN.fullmatch(_plain(heading, dots=True))
    if matched is None:
        return None
    return int(matched["first"] or matched["last"]), bool(matched["named"] or matched["last"])


def round_line(line: str) -> int | None:
    """The number of a round in a line above its pairings, such as `Round 2 on 2026/11/28`.

    >>> round_line("Rond 2 den 2026-11-28"), round_line("Final Ranking after 5 Rounds")
    (2, None)
    """
    matched = _ROUND_LINE.search(line)
    return int(matched[1] or matched[2]) if matched else None


def _plain(heading: str, *, dots: bool = False) -> str:
    plain = "".join(heading.casefold().split())
    return plain if dots else plain.strip(".").replace("-", "_").replace("__", "_")
