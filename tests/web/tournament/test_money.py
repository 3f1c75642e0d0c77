"""Money of a tournament through the API: the plan, payments, side pools, the prize list, and who sees what of it."""

import csv
import io
from decimal import Decimal

import pytest

PLAN = {
    "currency": "SEK",
    "fee": "100",
    "keep": "20",
    "added": "500",
    "prizes": [
        {"place": 1, "share": "50"},
        {"place": 2, "share": "30"},
        {"place": 3, "share": "20"},
        {"class": "junior", "amount": "100"},
    ],
    "pools": [{"name": "Side pool", "fee": "50"}, {"name": "First jan", "fee": 20, "named": True}],
}


@pytest.fixture
def cup(api):
    """The address of a published knock-out of four whose money is switched on."""
    path = f"/v1/tournaments/{api.tournament(4, format='single_elimination', published=True)}"
    assert api.send("PUT", f"{path}/money", "organiser", json=PLAN).status_code == 200
    return path


def paid(api, path, player, **more):
    answer = api.post(f"{path}/payments", {"player": player, **more}, role="referee")
    assert answer.status_code == 200, answer.json
    return {(payment["name"], payment["pool"]): payment for payment in answer.json["payments"]}


def played(api, path, judge):
    """Play it to its end: white wins every match with three games."""
    assert api.post(f"{path}/start").status_code == 200
    while waiting := [
        match
        for round_ in api.get(path, role="organiser").json["rounds"]
        for match in round_["matches"]
        if match["result"] is None and match["white"] and match["black"]
    ]:
        results = [{"winner": "white", "outcome": "bearing_off"}] * 3
        for each in waiting:
            answer = api.post(f"{path}/results", {"match": each["id"], "results": results})
            assert answer.status_code == 202, answer.json
        judge()


def test_money_is_off_until_it_is_wanted(api):
    path = f"/v1/tournaments/{api.tournament(2)}"
    assert api.get(f"{path}/money", role="organiser").json["plan"] is None
    assert api.post(f"{path}/payments", {"player": "Player 1"}, role="referee").status_code == 409
    assert api.get(f"{path}/prizes", role="viewer").json["currency"] is None


def test_a_payment_is_ticked_corrected_and_missed(api, cup):
    assert paid(api, cup, "Player 1")["Player 1", None]["missing"] == "0"
    assert paid(api, cup, "Player 1", paid="99,50")["Player 1", None]["missing"] == "0.50"
    assert paid(api, cup, "Player 1", paid="0")["Player 1", None]["paid"] == "0"
    assert paid(api, cup, "Player 2", paid=40, waived=True)["Player 2", None]["missing"] == "0"
    assert api.get(f"{cup}/money", role="organiser").json["sums"]["fees"] == "40"
    wrong = api.post(f"{cup}/payments", {"player": "Player 1", "paid": "1.005"}, role="referee")
    assert (wrong.status_code, list(wrong.json["errors"])) == (422, ["paid"])
    assert api.post(f"{cup}/payments", {"player": "Player 1", "paid": 1.5}, role="referee").status_code == 422
    assert api.post(f"{cup}/payments", {"player": "Unknown"}, role="referee").status_code == 404


