"""FIDE's tournament reports as readers that others wrote see them: strict py4swiss, and trf."""

from pathlib import Path

import pytest
import trf

from core.errors import NotAllowed
from core.events import ByesSet, PlayerWithdrew, ResultDecided
from core.tournament import Tournament
from core.tournament.standings.meetings import meetings
from core.tournament.standings.standings import standings
from core.tournament.views.trf import PROFILES
from service.exports import EXPORTS, ExportOptions
from tests.support.proving import some
from tests.support.tournament.of_every_format import KEYS, KINDS, NAMES, entered, on_paper, played
from tests.support.tournament.written_results import after


def report(tournament: Tournament, profile: str = "trf16") -> str:
    return EXPORTS[f"{profile}.trf"].make(on_paper(tournament), ExportOptions()).decode()


def read(text: str) -> trf.Tournament:
    return trf.loads(text.replace("\r\n", "\n"))


@pytest.fixture
def strict(tmp_path: Path):
    """The strict reader: it adds the points of every round up and holds each match against the opponent's record."""
    parser = pytest.importorskip("py4swiss.trf", reason="py4swiss has no build for this machine").TrfParser

    def parse(text: str):
        path = tmp_path / "report.trf"
        path.write_bytes(text.encode())
        return parser.parse(path, strict=True)

    return parse


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
def test_a_report_of_any_format_at_any_time_is_read_by_others(form: str, strict) -> None:
    for state in (entered(form, 9), played(entered(form, 9), most=4), played(entered(form, 9))):
        people = sum(max(1, len(entry.members)) for entry in state.field)
        assert len(strict(report(state)).player_sections) == people
        assert [len(read(report(state, profile)).players) for profile in PROFILES] == [people, people]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_report_has_the_opponents_results_points_and_ranks_of_the_table(profile: str) -> None:
    state = played(entered("swiss", len(NAMES), NAMES.__getitem__))
    players = {player.startrank: player for player in read(report(state, profile)).players}
    ids = dict(enumerate(state.starters, 1))
    lines = {line.player_id: line for line in standings(state)}
    for number, player_id in ids.items():
        line, found = lines[player_id], players[number]
        assert (found.points, found.rank, found.rating) == (line.points, line.rank, state.entry(player_id).rating)
        assert found.name == line.name[:33].strip()
        met = [(ids.get(game.startrank, ""), game.result in "1+U") for game in found.games]
        assert met == [(each.opponent, each.won) for each in meetings(state)[player_id]]


def test_a_team_league_s_report_has_its_members_and_their_teams() -> None:
    state = played(entered("team_league", 4))
    found = read(report(state, "trf26"))
    assert [team.name for team in found.teams] == [entry.name[:32].strip() for entry in state.field]
    assert [len(team.startranks) for team in found.teams] == [2] * 4
    assert sum(player.points for player in found.players) == len(list(state.matches))


def test_other_points_and_byes_on_request_are_told_to_the_reader(strict) -> None:
    scoring = {"win": 3, "loss": 1, "bye": 2, "half_bye": 2, "walkover_loss": 0, "walkover": 3}
    state = entered("swiss", 9, settings={"byes": 1, "bye_worth": "half"}, scoring=scoring)
    state = played(after(state, [ByesSet("p3", ((1, "half"),))]))
    away = strict(report(state)).player_sections[3]
    assert away.results[0].result.value == "H"
    assert {
        player_section.starting_number: player_section.points_times_ten
        for player_section in strict(report(state)).player_sections
    } == {
        number: 10 * next(line.points for line in standings(state) if line.player_id == player)
        for number, player in enumerate(state.starters, 1)
    }


def decided(kinds: tuple[str, str], **scoring: int) -> Tournament:
    state = played(entered("swiss", 4, scoring=scoring), most=0)
    matches = [pairing.match for pairing in state.rounds[0].pairings]
    events = [
        ResultDecided(match, kind, "ill", "white", {}, None, ()) for match, kind in zip(matches, kinds, strict=True)
    ]
    return after(state, events)


@pytest.mark.parametrize(
    ("kinds", "scoring"),
    [
        (("no_show", "walkover"), {"no_show": 3}),
        (("adjudicated", "forfeit"), {"adjudicated": 2, "win": 3}),
        (("walkover", "walkover"), {"walkover_loss": -1}),
        (("walkover", "walkover"), {"walkover": 100}),
    ],
)
def test_scores_that_a_report_cannot_hold_are_refused(kinds: tuple[str, str], scoring: dict[str, int]) -> None:
    with pytest.raises(NotAllowed, match="take the CSV file"):
        report(decided(kinds, **scoring))


def test_a_withdrawn_player_is_named_to_programs_that_pair_the_next_round(strict) -> None:
    state = after(played(entered("swiss", 6), most=3), [PlayerWithdrew("p2", "ill")])
    assert strict(report(state)).x_section.zeroed_ids == {1 + state.starters.index("p2")}
    assert f"\r\n240 Z   2 {1 + state.starters.index('p2'):4}\r\n" in report(state, "trf26")


def point_system(text: str) -> dict[str, int]:
    """The tenths of a point of each symbol of record `162`, from FIDE's columns: 6, 7 to 10, then every nine."""
    line = next(line for line in text.splitlines() if line.startswith("162"))
    places = range(5, len(line), 9)
    assert all(line[place - 1] == " " and line[place + 5 : place + 8].strip() == "" for place in places)
    return {line[place]: round(10 * float(line[place + 1 : place + 5])) for place in places}


def abnormal(text: str) -> list[tuple[str, int, str, list[int]]]:
    """The records `299`: letter (column 5), tenths of a point (14 to 17), round (20 to 22), players (24 on)."""
    lines = [line for line in text.splitlines() if line.startswith("299")]
    return [
        (line[4], round(10 * float(line[13:17])), line[19:22], [int(number) for number in line[23:].split()])
        for line in lines
    ]


def test_the_points_of_results_stand_in_the_columns_that_fide_says() -> None:
    assert point_system(report(entered("swiss", 4), "trf26")) == {"W": 10, "D": 5, "L": 0, "P": 10}
    scoring = {"win": 3, "loss": 1, "bye": 2, "walkover": 3}
    text = report(played(entered("swiss", 9, scoring=scoring)), "trf26")
    assert point_system(text) == {"W": 30, "D": 20, "L": 10, "A": 10, "P": 20}
    assert abnormal(text) == []


def test_a_walkover_that_is_worth_more_than_a_win_is_an_abnormal_assignment_of_its_winners() -> None:
    state = decided(("walkover", "walkover"), walkover=2, walkover_loss=1)
    text = report(state, "trf26")
    assert point_system(text) == {"W": 10, "D": 5, "L": 0, "A": 10, "P": 10}
    winners = [1 + state.starters.index(pairing.white) for pairing in state.rounds[0].pairings]
    [(letter, tenths, rounds, players)] = abnormal(text)
    assert (letter, tenths, rounds, sorted(players)) == ("+", 20, "000", sorted(winners))


def test_a_report_of_a_bracket_has_the_rounds_that_are_to_come() -> None:
    state = played(entered("double_elimination", 9), most=2)
    last = max(planned.number for _, planned in state.format.plan(state).rounds())
    assert f"\r\n142 {last}\r\n" in report(state, "trf26")
    assert f"\r\nXXR {last}\r\n" in report(state)
