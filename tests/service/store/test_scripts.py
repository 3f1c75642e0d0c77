"""Scripts for many keys in one round trip: what is interrupted leaves no answer for another command."""

import pytest

from service.store import lua
from service.store.lua import Lua
from tests.support.store import Store

ECHO = Lua("return ARGV[1]")
SLOW = Lua("for _ = 1, 3000000 do end return ARGV[1]")


def test_each_call_has_its_answer_also_where_the_server_does_not_know_the_script_yet(store: Store) -> None:
    store.client.script_flush()
    assert ECHO.each(store.client, [(["k"], [str(number)]) for number in range(3)]) == [b"0", b"1", b"2"]


def test_an_answer_that_was_not_awaited_is_no_answer_to_another_command(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    SLOW(store.client, ["k"], ["known"])

    def interrupted(_connection: object) -> object:
        raise InterruptedError  # as when a job's time is up, before the server has answered

    calls = [(["k"], [str(number)]) for number in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr(lua, "_read", interrupted)
        with pytest.raises(InterruptedError):
            SLOW.each(store.client, calls)
    assert [ECHO(store.client, ["k"], [word]) for word in ("one", "two")] == [b"one", b"two"]
