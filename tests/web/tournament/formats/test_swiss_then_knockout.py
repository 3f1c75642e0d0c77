"""Six over HTTP: a round of a Swiss, the cut when the organiser asks for it, the play-off, a final to five points."""

import pytest

CUP = {
    "format": "swiss_then_knockout",
    "game": "backgammon",
    "length": {"points": 3},
    "settings": {"rounds": 1, "cut": 2, "line": "play_off", "consolation": True},
    "terms": [{"stage": "main", "from_end": 1, "length": {"points": 5}}],
}


class Cup:
    """A tournament in which the player who entered first wins every match, with a worker at hand."""

    def __init__(self, api, judge):
        self.api, self.judge = api, judge
        self.path = f"/v1/tournaments/{api.tournament(6, **CUP)}"
        words = api.post(f"{self.path}/start", {"seed": "midsummer"}).json
        self.order = [entry["player"] for entry in words["entries"]]

    def rounds(self, *stages):
        return [round_ for round_ in self.api.get(self.path).json["rounds"] if round_["stage"] in stages]

    def play(self, *stages):
        """Report every match of these stages that waits, as long as there are any."""
        while waiting := [
            match for round_ in self.rounds(*stages) for match in round_["matches"] if match["result"] is None
        ]:
            for match in waiting:
                white = self.order.index(match["white"]["id"]) < self.order.index(match["black"]["id"])
                points = self.api.get(f"/v1/matches/{match['id']}").json["length"]["points"]
                results = [{"winner": "white" if white else "black", "outcome": "single"}] * points
                answer = self.api.post(f"{self.path}/results", {"match": match["id"], "results": results})
                assert answer.status_code in (201, 202), answer.json
            self.judge()

    def meets(self, *stages):
        number = {player: place for place, player in enumerate(self.order, 1)}
        return {
            match["slot"]: tuple(number[match[seat]["id"]] for seat in ("white", "black") if match[seat])
            for round_ in self.rounds(*stages)
            for match in round_["matches"]
        }


@pytest.fixture
def cup(api, judge):
    return Cup(api, judge)


def test_the_organiser_makes_the_cut_and_everything_after_it_follows_by_itself(cup):
    api, path = cup.api, cup.path
    assert api.post(f"{path}/rounds", {"round": 2}).status_code == 409
    cup.play("swiss")
    brackets = {
        bracket["bracket"]: bracket["rounds"][0]["slots"] for bracket in api.get(f"{path}/bracket").json["brackets"]
    }
    sources = {
        key: [[(seat["from"]["kind"], seat["from"]["of"]) for seat in slot["seats"]] for slot in slots]
        for key, slots in brackets.items()
    }
    assert sources == {
        "play_off": [[("place", "2"), ("place", "3")]],
        "main": [[("seed", 1), ("seed", 2)]],
        "consolation": [[("seed", 3), ("seed", 6)], [("seed", 4), ("seed", 5)]],
    }
    assert api.get(f"{path}/standings").json["sections"] == []
    assert api.post(f"{path}/rounds", {}).status_code == 201
    table = {row["player_id"]: row["points"] for row in api.get(f"{path}/standings").json["standings"]}
    cup.play("play_off", "main", "consolation")
    answer = api.get(f"{path}/standings").json
    assert api.get(path).json["status"] == "finished"
    assert {row["player_id"]: row["points"] for row in answer["standings"]} == table
    assert [section["name"] for section in answer["sections"]] == ["swiss"]
    (final,) = cup.meets("main").items()
    assert final[0] == "main.1.1"
    assert answer["standings"][0]["player_id"] == cup.order[min(final[1]) - 1]
    lengths = {
        round_["stage"]: api.get(f"/v1/matches/{round_['matches'][0]['id']}").json["length"]
        for round_ in cup.rounds("swiss", "play_off", "main")
    }
    assert lengths == {"swiss": {"points": 3}, "play_off": {"points": 3}, "main": {"points": 5}}


@pytest.mark.parametrize(
    ("settings", "path"),
    [({"cut": 65}, "settings.cut"), ({"line": "lots"}, "settings.line"), ({"advance": 2}, "settings.advance")],
)
def test_a_wrong_setting_is_named(api, settings, path):
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss_then_knockout"}
    answer = api.post("/v1/clubs/vasa/tournaments", {**words, "settings": settings})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {path})
