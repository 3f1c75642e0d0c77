"""Explanations of a player's place and of a pairing, through the API."""

WON, LOST = {"winner": "white", "outcome": "jan"}, {"winner": "black", "outcome": "bearing_off"}
ORDER = ["points", "head_to_head", "buchholz_cut1", "median_buchholz", "buchholz", "lots"]


def cup(api, judge, **more):
    """A round robin of four in which white won every match."""
    tournament = api.tournament(4, tie_breaks=ORDER, **more)
    api.post(f"/v1/tournaments/{tournament}/start", {"seed": "midsummer"})
    for number in range(1, 7):
        body = {"match": f"{tournament}.{number}", "results": [WON] * 3}
        assert api.post(f"/v1/tournaments/{tournament}/results", body, role="scorer").status_code == 202
    judge()
    return f"/v1/tournaments/{tournament}"


def test_every_value_is_the_sum_of_what_it_is_explained_by(api, judge):
    path = cup(api, judge)
    table = api.get(f"{path}/standings").json["standings"]
    for line in table:
        said = api.get(f"{path}/standings/explain/{line['player_id']}").json
        assert (said["rank"], said["points"]) == (line["rank"], line["points"])
        assert said == api.get(f"{path}/standings/explain/{line['name']}").json
        assert [each["code"] for each in said["tie_breaks"]] == ORDER
        for each, shown in zip(said["tie_breaks"], line["tie_breaks"], strict=True):
            assert each["value"] == shown["value"]
            numbers = [one["numbers"][0] for one in each["operands"]]
            if isinstance(each["value"], int):
                assert sum(numbers) == each["value"]
                assert all(one["match"] and one["name"] and one["round"] for one in each["operands"])


def test_a_cut_shows_what_it_dropped_and_the_neighbours_what_decided(api, judge):
    path = cup(api, judge)
    table = api.get(f"{path}/standings").json["standings"]
    said = api.get(f"{path}/standings/explain/{table[1]['name']}").json
    cut = next(each for each in said["tie_breaks"] if each["code"] == "buchholz_cut1")
    (gone,) = cut["dropped"]
    shown = " + ".join(str(each["numbers"][0]) for each in cut["operands"])
    assert cut["sentence"] == f"Buchholz cut 1 {cut['value']} = {shown}; dropped {gone['numbers'][0]} ({gone['name']})"
    assert said["above"]["name"] == table[0]["name"]
    assert said["below"]["name"] == table[2]["name"]
    for neighbour, line in ((said["above"], table[0]), (said["below"], table[2])):
        values = {each["code"]: each["value"] for each in line["tie_breaks"]}
        mine = {each["code"]: each["value"] for each in table[1]["tie_breaks"]}
        first = next(code for code in ORDER if values[code] != mine[code])
        assert (neighbour["decided_by"], neighbour["theirs"]) == (first, values[first])


def test_who_is_not_there_cannot_be_explained(api, judge):
    path = cup(api, judge)
    assert api.get(f"{path}/standings/explain/p_nobody").status_code == 404
    assert api.get(f"{path}/pairings/9/explain").status_code == 404


def test_before_the_first_result_everybody_shares_the_first_place(api):
    tournament = api.tournament(3)
    said = api.get(f"/v1/tournaments/{tournament}/standings/explain/Player 1").json
    assert (said["rank"], len(said["shared_with"]), said["above"], said["below"]) == (1, 2, None, None)


def test_a_round_is_explained_by_the_scores_by_which_it_was_paired_whatever_is_corrected_later(api, judge):
    tournament = api.tournament(4, format="swiss", settings={"rounds": 3})
    path = f"/v1/tournaments/{tournament}"
    api.post(f"{path}/start", {"seed": "midsummer"})
    for number in (1, 2):
        api.post(f"{path}/results", {"match": f"{tournament}.{number}", "results": [WON] * 3}, role="scorer")
    judge()
    api.post(f"{path}/rounds")
    before = api.get(f"{path}/pairings/2/explain").json
    corrected = {"match": f"{tournament}.1", "kind": "no_show", "winner": "black", "reason": "the wrong sheet"}
    assert api.post(f"{path}/decisions", corrected).status_code == 201
    after = api.get(f"{path}/pairings/2/explain").json
    assert [each["why"] for each in after["matches"]] == [each["why"] for each in before["matches"]]
    assert "(1 point, 1 of 2)" in after["matches"][0]["why"]["text"]


def test_a_round_says_of_every_match_and_bye_why(api):
    tournament = api.tournament(3)
    api.post(f"/v1/tournaments/{tournament}/start", {"seed": "midsummer"})
    said = api.get(f"/v1/tournaments/{tournament}/pairings/1/explain").json
    assert all(each["why"]["text"] for each in said["matches"])
    assert said["bye"]["why"]["text"]
    assert said["format"] == "round_robin"
