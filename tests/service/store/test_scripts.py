"""Scripts for many keys in one round trip."""

from service.store.lua import Lua
from tests.support.store import Store

ECHO = Lua("return ARGV[1]")


def test_each_call_has_its_answer_also_where_the_server_does_not_know_the_script_yet(store: Store) -> None:
    store.client.script_flush()
    assert ECHO.each(store.client, [(["k"], [str(number)]) for number in range(3)]) == [b"0", b"1", b"2"]
