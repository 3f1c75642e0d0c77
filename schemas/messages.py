"""A message as its pattern and its values: what a program translates, beside the English text."""

from typing import Any

from marshmallow import Schema, fields

from core import messages


class Message(Schema):
    """A sentence as data: `pattern` names each of `values` in braces.

    The sentences of verdicts and news have a `code`, which stays when the pattern is written anew.

    A value is a text, a number, a message of its own, or a list of such values, which are read with commas between.
    """

    code = fields.String(metadata={"example": "player_waits"})
    pattern = fields.String(required=True, metadata={"example": "{by} {waits}"})
    values = fields.Dict(keys=fields.String(), required=True)


class MessageOf(fields.Nested):
    """The message that the text `explanation` is, with its pattern and values; null of a text that is no message."""

    reads = "explanation"

    def to_json(self, value: str) -> dict[str, Any] | None:
        """The pattern and the values."""
        return messages.to_json(value)


def message() -> MessageOf:
    """The message of the text `explanation`, beside it."""
    return MessageOf(Message)
