"""Webhooks from the first message to the last try: signed, retried on the schedule, stopped, resumed and replayed."""

from dataclasses import replace

import pytest

from service.store import deliveries
from service.store.read_models.club import news
from tests.support.processes.receiver import receiving
from tests.web.feeds.conftest import ALL, HOUR
from workers.sweeper import Sweeper
from workers.webhooks import delivery
from workers.webhooks.delivery import RETRY_MS, deliver_webhook


def test_news_are_sent_signed_and_other_libraries_verify_them(hook):
    hook.happens()
    hook.add()
    assert hook.work() == 0, "news of before are not sent"
    hook.happens()
    assert hook.work() == 1
    (sent,) = hook.receiver.sent
    content = sent.verified(hook.secret)
    item = hook.api.get("/v1/clubs/vasa/news").json["news"][-1]
    assert content == {"type": "tournament.announced", "timestamp": item["time"], "data": item}
    assert sent.path == "/news?of=vasa"
    assert sent.headers["content-type"] == "application/json"
    (delivery,) = hook.deliveries
    assert (delivery["id"], delivery["message_id"], delivery["state"]) == (item["id"], sent.id, "delivered")
    assert [attempt["status"] for attempt in delivery["attempts"]] == [204]
    assert hook.work(HOUR) == 0


def test_a_message_is_tried_ten_times_on_the_schedule_of_standard_webhooks(hook):
    hook.add()
    hook.happens()
    hook.receiver.answers = [500] * 10
    assert hook.work() == 1
    for pause in RETRY_MS:
        assert hook.work(pause - 1000) == 0
        assert hook.work(1000) == 1
    assert hook.work(100 * HOUR) == 0
    assert len({sent.id for sent in hook.receiver.sent}) == 1, "the same message each time"
    assert len({sent.headers["webhook-timestamp"] for sent in hook.receiver.sent}) == 10
    assert sum(RETRY_MS) == 5000 + 5 * 60_000 + 30 * 60_000 + (2 + 5 + 10 + 14 + 20 + 24) * HOUR
    assert hook.deliveries[0]["state"] == "failed"
    assert hook.deliveries[0]["attempts"][0]["explanation"] == "the answer is 500"


def test_one_message_that_is_refused_holds_up_no_other_and_stops_nothing(hook):
    hook.add()
    hook.happens(3)
    hook.receiver.answers = [400, 204, 204]
    assert hook.work() == 3
    assert [delivery["state"] for delivery in hook.deliveries] == ["delivered", "delivered", "waiting"]
    for pause in RETRY_MS:
        hook.receiver.answers = [400]
        hook.work(pause)
        hook.happens()
        hook.work()
    assert hook.view["active"] is True


@pytest.mark.parametrize("how", ["failing", "gone"])
def test_an_address_that_fails_for_days_or_is_gone_is_stopped_and_may_be_resumed(hook, how):
    hook.add()
    hook.happens(2)
    hook.receiver.answers = [410] if how == "gone" else [500] * 100
    hook.work()
    if how == "failing":
        assert hook.view["active"] is True
        hook.work(72 * HOUR)
    assert (hook.view["active"], hook.view["stopped"]) == (False, how)
    assert hook.view["stopped_at"] is not None
    hook.judge()
    hook.happens()
    hook.receiver.answers.clear()
    assert hook.work(100 * HOUR) == 0
    assert hook.api.post(f"{ALL}/{hook.id}/deliveries/1/replay").status_code == 409
    assert hook.api.post(f"{ALL}/{hook.id}/resumption").json["active"] is True
    hook.judge()
    assert hook.work() == 2, "what waited is tried at once; what came meanwhile is in the feed"
    hook.happens()
    assert hook.work() == 1


def test_a_removed_webhook_is_sent_nothing(hook):
    hook.add()
    hook.happens()
    assert hook.api.send("DELETE", f"{ALL}/{hook.id}", "organiser").status_code == 204
    assert hook.work() == 0
    hook.judge()
    hook.happens()
    assert hook.work(HOUR) == 0
    assert hook.api.get(f"{ALL}/{hook.id}/deliveries", "organiser").status_code == 404
    assert hook.api.send("DELETE", f"{ALL}/{hook.id}", "organiser").status_code == 404


def test_an_item_is_replayed_under_its_message_id(hook):
    hook.add()
    hook.happens()
    hook.work()
    answer = hook.api.post(f"{ALL}/{hook.id}/deliveries/1/replay")
    assert (answer.status_code, answer.json["state"]) == (202, "waiting")
    assert answer.json["message_id"] == hook.receiver.sent[0].id
    assert hook.work() == 1
    first, again = hook.receiver.sent
    assert first.id == again.id
    assert first.body == again.body
    assert len(hook.deliveries[0]["attempts"]) == 2
    assert hook.api.post(f"{ALL}/{hook.id}/deliveries/99/replay").status_code == 404


def test_a_redirect_is_not_followed(hook):
    with receiving() as other:
        hook.receiver.answers, hook.receiver.location = [307, 302], other.url
        hook.add()
        hook.happens()
        assert hook.work() + hook.work(5000) == 2
        assert other.sent == []
    assert "redirect (307)" in hook.deliveries[0]["attempts"][0]["explanation"]


