"""Six players over HTTP: byes, the bronze match and the consolation, each paired as soon as its players are known."""

import pytest

CUP = {"format": "single_elimination", "settings": {"bronze": True, "consolation": "auto"}}


class Cup:
    """A tournament in which the player who entered first wins every match, with a worker at hand."""

    def __init__(self, api, judge):
        self.api, self.judge = api, judge
        self.path = f"/v1/tournaments/{api.tournament(6, **CUP)}"
        answer = api.post(f"{self.path}/start", {"seed": "midsummer"})
        assert answer.status_code == 200, answer.json
        self.order = [entry["player"] for entry in answer.json["entries"]]
        self.names = {player: f"p{number}" for number, player in enumerate(self.order, 1)}

    def matches(self):
        """The matches by slot."""
        return {match["slot"]: match for match in self.api.get(f"{self.path}/matches").json["matches"]}

    def meets(self):
        """The pairings by slot: `p4–p5`, or `p1` for a bye."""
        return {
            slot: "–".join(self.names[match[seat]["id"]] for seat in ("white", "black") if match[seat])
            for slot, match in self.matches().items()
        }

    def play(self, *slots):
        """Report the matches in these slots, in this order."""
        for slot in slots:
            match = self.matches()[slot]
            first = min(("white", "black"), key=lambda seat: self.order.index(match[seat]["id"]))
            results = [{"winner": first, "outcome": "bearing_off"}] * 3
            answer = self.api.post(f"{self.path}/results", {"match": match["id"], "results": results}, role="scorer")
            assert answer.status_code in (201, 202), answer.json
            self.judge()

    def table(self):
        """Rank and name of everybody, best first."""
        lines = self.api.get(f"{self.path}/standings").json["standings"]
        return [f"{line['rank']} {self.names[line['player_id']]}" for line in lines]


@pytest.fixture
def cup(api, judge):
    return Cup(api, judge)


def test_a_cup_is_played_through_from_the_byes_to_the_table(api, cup):
    assert cup.meets() == {"main.1.1": "p1", "main.1.2": "p4–p5", "main.1.3": "p2", "main.1.4": "p3–p6"}
    byes = [match["result"]["kind"] for slot, match in cup.matches().items() if slot in ("main.1.1", "main.1.3")]
    assert byes == ["bye", "bye"]
    cup.play("main.1.4")
    assert cup.meets()["main.2.2"] == "p2–p3"
    cup.play("main.2.2", "main.1.2")
    assert {slot: cup.meets()[slot] for slot in ("main.2.1", "consolation.1.1")} == {
        "main.2.1": "p1–p4",
        "consolation.1.1": "p5–p6",
    }
    cup.play("main.2.1", "bronze.1.1", "consolation.1.1", "main.3.1")
    assert api.get(cup.path).json["status"] == "finished"
    assert cup.table() == ["1 p1", "2 p2", "3 p3", "4 p4", "5 p5", "6 p6"]


def test_a_corrected_semi_final_moves_the_final_and_says_so_first(api, cup):
    cup.play("main.1.2", "main.1.4", "main.2.1", "main.2.2", "main.3.1", "bronze.1.1")
    semi = cup.matches()["main.2.2"]
    asked = {"match": semi["id"], "kind": "adjudicated", "winner": semi["black"]["id"], "reason": "the sheet was wrong"}
    looked = api.post(f"{cup.path}/decisions?dry_run=true", asked)
    assert (looked.status_code, cup.meets()["main.3.1"]) == (200, "p1–p2")
    decided = api.post(f"{cup.path}/decisions", asked)
    assert decided.status_code == 201, decided.json
    assert {slot: cup.meets()[slot] for slot in ("main.3.1", "bronze.1.1")} == {
        "main.3.1": "p1–p3",
        "bronze.1.1": "p4–p2",
    }
    assert cup.matches()["main.3.1"]["result"] is None
    assert cup.matches()["main.2.1"]["result"] is not None


def test_the_whole_bracket_and_why_two_meet_are_told(api, cup):
    trees = api.get(f"{cup.path}/bracket").json["brackets"]
    assert [(tree["bracket"], sum(len(round_["slots"]) for round_ in tree["rounds"])) for tree in trees] == [
        ("main", 7),
        ("bronze", 1),
        ("consolation", 1),
    ]
    matches = api.get(f"{cup.path}/pairings/1/explain").json["matches"]
    why = {match["slot"]: match["why"]["text"] for match in matches}
    assert why["main.1.1"].endswith("seed 1, has a bye: there is no seed 8.")


def test_a_late_player_takes_the_place_of_a_bye(api, cup):
    registered = api.post("/v1/clubs/vasa/players", [{"name": "Late Lisa"}]).json["players"]
    answer = api.post(f"{cup.path}/entries", {"players": [registered[0]["id"]]})
    assert answer.status_code == 201, answer.json
    cup.names[registered[0]["id"]] = "lisa"
    assert cup.meets()["main.1.3"] == "p2–lisa"


def test_a_drop_string_that_cannot_be_read_is_refused_when_the_tournament_is_announced(api):
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "single_elimination"}
    answer = api.post("/v1/clubs/vasa/tournaments", {**words, "settings": {"consolation": "A.A."}})
    assert (answer.status_code, "enter in round 1 already" in str(answer.json["errors"])) == (422, True)


def test_a_drop_string_that_does_not_fit_is_refused_at_the_start_with_what_is_missing(api):
    tournament = api.tournament(8, format="single_elimination", settings={"consolation": "A.B."})
    answer = api.post(f"/v1/tournaments/{tournament}/start", {"seed": "midsummer"})
    assert (answer.status_code, "add '|.' at the end" in str(answer.json["errors"])) == (422, True)
