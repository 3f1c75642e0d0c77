"""Date, place and announcement of a tournament."""

import pytest

DETAILS = {
    "starts": "2026-11-28T18:00",
    "ends": "2026-11-28T22:30",
    "zone": "Europe/Stockholm",
    "place": "Vasamuseet",
    "fee": "50 kr",
    "contact": "Åsa, 070-123 45 67",
    "description": "Alla är välkomna.\nFika ingår.",
    "prizes": [{"place": 1, "text": "500 kr"}, {"place": 2, "text": "Bok"}, {"text": "Bästa junior: pokal"}],
    "schedule": [{"time": "17:30", "text": "Avprickning"}, {"text": "Prisutdelning"}],
}


def announced(api, **details):
    words = {"name": "Höst", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
    return api.post("/v1/clubs/vasa/tournaments", {**words, "details": details})


def test_the_details_are_told_as_they_were_announced_and_on_the_page_in_the_readers_language(api):
    answer = announced(api, **DETAILS)
    assert (answer.status_code, answer.json["details"]) == (201, DETAILS)
    path = f"/tournaments/{answer.json['id']}"
    english = api.client.get(path).get_data(as_text=True)
    swedish = api.client.get(path, headers={"Accept-Language": "sv"}).get_data(as_text=True)
    assert "Saturday 28 November 2026, 18:00 – 22:30" in english
    assert "Lördag 28 november 2026 kl. 18.00–22.30" in swedish
    for said in (
        "Vasamuseet",
        "50 kr",
        "Åsa, 070-123 45 67",
        "Fika ingår.",
        "<b>17:30</b> Avprickning",
        "<b>1.</b> <span>500 kr</span>",
        "junior",
    ):
        assert said in english
    printed = api.client.get(f"/v1{path}/standings.html").get_data(as_text=True)
    assert "28 November 2026 · Vasamuseet" in printed
    assert "<li>2. Bok</li>" in printed
    assert "<h2>Priser</h2>" in api.client.get(f"/v1{path}/standings.html?lang=sv").get_data(as_text=True)
    assert api.get(f"/v1{path}", role=None).json["details"]["zone"] == "Europe/Stockholm"
    assert "28 November 2026 · Vasamuseet" in api.client.get(f"/v1{path}/bracket.svg").get_data(as_text=True)


def test_a_tournament_without_details_has_none_on_its_page(api):
    answer = announced(api)
    assert answer.json["details"] == {}
    assert 'class="card details"' not in api.client.get(f"/tournaments/{answer.json['id']}").get_data(as_text=True)


def test_details_are_changed_one_by_one_and_after_the_start_too_but_nothing_else_then(api):
    path = f"/v1/tournaments/{api.tournament(4)}"
    first = api.send("PATCH", path, "organiser", json={"details": {"place": "Vasa", "fee": "50 kr"}})
    assert first.json["details"] == {"place": "Vasa", "fee": "50 kr"}
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    second = api.send("PATCH", path, "organiser", json={"details": {"fee": None, "starts": "2026-11-28"}})
    assert (second.status_code, second.json["details"]) == (200, {"starts": "2026-11-28", "place": "Vasa"})
    both = {"details": {"fee": "60 kr"}, "name": "Other"}
    assert api.send("PATCH", path, "organiser", json=both).status_code == 409
    assert api.send("PATCH", path, "organiser", json={"details": {"ends": "2026-11-27"}}).status_code == 422
    assert api.get(path).json["details"] == second.json["details"]


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"starts": "28/11"}, "details.starts"),
        ({"starts": "2026-02-30"}, "details.starts"),
        ({"starts": "2026-11-28T25:00"}, "details.starts"),
        ({"starts": "2026-11-28", "ends": "2026-11-27T23:00"}, "details.ends"),
        ({"ends": "2026-11-28"}, "details.starts"),
        ({"zone": "../../etc/passwd"}, "details.zone"),
        ({"zone": "Mars/Olympus"}, "details.zone"),
        ({"place": "x" * 201}, "details.place"),
        ({"description": "x" * 2001}, "details.description"),
        ({"description": "a\u202eb"}, "details.description"),
        ({"schedule": [{"text": "x"}] * 31}, "details.schedule"),
        ({"schedule": [{"time": "18:00"}]}, "details.schedule.0.text"),
        ({"prizes": [{"text": "x"}] * 31}, "details.prizes"),
        ({"prizes": [{"place": 1}]}, "details.prizes.0.text"),
        ({"prizes": [{"text": "x"}, {"place": 0, "text": "x"}]}, "details.prizes.1.place"),
        ({"prizes": [{"text": "x" * 121}]}, "details.prizes.0.text"),
        ({"prizes": "500 kr"}, "details.prizes"),
        ({"colour": "red"}, "details.colour"),
    ],
)
def test_a_wrong_detail_is_named_and_nothing_is_announced(api, wrong, path):
    answer = announced(api, **wrong)
    assert answer.status_code == 422
    assert path in answer.json["errors"]
    assert not [each for each in api.everything_written() if each.startswith("t_")]


def test_every_wrong_detail_is_named_at_once(api):
    answer = announced(api, starts="x", zone="?", fee="")
    assert {"details.starts", "details.zone", "details.fee"} <= answer.json["errors"].keys()
