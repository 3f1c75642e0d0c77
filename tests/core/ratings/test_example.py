"""The example of docs/tournaments/ratings.md, computed again."""

from core.ratings.decided_match import DecidedMatch
from core.ratings.rating_list import rating_list
from core.ratings.rule import Rule
from tests.support.paths import ROOT


def tables(text):
    """The tables of a page: for each the lines as dicts from heading to cell."""
    found, lines = [], []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            lines.append([cell.strip() for cell in line.strip("|").split("|")])
        elif lines:
            head, _rule, *rows = lines
            found.append([dict(zip(head, row, strict=True)) for row in rows])
            lines = []
    return found


def test_the_example_of_the_documentation_is_computed_as_it_stands():
    text = (ROOT / "docs/tournaments/ratings.md").read_text(encoding="utf-8")
    played, ratings = tables(text[text.index("## An example") : text.index("## For seeding")])
    matches = []
    for row in played:
        players = row["first player"], row["second player"]
        kind = "played" if row["counts"] == "yes" else row["counts"]
        number, winner = int(row["match"]), players.index(row["winner"])
        matches.append(
            DecidedMatch(f"t_x.{number}", "t_x", 1, number, players, players, winner, (0, 0), kind, int(row["points"]))
        )
    found = rating_list(Rule(), matches)
    for row, judged in zip(played, found.matches, strict=True):
        shown = [row[name] for name in ("first before", "second before", "chance of the first", "first", "second")]
        one, other = judged.before
        numbers = [
            f"{one:.2f}",
            f"{other:.2f}",
            f"{judged.chance:.4f}",
            *(f"{change:+.2f}" for change in judged.changes),
        ]
        assert shown == (numbers if judged.counts else [""] * 5), row
    assert ratings == [
        {
            "player": each.player,
            "rating": f"{each.rating:.2f}",
            "experience": str(each.experience),
            "won": str(each.won),
            "lost": str(each.lost),
        }
        for each in found.ranked()
    ]


def test_the_settings_of_the_documentation_are_those_of_the_rule_with_their_usual_values():
    text = (ROOT / "docs/tournaments/ratings.md").read_text(encoding="utf-8")
    settings, *_ = tables(text)
    usual = {row["setting"].strip("`"): row["usual"] for row in settings}
    rule = Rule()
    words = {True: "true", False: "false", (): "none"}
    assert usual == {
        name: str(value) if type(value) is int else words[value] for name in usual for value in [getattr(rule, name)]
    }
    assert usual.keys() == set(Rule.__dataclass_fields__)
