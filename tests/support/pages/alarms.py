"""A hall with eight alarms of six kinds, told to a real service: names of thirty letters at eight tables."""

from core.events import AppealMade, ClockSet, ClockStarted, FlagClaimed, RefereeCalled, WarningGiven
from service.processes.supervisor import Supervisor
from tests.support.pages.club_evening import Client, ServedTournament, illegal, play
from tests.support.pages.desk import another

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÉ"
KINDS = ("called", "called", "flag", "disputed", "appeal", "illegal", "reported", "reported")
"""The alarms, the most urgent first."""


def long_names(count: int) -> list[str]:
    """So many names of thirty letters, half of them with a word that does not break."""
    starts = ("Karl-Gustaf von Schantzenberg ", "Wilhelminaösterlundhängströmsk")
    return [starts[at % 2][:28] + _LETTERS[at // 30] + _LETTERS[at % 30] for at in range(count)]


def eight_alarms(service: Supervisor) -> ServedTournament:
    """A Swiss tournament with eight tables, at each of which something waits for the referee."""
    names, name = long_names(16), "Kåsens stora höstturnering i svenskt bräde"
    hall = another(service, names=names, name=name, format="swiss", settings={"rounds": 3}, confirm=True)
    for table in (1, 2, 3, 4, 8):
        hall.record(table, play(table, 12 + table))
    hall.record(1, illegal(hall.facts[hall.matches[0]])[13:])
    hall.record(2, [RefereeCalled("black", "en tärning på kanten", "dice")])
    clock = [ClockSet({"white": 60_000, "black": 60_000}, 12_000), ClockStarted("black"), FlagClaimed("white")]
    hall.record(3, clock, by="referee")
    warned = hall.record(4, [WarningGiven("white", "lade tärningarna för sent")], by="referee")
    ruling = warned["verdicts"][-1]["version"]
    hall.record(4, [AppealMade("white", ruling, "motståndaren var inte heller vid bordet")])
    token = hall.organiser.ask("POST", f"/v1/clubs/{_club(hall)}/tokens", {"role": "scorer", "note": "the other"})
    first, second = hall.scorer, Client(hall.organiser.address, token["token"])
    for table, winners in ((5, ("white", "black")), (6, ("white",)), (7, ("black",))):
        for client, winner in zip((first, second), winners, strict=False):
            results = [{"winner": winner, "outcome": "bearing_off"}] * 3
            body = {"match": hall.matches[table - 1], "results": results}
            client.ask("POST", f"/v1/tournaments/{hall.tournament}/results", body, Prefer="wait=5")
    hall.record(8, [RefereeCalled("white", "telefonen är slut och ingen annan har matchen", "other")])
    return hall


def _club(hall: ServedTournament) -> str:
    return str(hall.organiser.ask("GET", f"/v1/tournaments/{hall.tournament}")["club"])
