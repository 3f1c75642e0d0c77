"""Everything that a referee can do at a table: looked at without writing, then written exactly as it was shown."""

import html
import json
import re

import pytest

from core.eventlog.codec import to_json
from core.eventlog.log import NEW
from core.events import (
    AppealMade,
    ClockSet,
    ClockStarted,
    FlagClaimed,
    GameResult,
    MatchSuspended,
    PlayerEntered,
    RefereeCalled,
    ResultDisputed,
    ResultReported,
    RoundPaired,
    RulingMade,
    TournamentCreated,
    TournamentStarted,
)
from tests.support.pages.stored_tournament import TOURNAMENT, golden

ASKED = {"Authorization": "Bearer the-operators-own-token", "Origin": "http://localhost"}
MATCH = f"{TOURNAMENT}.1"
CUP = "t_confirmed22"
CLOCK = (ClockSet({"white": 60_000, "black": 60_000}, 12_000), ClockStarted("black"), FlagClaimed("white"))


@pytest.fixture
def table(stored):
    """A match in play."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    paired = RoundPaired(1, ((MATCH, "p_player01", "p_player02"),))
    stored.deps.log.append(
        TOURNAMENT, [*players, TournamentStarted("lots"), paired], by="vasa.a", at=stored.deps.clock()
    )
    assert stored.match("swedish", 0) == MATCH
    record(stored, *golden("swedish")[1:4])
    return stored


def record(stored, *events):
    stored.deps.log.append(MATCH, list(events), by="vasa.scorer", at=stored.deps.clock())
    stored.judge()


def post(client, step, **form):
    address = f"/desk/{TOURNAMENT}/tables/{MATCH}/rulings"
    answer = client.post(address, data={**form, "step": step, "part": "1"}, headers=ASKED)
    refused = 'class="problem"' in answer.get_data(as_text=True) and step == "write"
    assert answer.status_code in ((409, 422) if refused else (200,)), answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def looked(client, **form):
    """The preview of a fact: its body, and the version at which it would be written."""
    text = post(client, "look", **form)
    assert 'class="problem"' not in text, text
    body = json.loads(html.unescape(re.search(r"<pre[^>]*>(.*?)</pre>", text, re.DOTALL)[1]))
    return body, re.search(r'name="version" value="(\d+)"', text)[1], text


def written(stored, stream=MATCH):
    log = list(stored.deps.log.read(stream))
    return {"type": type(log[-1].event).__name__, **to_json(log[-1].event)}, len(log)


@pytest.mark.parametrize(
    ("before", "form", "kind"),
    [
        ((), {"act": "note", "reason": "calm"}, "RulingMade"),
        ((), {"act": "void", "from_version": "3", "reason": "cocked"}, "RulingMade"),
        ((), {"act": "award_game", "winner": "black", "outcome": "jan", "reason": "left"}, "RulingMade"),
        ((), {"act": "award_match", "winner": "black", "reason": "left"}, "RulingMade"),
        ((), {"act": "suspend", "reason": "fire alarm"}, "MatchSuspended"),
        ((MatchSuspended("fire alarm"),), {"act": "resume"}, "MatchResumed"),
        ((), {"act": "warning", "seat": "white", "reason": "talks", "rule": "O.3"}, "WarningGiven"),
        ((), {"act": "penalty", "seat": "white", "points": "2", "reason": "late"}, "PenaltyGiven"),
        ((RefereeCalled("white", "come"),), {"act": "came"}, "RefereeCame"),
        (CLOCK, {"act": "flag_confirmed", "loses": "match"}, "FlagConfirmed"),
        (CLOCK, {"act": "flag_confirmed", "loses": "game", "outcome": "jan"}, "FlagConfirmed"),
        (CLOCK, {"act": "flag_rejected", "reason": "it stands"}, "FlagRejected"),
        (
            (RulingMade("void", "cocked", 3), AppealMade("black", 4, "it lay flat")),
            {"act": "appeal", "appeal": "5", "decision": "dismissed", "reason": "it was cocked"},
            "AppealDecided",
        ),
    ],
)
def test_a_fact_is_written_as_it_was_shown(table, client, before, form, kind):
    if before:
        record(table, *before)
    count = len(list(table.deps.log.read(MATCH)))
    body, version, _ = looked(client, **form)
    assert body["type"] == kind
    assert written(table)[1] == count, "it was looked at and not written"
    assert int(version) == count - 1
    post(client, "write", **form, version=version, key=f"key-{kind}")
    post(client, "write", **form, version=version, key=f"key-{kind}") if form["act"] == "note" else None
    said, after = written(table)
    assert after == count + 1, "once, however often it is sent"
    assert said == body | said
    assert {name: said[name] for name in body} == body


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (
            {"act": "award_game", "winner": "black", "outcome": "jan", "reason": "left"},
            "Domslut: partiet tilldöms Göran Ask (jan) – left",
        ),
        ({"act": "void", "from_version": "3", "to_version": "3", "reason": "cocked"}, "Domslut: händelse 3 (Göran Ask"),
        ({"act": "award_match", "winner": "white", "reason": "left"}, "Domslut: matchen tilldöms Åsa Lindgren – left"),
        ({"act": "warning", "seat": "white", "reason": "talks"}, "Varning till Åsa Lindgren: talks"),
    ],
)
def test_what_will_be_written_is_said_in_words_first(table, client, form, said):
    text = html.unescape(post(client, "look", **form))
    sentence, _, rest = text.partition("</ul>")
    assert said in sentence
    assert "<pre" not in sentence
    assert "<pre" in rest.partition("<details")[2]


@pytest.mark.parametrize(
    "form",
    [
        {"act": "void", "from_version": "three", "reason": "cocked"},
        {"act": "void", "from_version": "99", "reason": "cocked"},
        {"act": "note", "reason": ""},
        {"act": "award_game", "winner": "nobody", "outcome": "jan", "reason": "x"},
        {"act": "penalty", "seat": "white", "points": "-3", "reason": "x"},
    ],
)
def test_what_does_not_fit_is_said_and_cannot_be_written(table, client, form):
    count = written(table)[1]
    text = post(client, "look", **form)
    assert 'class="problem"' in text
    assert 'lang="en"' not in text
    assert 'value="write"' not in text
    assert 'class="problem"' in post(client, "write", **form, version=str(count - 1), key="k")
    assert written(table)[1] == count


def test_what_was_looked_at_long_ago_is_not_written_and_can_be_written_as_it_is_shown_now(table, client):
    form = {"act": "note", "reason": "calm"}
    _, version, _ = looked(client, **form)
    record(table, RefereeCalled("white", "come"))
    text = post(client, "write", **form, version=version, key="k")
    assert "Någon hann före" in text
    assert written(table)[0]["type"] == "RefereeCalled"
    shown = {name: re.search(rf'name="{name}" value="([^"]+)"', text)[1] for name in ("version", "key")}
    assert 'value="write"' in text
    post(client, "write", **form, **shown)
    assert written(table)[0]["type"] == "RulingMade"


# ── two reports ──────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def disputed(stored):
    """A match of which two results were reported."""
    created = TournamentCreated(
        "vasa", "Vasa Cup", "swedish", {"games": 3}, "round_robin", published=True, confirm=True
    )
    stored.deps.log.append(CUP, [created], by="vasa.a", at=stored.deps.clock(), expected=NEW)
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    paired = RoundPaired(1, ((f"{CUP}.1", "p_player01", "p_player02"),))
    stored.deps.log.append(CUP, [*players, TournamentStarted("lots"), paired], by="vasa.a", at=stored.deps.clock())
    match = stored.match("swedish", 0, CUP)
    games = {side: tuple(GameResult(side, "jan") for _ in range(3)) for side in ("white", "black")}
    sent = (ResultReported(games["white"]), "scorer:table 4, white (ab12)")
    stored.deps.log.append(match, [sent[0]], by=sent[1], at=stored.deps.clock())
    stored.judge()
    other = ResultDisputed(match, games["black"])
    stored.deps.log.append(CUP, [other], by="scorer:table 4, black (cd34)", at=stored.deps.clock())
    return stored


def test_both_reports_stand_side_by_side_and_the_page_that_decides_has_the_second_filled_in(disputed, client):
    headers = {**ASKED, "Accept-Language": "en"}
    text = html.unescape(client.get(f"/desk/{CUP}/tables/{CUP}.1", headers=headers).text)
    reports = text.partition('class="reports"')[2].partition("</section>")[0]
    first, second = reports.split('class="report"')[1:]
    assert "12–0" in first
    assert re.search(r"[Ww]hite.*phone with the slip \(ab12\)", first)
    assert "0–12" in second
    assert re.search(r"[Bb]lack.*phone with the slip \(cd34\)", second)
    assert second.count("Göran Ask wins the game: jan") == 3
    assert "Confirm the first report: 12–0" in text
    link = re.search(r'href="([^"]+)">Decide as the second report says, 0–12, or otherwise', text)[1]
    page = client.get(link, headers=headers).text
    assert link == f"/matches/{CUP}.1/correction?from=desk&report=2"
    assert 'name="kind" value="played" checked' in page
    assert 'name="games" value="2j 2j 2j"' in page


def test_before_a_report_is_confirmed_it_is_said_which_counts_which_does_not_and_who_changes_places(disputed, client):
    headers = {**ASKED, "Accept-Language": "en"}
    form = {"act": "confirm", "step": "look", "part": "1"}
    text = html.unescape(client.post(f"/desk/{CUP}/tables/{CUP}.1/rulings", data=form, headers=headers).text)
    assert re.search(r"What .*phone with the slip \(ab12\) reported counts: 12–0", text)
    assert re.search(r"What .*phone with the slip \(cd34\) reported does not count: 0–12", text)
    assert "<td>no result</td><td><b>12–0</b></td>" in text
    assert '<th scope="row">Player 2</th><td>1 (shared)</td><td><b>2</b></td>' in text
    assert not disputed.deps.repository.tournament(CUP).confirmed


def test_another_site_cannot_rule_with_a_members_session(table, client):
    answer = client.post(
        f"/desk/{TOURNAMENT}/tables/{MATCH}/rulings",
        data={"act": "note", "reason": "x", "step": "write"},
        headers={"Authorization": "Bearer the-operators-own-token", "Origin": "http://elsewhere.example"},
    )
    assert answer.status_code == 403


def test_a_mistake_leads_back_to_the_filled_form(table, client):
    form = {"act": "award_game", "winner": "black", "outcome": "", "reason": "left"}
    address = f"/desk/{TOURNAMENT}/tables/{MATCH}/rulings"
    looked = client.post(address, data={**form, "step": "look"}, headers=ASKED).text
    assert 'class="problem"' in looked
    assert f'formaction="{address}#act-award_game"' in looked
    kept = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', looked))
    assert form.items() <= kept.items()
    again = client.post(address, data={**kept, "step": "edit"}, headers=ASKED).text
    assert re.search(r'id="act-award_game" class="act[^"]*" open', again)
    assert 'value="black" selected' in again
    assert 'value="left"' in again