def test_an_evening_is_paid_played_and_paid_out_to_the_last_krona(api, cup, judge):
    for player in ("Player 1", "Player 2", "Player 3", "Player 4"):
        paid(api, cup, player)
    for player in ("Player 1", "Player 4"):
        paid(api, cup, player, pool="Side pool")
        paid(api, cup, player, pool="First jan")
    api.post(f"{cup}/classes", {"player": "Player 2", "classes": ["junior"]}, role="organiser")
    assert api.get(f"{cup}/prizes", role=None).json["won"] == []
    played(api, cup, judge)
    assert api.post(f"{cup}/pool-winners", {"pool": "First jan", "players": ["Player 4"]}).status_code == 200
    money = api.get(f"{cup}/money", role="organiser").json
    sums = {name: Decimal(value) for name, value in money["sums"].items()}
    assert sums["income"] == sums["fees"] + sums["pool_fees"] + sums["added"] == 400 + 140 + 500
    assert sums["paid_out"] == sum(Decimal(each["amount"]) for each in money["won"])
    assert sums["paid_out"] + sums["kept"] == sums["income"]
    assert sums["kept"] == 80
    prizes = api.get(f"{cup}/prizes", role=None).json
    assert prizes["final"]
    assert prizes["won"] == money["won"]
    assert [prize["amount"] for prize in prizes["prizes"]] == ["360", "216", "144", "100"]
    rows = list(csv.DictReader(io.StringIO(api.get(f"{cup}/prizes.csv", role=None).text)))
    assert sum(Decimal(row["amount"]) for row in rows if row["amount"]) == sums["paid_out"]
    table = list(csv.DictReader(io.StringIO(api.get(f"{cup}/payments.csv", role="referee").text)))
    assert sum(Decimal(row["paid"]) for row in table) == 540


def test_the_public_sees_prizes_and_neither_payments_nor_their_events(api, cup):
    paid(api, cup, "Player 1")
    for address in ("money", "payments", "payments.csv"):
        assert api.get(f"{cup}/{address}", role=None).status_code == 401
        assert api.get(f"{cup}/{address}", role="scorer").status_code == 403
    assert api.get(f"{cup}/money", role="referee").status_code == 403
    assert "PaymentNoted" not in api.get(f"{cup}/events", role=None).text
    assert "PaymentNoted" in api.get(f"{cup}/events", role="organiser").text
    assert "paid" not in api.get(f"{cup}/prizes", role=None).text
    assert api.post(f"{cup}/classes", {"player": "Player 1", "classes": []}, role="referee").status_code == 403


def test_fields_of_a_plan_that_are_wrong_are_named(api, cup):
    plan = {**PLAN, "currency": "JPY", "fee": "1.5", "prizes": [{"place": 1, "share": "101"}]}
    answer = api.send("PUT", f"{cup}/money", "organiser", json=plan)
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["prizes.0.share"])
    answer = api.send("PUT", f"{cup}/money", "organiser", json={**PLAN, "fee": "1.505"})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["fee"])
    more = {**PLAN, "prizes": [{"place": 1, "share": "60"}, {"place": 2, "share": "50"}]}
    assert list(api.send("PUT", f"{cup}/money", "organiser", json=more).json["errors"]) == ["prizes"]


def test_fees_are_given_back_in_a_tournament_that_was_called_off_and_then_it_has_no_money(api, cup):
    paid(api, cup, "Player 1")
    assert api.send("DELETE", f"{cup}/money", "organiser").status_code == 409
    assert api.post(f"{cup}/call-off", {"reason": "snow"}).status_code == 200
    paid(api, cup, "Player 1", paid="0")
    assert api.get(f"{cup}/money", role="organiser").json["sums"]["fees"] == "0"
    assert api.send("DELETE", f"{cup}/money", "organiser").json["plan"] is None


def test_a_copy_has_the_plan_and_none_of_the_payments(api, cup):
    paid(api, cup, "Player 1", pool="Side pool")
    api.post(f"{cup}/classes", {"player": "Player 2", "classes": ["junior"]}, role="organiser")
    copy = f"/v1/tournaments/{api.post(f'{cup}/copies', {'players': True}).json['id']}"
    before, after = (api.get(f"{path}/money", role="organiser").json for path in (cup, copy))
    assert after["plan"] == before["plan"]
    assert [pool["name"] for pool in after["pools"]] == ["Side pool", "First jan"]
    assert (after["sums"]["fees"], after["sums"]["pool_fees"], after["classes"]) == ("0", "0", [])
    assert len(after["payments"]) == len(before["payments"]) - 1
    assert not any(payment["pool"] or payment["paid"] != "0" for payment in after["payments"])
