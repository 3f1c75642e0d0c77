"""The stream of rolls of a match: every byte matters, and no face comes more often."""

import hmac
from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from core.dice.stream import commitment_of, roll
from tests.support.proving import examples

SEED = "n7wq3k5e2c6jv4ubt2xk7m3pyh5d6rsaz2gl4ofi7qwe3n5bcx6a"
SALTS = ("Vasa 1628", "kronan")


def test_the_example_of_the_documentation():
    assert commitment_of(SEED) == "ff0c1a9dee352bcb716797d41bd86178d0612fad1b28bc7172b88c53ff19aa3e"
    found = [roll(SEED, "m_k3wq2d7xk2", SALTS, number, 2) for number in range(1, 6)]
    assert found == [(3, 2), (6, 1), (5, 2), (6, 5), (6, 2)]


def test_a_roll_is_the_bytes_below_252_of_one_hmac():
    message = "brade-dice-1\nm_k3wq2d7xk2\nVasa 1628\nkronan\n7\n0"
    digest = hmac.new(SEED.encode(), message.encode(), sha256).digest()
    assert roll(SEED, "m_k3wq2d7xk2", SALTS, 7, 3) == tuple(byte % 6 + 1 for byte in digest if byte < 252)[:3]


@given(st.data())
def test_another_seed_match_salt_or_number_is_another_stream(data):
    several = range(1, 21)
    first = [roll(SEED, "m_one", SALTS, number, 2) for number in several]
    other = data.draw(
        st.sampled_from(
            [
                (SEED[::-1], "m_one", SALTS),
                (SEED, "m_two", SALTS),
                (SEED, "m_one", SALTS[::-1]),
                (SEED, "m_one", (data.draw(st.text(min_size=1, max_size=64)), "kronan")),
            ]
        )
    )
    assert first != [roll(*other, number, 2) for number in several]


def test_more_dice_than_a_block_has_go_on_in_the_next_and_begin_the_same():
    assert roll(SEED, "m", SALTS, 1, 100)[:3] == roll(SEED, "m", SALTS, 1, 3)
    assert len(roll(SEED, "m", SALTS, 1, 100)) == 100


def test_all_faces_come_equally_often():
    rolls = examples(60_000)
    counts = Counter(die for number in range(rolls) for die in roll(SEED, "m", SALTS, number, 2))
    expected = 2 * rolls / 6
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, 7))
    assert chi_square < 20.5, "beyond this come fair dice once in a thousand streams; this one is always the same"
