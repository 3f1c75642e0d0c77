"""Eight over HTTP: two groups, the transfer by itself, a correction that moves it, the final over five games."""

import pytest

from tests.support.proving import some

CUP = {
    "format": "groups_then_knockout",
    "settings": {"groups": 2, "advance": 2, "bronze": True, "consolation": True},
    "terms": [{"stage": "main", "from_end": 1, "length": {"games": 5}}],
}
SEAT = {True: "white", False: "black"}


class Weekend:
    """A tournament in which the player who entered first wins every match, with a worker at hand."""

    def __init__(self, api, judge, number=8, **settings):
        self.api, self.judge = api, judge
        self.id = api.tournament(number, **{**CUP, "settings": settings or CUP["settings"]})
        self.path = f"/v1/tournaments/{self.id}"
        words = api.post(f"{self.path}/start", {"seed": "midsummer"}).json
        self.order = [entry["player"] for entry in words["entries"]]
        self.names = {player: f"p{number}" for number, player in enumerate(self.order, 1)}

    def rounds(self, *stages):
        return [round_ for round_ in self.api.get(self.path).json["rounds"] if round_["stage"] in stages]

    def meets(self, *stages):
        """The pairings, as `p1–p2`, by slot."""
        return {
            match["slot"]: "–".join(self.names[match[seat]["id"]] for seat in ("white", "black") if match[seat])
            for round_ in self.rounds(*stages)
            for match in round_["matches"]
        }

    def play(self, *stages):
        """Report every match of these stages that waits, as long as there are any."""
        while waiting := [
            match for round_ in self.rounds(*stages) for match in round_["matches"] if match["result"] is None
        ]:
            for match in waiting:
                white = self.order.index(match["white"]["id"]) < self.order.index(match["black"]["id"])
                games = self.api.get(f"/v1/matches/{match['id']}").json["length"]["games"]
                results = [{"winner": SEAT[white], "outcome": "bearing_off"}] * games
                asked = {"match": match["id"], "results": results}
                answer = self.api.post(f"{self.path}/results", asked, role="scorer")
                assert answer.status_code in (201, 202), answer.json
            self.judge()

    def table(self):
        return [self.names[row["player_id"]] for row in self.api.get(f"{self.path}/standings").json["standings"]]


@pytest.fixture
def weekend(api, judge):
    return Weekend(api, judge)


def test_groups_are_played_and_the_first_two_of_each_go_on_by_themselves(weekend):
    assert [len(round_["matches"]) for round_ in weekend.rounds("groups")] == [4, 4, 4]
    assert weekend.rounds("main") == []
    weekend.play("groups")
    assert weekend.meets("main") == {"main.1.1": "p1–p3", "main.1.2": "p2–p4"}
    assert weekend.meets("consolation") == {"consolation.1.1": "p5–p7", "consolation.1.2": "p6–p8"}
    sections = weekend.api.get(f"{weekend.path}/standings").json["sections"]
    assert {
        section["name"]: [weekend.names[line["player_id"]] for line in section["standings"]] for section in sections
    } == {
        "A": ["p1", "p4", "p5", "p8"],
        "B": ["p2", "p3", "p6", "p7"],
    }


def test_before_the_transfer_the_bracket_shows_the_places_and_after_it_who_came_there(weekend):
    def seats():
        brackets = weekend.api.get(f"{weekend.path}/bracket").json["brackets"]
        slot = next(bracket for bracket in brackets if bracket["bracket"] == "main")["rounds"][0]["slots"][0]
        return [(seat["from"]["of"], seat["player"]) for seat in slot["seats"]]

    assert seats() == [("A1", None), ("B2", None)]
    assert ">A1</text>" in weekend.api.get(f"{weekend.path}/bracket.svg").get_data(as_text=True)
    weekend.play("groups")
    assert seats() == [("A1", weekend.order[0]), ("B2", weekend.order[2])]


def test_the_weekend_is_played_to_its_end_and_the_final_is_over_five_games(weekend):
    weekend.play("groups", "main", "bronze", "consolation")
    assert weekend.api.get(weekend.path).json["status"] == "finished"
    assert weekend.table() == ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"]
    lengths = {
        match["slot"]: weekend.api.get(f"/v1/matches/{match['id']}").json["length"]["games"]
        for round_ in weekend.rounds("main", "bronze")
        for match in round_["matches"]
    }
    assert lengths == {"main.1.1": 3, "main.1.2": 3, "bronze.1.1": 3, "main.2.1": 5}