def test_an_address_that_cannot_be_reached_is_left_alone_for_a_while(hook):
    hook.add()
    hook.receiver.server.server_close()
    hook.happens(5)
    hook.work()
    attempts = [len(delivery["attempts"]) for delivery in hook.deliveries]
    assert attempts == [0, 0, 0, 0, 1], "one try finds it away, and the others wait"
    hook.work(4000)
    assert [len(delivery["attempts"]) for delivery in hook.deliveries] == attempts
    hook.work(2000)
    assert sum(len(delivery["attempts"]) for delivery in hook.deliveries) == 2


def test_a_worker_that_is_killed_in_a_try_loses_nothing_and_the_message_keeps_its_id(hook, monkeypatch):
    hook.add()
    hook.happens(2)

    class Killed(BaseException):
        """The end of a worker."""

    def killed(*_: object, **__: object) -> None:
        raise Killed

    client, clock = hook.context.deps.client, hook.context.deps.clock
    (claimed,) = deliveries.claim(client, clock())
    with monkeypatch.context() as patch:
        patch.setattr(deliveries, "write", killed)
        patch.setattr(deliveries, "release", killed)
        with pytest.raises(Killed):
            deliver_webhook(hook.context, *claimed)
    assert len(hook.receiver.sent) == 1
    assert hook.work() == 0, "no other worker takes it while it may be at work"
    client.delete(deliveries._work_key(claimed))  # its time is over in the store, whose clock a test does not move
    assert hook.work(deliveries.CLAIM_MS) == 2
    assert hook.receiver.sent[0].id == hook.receiver.sent[1].id


def test_news_while_a_worker_is_at_work_are_worked_on_next(hook):
    hook.add()
    hook.happens()
    client, clock = hook.context.deps.client, hook.context.deps.clock
    (claimed,) = deliveries.claim(client, clock())
    assert deliveries.take(client, claimed)
    hook.happens()
    deliveries.release(client, claimed, None)
    assert hook.work() == 2


def test_old_news_are_not_sent(hook):
    hook.add()
    old = news.NewItem("t_old", 1, hook.api.deps.clock() - news.DELIVERED_MS, "t_old", "{}")
    news.record(hook.api.deps.client, "vasa", [old], hook.api.deps.clock())
    assert hook.work() == 0


def test_so_many_deliveries_wait_and_no_more(hook, monkeypatch):
    monkeypatch.setattr(deliveries, "MOST_WAITING", 3)
    hook.add()
    hook.happens(5)
    assert hook.work() == 3


def test_of_deliveries_that_are_over_the_last_are_kept(hook, monkeypatch):
    monkeypatch.setattr(deliveries, "ENDED_KEPT", 2)
    hook.add()
    hook.happens(4)
    assert hook.work() == 4
    assert [delivery["id"] for delivery in hook.deliveries] == [4, 3]


def test_the_sweeper_asks_for_a_job_of_each_webhook_whose_time_has_come(hook):
    hook.add()
    hook.happens()
    asked = []

    class Asked:
        def ask(self, kind: str, *args: object, name: str) -> None:
            asked.append((kind, *args))

    for _ in range(2):
        Sweeper(replace(hook.context, jobs=Asked()))._ask_for_deliveries()
    ((kind, *args),) = asked
    assert (kind, args[:2]) == ("deliver_webhook", ["vasa", hook.id])


def test_a_club_has_five_webhooks_at_most_each_with_another_address(hook):
    urls = [f"https://vasa.example/{number}" for number in range(5)]
    for url in urls:
        hook.add(url)
    assert hook.api.post(ALL, {"url": "https://vasa.example/5"}).status_code == 409
    hook.api.send("DELETE", f"{ALL}/{hook.id}", "organiser")
    assert hook.api.post(ALL, {"url": urls[0]}).status_code == 409
    assert [webhook["url"] for webhook in hook.api.get(ALL, "organiser").json["webhooks"]] == urls[:4]
    assert "secret" not in hook.view


@pytest.mark.parametrize(
    "url",
    [
        "http://vasa.example/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://[fd00::1]:8443/",
        "ftp://vasa.example",
        "https://a@vasa.example",
        "https://169.254.169.254/latest",
        "https:///x",
        "nonsense",
        "https://vasa.example/#x",
    ],
)
def test_an_address_that_is_not_public_https_is_refused(api, url):
    """Without the operator's switch; names are looked up when something is sent."""
    before = api.everything_written()
    answer = api.post(ALL, {"url": url})
    assert answer.status_code == 422
    assert answer.json["errors"].keys() == {"url"}
    assert api.everything_written() == before


def test_a_repeated_request_gives_the_same_secret_and_adds_no_second_webhook(hook):
    first, again = (
        hook.api.post(ALL, {"url": hook.receiver.url}, headers={"Idempotency-Key": "k"}).json for _ in range(2)
    )
    assert first == again
    assert len(hook.api.get(ALL, "organiser").json["webhooks"]) == 1


def test_without_the_operators_switch_nothing_is_sent_to_this_machine(hook):
    hook.add()
    hook.happens()
    closed = replace(hook.context.deps, settings=replace(hook.context.deps.settings, webhooks_loopback=False))
    hook.context = replace(hook.context, deps=closed)
    assert hook.work() == 0
    assert "127.0.0.1 is no address of the public internet" in hook.deliveries[0]["attempts"][0]["explanation"]
    assert delivery.STOPPED_AFTER_MS == 72 * HOUR
