"""The weekend from its first day to its prizes, told while it happens."""

import time
from collections.abc import Mapping, Sequence

from service.demo.console import DemoConsole
from service.demo.scenario import Json
from service.demo.weekend import Weekend
from service.terminal import count


def run_script(story: DemoConsole, weekend: Weekend, kept: str) -> None:
    """Play the weekend and explain it. `kept` is the folder of its data.

    Raises `NotAsExpected`, `RequestFailed` and `ServiceAway`.
    """
    _before(story, weekend, kept)
    _saturday(story, weekend)
    _sunday(story, weekend)
    _correction(story, weekend)
    _finals(story, weekend)


def _before(story: DemoConsole, weekend: Weekend, kept: str) -> None:
    programme = weekend.programme
    weekend.welcome()
    weekend.announce()
    tournament, players = weekend.tournament, len(programme.players)
    settings, tables = tournament["settings"], len(programme.tables)
    groups = f"{settings['groups']} groups of {players // settings['groups']}, {settings['advance']} go on"
    story.row("Club", programme.club["name"])
    story.row("Tournament", f"{tournament['name']} ({tournament['id']}): {groups}, knock-out")
    if weekend.earlier:
        story.row("Before", f"{count(weekend.earlier, 'weekend')} played here stay: to begin anew, delete {kept}")
    story.row("Entries", f"{count(players, 'player')} from a CSV file, all checked in, seeded by rating")
    money, paid = programme.money["plan"], count(len(programme.payments), "payment")
    story.row("Fees", f"{money['fee']} {money['currency']} each, {paid} noted at the door, {money['added']} added")
    story.row("Tables", f"{tables}, of which 1 and 2 are kept for group A")


def _saturday(story: DemoConsole, weekend: Weekend) -> None:
    programme, recording = weekend.programme, weekend.recording
    story.head("Saturday: the groups. In group A every move is recorded")
    began = time.monotonic()
    with story.recording(programme.records) as judged:
        recording.play(judged)
    facts, matches = count(programme.facts, "fact"), count(len(programme.records), "match", "matches")
    story.line(f"  {facts} of {matches} recorded and judged in {time.monotonic() - began:.1f} s:")
    story.verdicts(recording)
    story.line(f"  {_reported(story, weekend, 'saturday')} from the other groups.")
    leaving = programme.withdrawal
    story.head(f"{leaving['player']} withdraws: {leaving['reason']}")
    story.results(weekend.withdraw())
    story.line(f"  {_reported(story, weekend, 'evening')} of the last round.")
    story.head("The groups after the last round; → goes on")
    rounds = weekend.brackets()["main"]
    sections = weekend.standings()["sections"]
    story.groups(sections, _names(rounds))
    story.line()
    first = next(section["standings"][0]["name"] for section in sections if section["name"] == "A")
    answer = next(section for section in weekend.explained(first)["sections"] if section["name"] == "A")["below"]
    story.hanging("  ", f"{first}: {answer['sentence'][0].lower()}{answer['sentence'][1:]}.")
    story.hanging("  ", _passed_over(sections, _names(rounds), leaving["player"]))


def _passed_over(sections: Sequence[Json], going_on: set[str], player_id: str) -> str:
    """The player who goes on in the place of a withdrawn player."""
    for section in sections:
        rows = {row["name"]: row for row in section["standings"]}
        if player_id in rows:
            behind = [name for name, row in rows.items() if name in going_on and row["rank"] > rows[player_id]["rank"]]
            return (
                f"{player_id} keeps place {rows[player_id]['rank']} of group {section['name']}; {behind[0]} moves up."
            )
    return ""


def _sunday(story: DemoConsole, weekend: Weekend) -> None:
    story.head("Sunday: the first round of the knock-out and of the consolation")
    story.line(f"  {_reported(story, weekend, 'sunday')}.")


def _correction(story: DemoConsole, weekend: Weekend) -> None:
    correction = weekend.programme.correction
    story.head("A correction, when the bracket has moved on")
    story.line(f"  {correction.reason[0].upper()}{correction.reason[1:]}. Looked at first (dry run):", "dim")
    steps = weekend.correct()
    seen = next(steps)
    story.consequences(seen["changes"])
    written = next(steps)
    story.line(
        f"  Then written, and it changed exactly that. To take it back: undo decision {written['decision']}.", "dim"
    )


def _finals(story: DemoConsole, weekend: Weekend) -> None:
    story.head("The knock-out")
    reported = _reported(story, weekend, "afternoon")
    weekend.settle()
    brackets = weekend.brackets()
    story.line(f"  {reported}; the final is over five games.")
    story.line()
    story.bracket(brackets["main"])
    story.head("Prizes")
    clubs = {entry["player"]: entry["group"] for entry in weekend.tournament["entries"]}
    prizes = [(str(row["rank"]), row["player_id"], row["name"]) for row in weekend.standings()["standings"][:4]]
    final = brackets["consolation"][-1]["slots"][0]
    best = next(seat for seat in final["seats"] if seat["player"] == final["winner"])
    for prize, player, name in [*prizes, ("Consolation", best["player"], best["name"])]:
        story.row(prize, f"{name}, {clubs[player]}" if clubs[player] else name)
    story.head("Paid out")
    money = weekend.prizes()
    for each in money["won"]:
        of = each["pool"] or f"place {each['place']}"
        story.row(f"{each['amount']} {money['currency']}", f"{each['name']} ({of})")


def _reported(story: DemoConsole, weekend: Weekend, part: str) -> str:
    """Report a part of the whole results; how many in which time."""
    began = time.monotonic()
    with story.counting("Reporting results", len(weekend.programme.results[part]), "matches") as announced:
        number = weekend.report(part, announced)
    return f"{count(number, 'whole result')} in {time.monotonic() - began:.1f} s"


def _names(rounds: Sequence[Mapping[str, Sequence[Json]]]) -> set[str]:
    """The players of a bracket."""
    return {seat["name"] for round_ in rounds for slot in round_["slots"] for seat in slot["seats"] if seat["name"]}
