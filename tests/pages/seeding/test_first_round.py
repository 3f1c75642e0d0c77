"""The page before the first round: its button, its boxes for words, and groups where two are swapped by hand."""

import re

from tests.pages.seeding.test_seeding import announced, cup, hidden, ids, organiser
from tests.support.pages.forms import words

__all__ = ["announced", "cup", "organiser"]


def test_the_button_for_round_1_is_above_the_players_and_one_box_asks_for_a_word(organiser, cup):
    page = organiser.get(f"/tournaments/{cup}/seeding").get_data(as_text=True)
    assert page.index("Draw round 1 and look at it") < page.index('id="at-')
    assert page.count('class="primary"') == 1
    shown = re.sub("<details.*?</details>", "", page, flags=re.DOTALL)
    assert re.findall(r'<input id="(\w+)"[^>]*name="word"', shown) == ["word"]
    boxes = re.findall(r'<label for="(?:word|said|lots)">([^<]+)', page)
    assert sorted(boxes) == ["The first word from the hall", "The word for later lots", "The word for this order"]


def test_a_swap_in_a_draw_of_groups_names_the_players_who_change_groups(api, organiser, announced):
    cup = announced(format="groups_then_knockout", settings={"group_size": 3})
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": ["Per Holm"]})
    path = f"/tournaments/{cup}/seeding"
    page = organiser.get(f"{path}/round?word=snow")
    assert re.search(r"· Group [AB]", words(page))
    groups = dict(re.findall(r'<h2>[^<]*· Group (\w)</h2>.*?name="player" value="([^"]+)"', page.text, re.DOTALL))
    form = {**hidden(page, "/swap"), "player": list(groups.values())}
    look = words(organiser.fill(f"{path}/swap", **form, step="look"))
    names = {player: name for name, player in ids(api, cup).items()}
    assert "Other groups" in look
    for group, other in ("AB", "BA"):
        assert f"{names[groups[group]]}: Group {other} instead of Group {group}" in look
