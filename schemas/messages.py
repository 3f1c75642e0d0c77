"""A message as its pattern and its values: what a program translates, beside the English text."""

from marshmallow import Schema, fields


class Message(Schema):
    """A sentence as data: `pattern` names each of `values` in braces.

    A value is a text, a number, a message of its own, or a list of such values, which are read with commas between.
    """

    pattern = fields.String(required=True, metadata={"example": "{by} {waits}"})
    values = fields.Dict(keys=fields.String(), required=True)


def message() -> fields.Nested:
    """The message of a text beside it; left out where the text has none."""
    return fields.Nested(Message)
