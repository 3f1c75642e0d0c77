"""Files of a rating list: for spreadsheets, and for a federation."""

from core.csv_text import CsvForm
from core.ratings.federation import FiledMatch, FiledPlayer, RatingFile
from schemas.ratings.files import FORM
from service.exports.rating_files import list_rows, match_rows, rule_rows
from service.exports.xlsx import workbook
from service.handlers.ratings.club_ratings import ClubRatings
from service.handlers.ratings.lists import lines, visible


def list_csv(found: ClubRatings, form: CsvForm) -> bytes:
    """The list for a spreadsheet."""
    return form.encoded(list_rows(lines(found)))


def list_xlsx(found: ClubRatings) -> bytes:
    """The list, the matches that the reader may see, and the rule, a sheet each."""
    names = {player.player: player.name for player in found.club.players.values()}
    tournaments = {each: stored.name for each, stored in found.streams.items() if stored.name}
    sheets = {
        "Ratings": list_rows(lines(found)),
        "Matches": match_rows(visible(found, found.ratings.matches), names, tournaments),
        "Rule": rule_rows(found.rule),
    }
    return workbook(sheets, f"{found.club.name}: {found.game}")


def file_of(found: ClubRatings) -> RatingFile:
    """The file for a federation: every match that counts, and everybody who played in one.

    Players who are no longer on the club's list have the name under which they played last.
    """
    counted = [match for match in found.ratings.matches if match.counts]
    names: dict[str, str] = {}
    for each in counted:
        names |= dict(zip(each.players, each.match.names, strict=True))
    names |= {player.player: player.name for player in found.club.players.values() if player.player in names}
    players = [FiledPlayer(each, name, found.club.groups.get(each)) for each, name in names.items()]
    matches = [
        FiledMatch(
            each.match.match,
            each.match.tournament or None,
            each.match.at,
            *each.players,
            1 + (each.match.winner or 0),
            each.match.points,
        )
        for each in counted
    ]
    return RatingFile(FORM, found.club.slug, found.club.name, found.game, found.rule, players, matches)
