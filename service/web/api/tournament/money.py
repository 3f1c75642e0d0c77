"""Money of a tournament: fees, payments at the door, side pools, prizes, and the classes of players."""

from flask import Response
from flask_smorest import Blueprint

from schemas.requests.money import ClassesSetting, MoneyPlanning, PaymentNoting, PoolEntering, WinnersNaming
from schemas.views.money import MoneyOfTournament, PaymentsOfTournament, PrizeList
from service.exports import CSV
from service.handlers.tournament import money
from service.web.http.heavy_reads import heavy
from service.web.http.query_params import SPREADSHEET, csv_form
from service.web.http.request_body import json_body
from service.web.http.saved_file import saved_file
from service.web.openapi.description import TABLE
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("money", __name__, url_prefix="/v1/tournaments", description="Fees and prizes of a tournament")

_PART = "/<tournament:tournament>"
_PLAN = json_body(
    MoneyPlanning(),
    example={
        "currency": "SEK",
        "fee": "100",
        "keep": "20",
        "added": "500",
        "prizes": [
            {"place": 1, "share": "50"},
            {"place": 2, "share": "30"},
            {"place": 3, "share": "20"},
            {"place": 1, "class": "junior", "amount": "100"},
        ],
        "pools": [{"name": "Side pool", "fee": "50"}],
    },
)
_PAYMENT = json_body(PaymentNoting(), example={"player": "Anna", "paid": "100"})
_IN_POOL = json_body(PoolEntering(), example={"pool": "Side pool", "player": "Anna"})
_WINNERS = json_body(WinnersNaming(), example={"pool": "First jan", "players": ["Anna"]})
_CLASSES = json_body(ClassesSetting(), example={"player": "Anna", "classes": ["junior"]})
_TABLES = {200: {CSV: TABLE}}


@operation(blueprint, "getMoney", "GET", f"{_PART}/money", Requirements("organiser"), {200: MoneyOfTournament})
@heavy
def show(call: Call, tournament: str) -> Answer:
    """The plan, all payments, the prizes with who has won them so far, and the sums: for organisers."""
    money_view = money.show(call.deps, call.principal, tournament)
    return Answer(money_view, version=f"v{money_view.version}")


@operation(
    blueprint,
    "setMoney",
    "PUT",
    f"{_PART}/money",
    Requirements("organiser", _PLAN, if_match=True, key=True),
    {200: MoneyOfTournament},
)
def set_plan(call: Call, tournament: str) -> Answer:
    """Switch the money on, or set its plan anew: the fee, what the club adds, the prizes and the side pools.

    Amounts are texts of the currency, or whole numbers, and are kept exactly. Prizes with an `amount` come first, those
    with a `share` are of what is left. Players who share a place share the prizes of all places that they take.
    """
    money_view = money.set_plan(call.request, tournament, call.body)
    return Answer(money_view, version=f"v{money_view.version}")


@operation(
    blueprint,
    "clearMoney",
    "DELETE",
    f"{_PART}/money",
    Requirements("organiser", if_match=True, key=True),
    {200: MoneyOfTournament},
)
def clear(call: Call, tournament: str) -> Answer:
    """Switch the money off. It is refused (409) while a payment is noted."""
    money_view = money.set_plan(call.request, tournament, None)
    return Answer(money_view, version=f"v{money_view.version}")


@operation(blueprint, "listPayments", "GET", f"{_PART}/payments", Requirements("referee"), {200: PaymentsOfTournament})
@heavy
def list_payments(call: Call, tournament: str) -> Answer:
    """All fees, with what of them was paid: for referees and organisers."""
    payments = money.payments(call.deps, call.principal, tournament)
    return Answer(payments, version=f"v{payments.version}")


@operation(
    blueprint,
    "exportPaymentsCsv",
    "GET",
    f"{_PART}/payments.csv",
    Requirements("referee", query=SPREADSHEET),
    {200: None},
    media=_TABLES,
)
@heavy
def payments_csv(call: Call, tournament: str) -> Response:
    """All fees for a spreadsheet; for Excel with `bom=1`."""
    rows = money.payment_rows(money.payments(call.deps, call.principal, tournament))
    return saved_file(csv_form(call.query).encoded(rows), CSV, f"{tournament}-payments.csv")


@operation(
    blueprint,
    "notePayment",
    "POST",
    f"{_PART}/payments",
    Requirements("referee", _PAYMENT, if_match=True, key=True),
    {200: PaymentsOfTournament},
)
def note_payment(call: Call, tournament: str) -> Answer:
    """Note what a player has paid in all, for the tournament or for a side pool. A later one corrects it.

    Without `paid` it is the whole fee, and `"0"` says that nothing is paid after all. A player who pays for a side pool
    is in it.
    """
    asked = call.body
    payments = money.note_payment(
        call.request, tournament, asked["player"], asked.get("paid"), asked["pool"], waived=asked["waived"]
    )
    return Answer(payments, version=f"v{payments.version}")


@operation(
    blueprint,
    "enterPool",
    "POST",
    f"{_PART}/pool-players",
    Requirements("referee", _IN_POOL, if_match=True, key=True),
    {200: PaymentsOfTournament},
)
def enter_pool(call: Call, tournament: str) -> Answer:
    """Put a player into a side pool, or with `inside` false take them out, which is refused (409) if they have paid."""
    asked = call.body
    payments = money.enter_pool(call.request, tournament, asked["pool"], asked["player"], inside=asked["inside"])
    return Answer(payments, version=f"v{payments.version}")


@operation(
    blueprint,
    "namePoolWinners",
    "POST",
    f"{_PART}/pool-winners",
    Requirements("organiser", _WINNERS, if_match=True, key=True),
    {200: MoneyOfTournament},
)
def name_winners(call: Call, tournament: str) -> Answer:
    """Name the winners of a side pool that was announced so; they share it. Without any it is open again."""
    money_view = money.name_winners(call.request, tournament, call.body["pool"], call.body["players"])
    return Answer(money_view, version=f"v{money_view.version}")


@operation(
    blueprint,
    "setClasses",
    "POST",
    f"{_PART}/classes",
    Requirements("organiser", _CLASSES, if_match=True, key=True),
    {200: MoneyOfTournament},
)
def set_classes(call: Call, tournament: str) -> Answer:
    """Set the classes of a player in this tournament, such as `junior`: for prizes of a class. Organisers see them."""
    money_view = money.set_classes(call.request, tournament, call.body["player"], call.body["classes"])
    return Answer(money_view, version=f"v{money_view.version}")


@operation(
    blueprint,
    "getPrizes",
    "GET",
    f"{_PART}/prizes",
    Requirements("viewer", published=True),
    {200: PrizeList},
)
@heavy
def prizes(call: Call, tournament: str) -> Answer:
    """The prizes and what they are worth now; once the tournament is over, who has won them."""
    prize_list = money.prize_list(call.deps, call.principal, tournament)
    return Answer(prize_list, version=f"v{prize_list.version}")


@operation(
    blueprint,
    "exportPrizesCsv",
    "GET",
    f"{_PART}/prizes.csv",
    Requirements("viewer", query=SPREADSHEET, published=True),
    {200: None},
    media=_TABLES,
)
@heavy
def prizes_csv(call: Call, tournament: str) -> Response:
    """The prizes, and once the tournament is over who has won them, for a spreadsheet; for Excel with `bom=1`."""
    rows = money.prize_rows(money.prize_list(call.deps, call.principal, tournament))
    return saved_file(csv_form(call.query).encoded(rows), CSV, f"{tournament}-prizes.csv")
