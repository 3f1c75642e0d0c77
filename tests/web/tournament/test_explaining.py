"""Explanations of a player's place and of a pairing, through the API."""

from tests.support.pictures.prints import texts

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
        assert [tie_break["code"] for tie_break in said["tie_breaks"]] == ORDER
        for tie_break, shown in zip(said["tie_breaks"], line["tie_breaks"], strict=True):
            assert tie_break["value"] == shown["value"]
            numbers = [operand["numbers"][0] for operand in tie_break["operands"]]
            if isinstance(tie_break["value"], int):
                assert sum(numbers) == tie_break["value"]
                assert all(
                    operand["match"] and operand["name"] and operand["round"] for operand in tie_break["operands"]
                )


def test_a_cut_shows_what_it_dropped_and_the_neighbours_what_decided(api, judge):
    path = cup(api, judge)
    table = api.get(f"{path}/standings").json["standings"]
    said = api.get(f"{path}/standings/explain/{table[1]['name']}").json
    cut = next(tie_break for tie_break in said["tie_breaks"] if tie_break["code"] == "buchholz_cut1")
    (gone,) = cut["dropped"]
    shown = " + ".join(str(operand["numbers"][0]) for operand in cut["operands"])
    assert cut["sentence"] == f"Buchholz cut 1 {cut['value']} = {shown}; dropped {gone['numbers'][0]} ({gone['name']})"
    assert said["above"]["name"] == table[0]["name"]
    assert said["below"]["name"] == table[2]["name"]
    for neighbour, line in ((said["above"], table[0]), (said["below"], table[2])):
        values = {tie_break["code"]: tie_break["value"] for tie_break in line["tie_breaks"]}
        mine = {tie_break["code"]: tie_break["value"] for tie_break in table[1]["tie_breaks"]}
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
    corrected["pair_anew"] = False
    assert api.post(f"{path}/decisions", corrected).status_code == 201
    after = api.get(f"{path}/pairings/2/explain").json
    assert [match["why"] for match in after["matches"]] == [match["why"] for match in before["matches"]]
    assert "(1 point, 1 of 2)" in after["matches"][0]["why"]["text"]


def test_a_round_says_of_every_match_and_bye_why(api):
    tournament = api.tournament(3)
    api.post(f"/v1/tournaments/{tournament}/start", {"seed": "midsummer"})
    said = api.get(f"/v1/tournaments/{tournament}/pairings/1/explain").json
    assert all(match["why"]["text"] for match in said["matches"])
    assert said["bye"]["why"]["text"]
    assert said["format"] == "round_robin"


def test_a_pair_made_by_hand_says_who_made_it_when_and_why_and_the_list_of_rulings_has_it(api):
    tournament = api.tournament(4, format="swiss", settings={"rounds": 2}, published=True)
    path = f"/v1/tournaments/{tournament}"
    [one, two] = api.post(f"{path}/start", {"seed": "midsummer"}).json["rounds"][0]["matches"]
    pairs = [[one["white"]["id"], two["white"]["id"]], [one["black"]["id"], two["black"]["id"]]]
    by_hand = api.post(f"{path}/rounds/1/pairings", {"pairs": pairs, "reason": "they share a car"})
    assert by_hand.status_code == 200
    [event] = [each for each in api.get(f"{path}/events").json["events"] if each["type"] == "PairingsVoided"]
    said = api.get(f"{path}/pairings/1/explain").json
    for each in said["matches"]:
        assert each["why"]["text"] == "Paired by hand, not by the format: they share a car."
        assert each["why"]["instead"] == []
        assert each["anew"] == {
            "by_hand": True,
            "recorded_by": event["recorded_by"],
            "recorded_by_name": None,
            "recorded_at": event["recorded_at"],
            "reason": "they share a car",
        }
    name = {each["id"]: each["name"] for match in (one, two) for each in (match["white"], match["black"])}
    new, old = (
        ", ".join(f"{name[a]} – {name[b]}" for a, b in rows)
        for rows in (pairs, [[each["white"]["id"], each["black"]["id"]] for each in (one, two)])
    )
    listed = " ".join(texts(api.get(f"{path}/rulings.pdf").data))
    assert f"Paired by hand: {new}; before: {old}" in listed
    assert "they share a car" in listed


def test_strangers_read_no_reason_and_no_earlier_pairs_of_a_draft_that_was_paired_by_hand(api):
    tournament = api.tournament(4, format="swiss", settings={"rounds": 2}, published=True, drafts=True)
    path = f"/v1/tournaments/{tournament}"
    [one, two] = api.post(f"{path}/start", {"seed": "midsummer"}).json["rounds"][0]["matches"]
    pairs = [[one["white"]["id"], two["white"]["id"]], [one["black"]["id"], two["black"]["id"]]]
    assert api.post(f"{path}/rounds/1/pairings", {"pairs": pairs, "reason": "a couple"}).status_code == 200
    assert api.get(f"{path}/pairings/1/explain", role=None).status_code == 404
    assert api.post(f"{path}/rounds/1/publish").status_code == 200
    public = api.get(f"{path}/pairings/1/explain", role=None)
    assert "Paired by hand, not by the format." in public.get_data(as_text=True)
    assert "couple" not in public.get_data(as_text=True)
    assert "couple" in api.get(f"{path}/pairings/1/explain", role="organiser").get_data(as_text=True)
    for role, sees in ((None, False), ("organiser", True)):
        listed = " ".join(texts(api.get(f"{path}/rulings.pdf", role=role).data))
        assert ("couple" in listed) is sees
        assert ("Paired by hand" in listed) is sees
