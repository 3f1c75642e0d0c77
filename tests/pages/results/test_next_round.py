"""From the last result of a round to the next round: drawn, looked at, swapped by hand, and published."""

import pytest

from tests.support.pages.round_list import hidden, page_of, started, words
from tests.support.signed_in import signed_in


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna Berg", "organiser")


def drafted(api, organiser, judging, *, drafts=True):
    """A Swiss of six whose first round is over; `drafts`: its rounds are shown to organisers first."""
    cup = started(api, drafts=drafts)
    api.post(f"/v1/tournaments/{cup}/rounds/1/publish")
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "111", "games-2": "111", "games-3": "111"})
    return cup


@pytest.mark.parametrize("drafts", [False, True])
def test_the_largest_button_leads_to_the_next_round_with_two_presses(api, organiser, judging, drafts):
    cup = drafted(api, organiser, judging, drafts=drafts)
    seen = organiser.get(page_of(cup))
    if drafts:
        assert "Draw round 2 and look at it" in words(seen)
        answer = organiser.fill(f"/tournaments/{cup}/seeding/draw", **hidden(seen, 'class="follows"'))
        look = organiser.get(answer.headers["Location"])
        assert api.get(f"/v1/tournaments/{cup}", role="viewer").json["rounds"][1:] == []
        publish, form = f"/tournaments/{cup}/seeding/publish", hidden(look)
        assert "Look at round 2 and publish it…" in words(organiser.get(page_of(cup, 2)))
    else:
        assert "Pair round 2 and look at it…" in words(seen)
        look = organiser.fill(f"/desk/{cup}/rounds", **hidden(seen, 'class="follows"'))
        assert "If-Match" not in words(look)
        publish, form = f"/desk/{cup}/rounds", hidden(look, "Before it is written") | {"step": "write"}
    assert "Publish round 2" in words(look)
    for _ in range(2):  # a double press
        answer = organiser.fill(publish, **form)
        assert (answer.status_code, answer.headers["Location"]) == (303, page_of(cup, 2))
    assert "3 matches are not decided yet." in words(organiser.get(page_of(cup, 2)))
    assert len(api.get(f"/v1/tournaments/{cup}").json["rounds"]) == 2


def test_while_a_later_round_is_a_draft_every_page_leads_to_it(api, organiser, judging):
    cup = drafted(api, organiser, judging)
    seen = organiser.get(page_of(cup))
    organiser.fill(f"/tournaments/{cup}/seeding/draw", **hidden(seen, 'class="follows"'))
    for address in (f"/tournaments/{cup}", f"/desk/{cup}", f"/tournaments/{cup}/files"):
        step = organiser.get(address).text.split('<div id="part-step"')[1].split("</div>")[0]
        assert (f'href="/tournaments/{cup}/seeding?round=2"' in step, "Publish round 2" in step) == (True, True)
    assert 'class="button primary step"' not in organiser.get(f"/tournaments/{cup}/seeding?round=2").text


def test_two_are_swapped_in_a_later_round_and_it_is_drawn_again(api, organiser, judging):
    cup = drafted(api, organiser, judging)
    second = f"/tournaments/{cup}/seeding?round=2"
    assert organiser.get(f"/tournaments/{cup}/seeding?round=4").status_code == 404
    assert "Round 2 is not drawn." in words(organiser.get(second))
    answer = organiser.fill(f"/tournaments/{cup}/seeding/draw", **hidden(organiser.get(second)))
    assert answer.headers["Location"] == second

    def met():
        rows = api.get(f"/v1/tournaments/{cup}", role="organiser").json["rounds"][1]["matches"]
        return {frozenset(row[seat]["id"] for seat in ("white", "black")) for row in rows}

    drawn, form = met(), hidden(organiser.get(second))
    first, other, rest = drawn
    two = [min(first), min(other)]
    look = organiser.fill(f"/tournaments/{cup}/seeding/swap", **form, player=two, step="look")
    fields = {name: value for name, value in hidden(look).items() if name != "player"}
    assert organiser.fill(f"/tournaments/{cup}/seeding/swap", **fields, player=two, step="write").status_code == 303
    assert met() == {first ^ set(two), other ^ set(two), rest}
    api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": two[0]})
    page = organiser.get(second)
    assert "Has left since" in words(page)
    assert "Has come since" not in words(page)
    assert organiser.fill(f"/tournaments/{cup}/seeding/again", **hidden(page)).status_code == 303
    assert two[0] not in set().union(*met())
