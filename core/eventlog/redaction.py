"""Secrets that are left out of an exported log: the fields, and the form of an event without them.

Such an event says in `left_out` which fields are missing and which hash it had as it was recorded. The next event
carries that hash, so the chain goes on. The hash itself cannot be computed again without the secret: what stands before
such an event is proved by its hashes alone, and not by the last hash of the log.
"""

import re
from collections.abc import Mapping
from typing import Any

from core.errors import UnknownEvent
from core.messages import say

LEFT_OUT = "left_out"
SECRETS: Mapping[str, tuple[str, ...]] = {
    "TokenIssued": ("secret_hash",),
    "MemberInvited": ("secret_hash",),
    "PasswordSet": ("password_hash",),
    "PasswordRehashed": ("password_hash",),
    "WebhookAdded": ("url",),
}
"""The types of events that hold a secret, each with its fields. The address of a webhook is often a key by itself."""

_LAST = ("recorded_at", "recorded_by", "prev_hash")
_HASH = re.compile("[0-9a-f]{64}")


def without_secrets(public: Mapping[str, Any], digest: str) -> dict[str, Any]:
    """The public form of an event without its secrets; `digest` is its hash (hex).

    >>> without_secrets({"type": "PasswordSet", "member": "u_1", "password_hash": "x"}, "ab")
    {'type': 'PasswordSet', 'member': 'u_1', 'left_out': {'fields': ['password_hash'], 'hash': 'ab'}}
    """
    names = SECRETS.get(public["type"], ())
    if not names or LEFT_OUT in public:
        return dict(public)
    note = {"fields": list(names), "hash": digest}
    own = {name: value for name, value in public.items() if name not in names and name not in _LAST}
    return {**own, LEFT_OUT: note, **{name: public[name] for name in _LAST if name in public}}


def fault(public: Mapping[str, Any]) -> str:
    """The fault of an event that says what is left out of it; "" where it is as brade writes it."""
    names = SECRETS.get(str(public.get("type")), ())
    note = public[LEFT_OUT]
    if not isinstance(note, Mapping) or set(note) != {"fields", "hash"} or note["fields"] != list(names) or not names:
        return say("it leaves out fields that no event leaves out")
    if not isinstance(note["hash"], str) or not _HASH.fullmatch(note["hash"]):
        return say("it does not say which hash it had before its secrets were left out")
    if any(name in public for name in names):
        return say("it has a field that it says it leaves out")
    return ""


def empty_fields(type_: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an event, those that were left out as empty texts. Raises `UnknownEvent` as `fault` says it."""
    if wrong := fault({"type": type_, **data}):
        raise UnknownEvent(wrong)
    return {**{name: value for name, value in data.items() if name != LEFT_OUT}, **dict.fromkeys(SECRETS[type_], "")}