def test_the_best_thirds_go_on_and_api_and_page_show_the_comparison(api, judge):
    thirds = Weekend(api, judge, 10, groups=3, next_best=2, seeds_by="results", compare="without_last")
    assert "across" not in thirds.api.get(f"{thirds.path}/standings").json
    thirds.play("groups")
    across = thirds.api.get(f"{thirds.path}/standings").json["across"]
    assert [(each["place"], len(each["players"])) for each in across] == [(1, 3), (2, 3), (3, 3)]
    rows = across[2]["players"]
    assert [row["goes_on"] for row in rows] == [True, True, False]
    assert {thirds.names[row["player"]] for row in rows} == {"p7", "p8", "p9"}
    assert {row["matches"] for row in rows} == {2}  # of the four in group C the last does not count
    page = thirds.api.get(f"/tournaments/{thirds.id}/standings").get_data(as_text=True)
    assert "In place 3 of their groups" in page
    assert page.count("does not go on") == 1
    number = thirds.rounds("main")[0]["round"]
    why = thirds.api.get(f"{thirds.path}/pairings/{number}/explain").get_data(as_text=True)
    assert "game difference" in why
    thirds.play("main")
    assert thirds.api.get(thirds.path).json["status"] == "finished"


def test_a_corrected_group_result_moves_the_transfer_and_its_undoing_moves_it_back(weekend):
    weekend.play("groups", "main", "bronze", "consolation")
    before = weekend.table()
    match = next(
        each
        for round_ in weekend.rounds("groups")
        for each in round_["matches"]
        if {each["white"]["id"], each["black"]["id"]} == {weekend.order[3], weekend.order[4]}
    )
    seat = SEAT[match["white"]["id"] == weekend.order[4]]
    asked = {
        "match": match["id"],
        "kind": "played",
        "reason": "the slip was read the wrong way round",
        "results": [{"winner": seat, "outcome": "bearing_off"}] * 3,
    }
    looked = weekend.api.post(f"{weekend.path}/decisions?dry_run=true", asked, role="referee")
    assert looked.status_code == 200, looked.json
    assert weekend.meets("main")["main.1.2"] == "p2–p4"
    decided = weekend.api.post(f"{weekend.path}/decisions", asked, role="referee")
    assert decided.status_code in (200, 201), decided.json
    weekend.judge()
    assert weekend.meets("main") == {"main.1.1": "p1–p3", "main.1.2": "p2–p5"}
    assert weekend.meets("consolation")["consolation.1.1"] == "p4–p7"
    assert weekend.api.get(weekend.path).json["status"] == "running"
    version = weekend.api.get(weekend.path).json["version"]
    decision = next(
        event["version"]
        for event in weekend.api.get(f"{weekend.path}/events").json["events"]
        if event["type"] == "ResultDecided" and event["match"] == match["id"]
    )
    assert decision <= version
    undone = weekend.api.post(f"{weekend.path}/decisions/{decision}/undo", {"reason": "it was right"}, role="referee")
    assert undone.status_code in (200, 201), undone.json
    weekend.judge()
    assert weekend.table() == before
    assert weekend.api.get(weekend.path).json["status"] == "finished"


def test_the_explanation_of_a_round_says_whence_its_players_come(weekend):
    weekend.play("groups")
    number = weekend.rounds("main")[0]["round"]
    said = weekend.api.get(f"{weekend.path}/pairings/{number}/explain")
    assert said.status_code == 200, said.json
    text = said.get_data(as_text=True)
    assert "A1" in text
    assert "B2" in text
    assert "Berger table" in weekend.api.get(f"{weekend.path}/pairings/1/explain").get_data(as_text=True)


@pytest.mark.parametrize(
    "what",
    some(
        [
            "standings.csv",
            "standings.xlsx",
            "standings.html",
            "crosstable.csv",
            "crosstable.html",
            "crosstable.json",
            "matches.csv",
            "bracket.json",
            "bracket.csv",
            "bracket.svg",
            "rounds/1/pairings.csv",
            "rounds/4/pairings.html",
        ],
        "standings.csv",
        "crosstable.html",
        "rounds/4/pairings.html",
    ),
)
def test_every_export_can_be_had(weekend, what):
    weekend.play("groups")
    answer = weekend.api.get(f"{weekend.path}/{what}")
    assert answer.status_code == 200, answer.json


@pytest.mark.parametrize(
    ("settings", "path"),
    [({"groups": 65}, "settings.groups"), ({"advance": "2"}, "settings.advance"), ({"size": 4}, "settings.size")],
)
def test_a_wrong_setting_is_named(api, settings, path):
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "groups_then_knockout"}
    answer = api.post("/v1/clubs/vasa/tournaments", {**words, "settings": settings})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {path})
