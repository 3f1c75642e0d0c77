"""Files that take long to write: what asks for one, and how far each is."""

from marshmallow import fields
from marshmallow.validate import OneOf

from schemas.fields import Strict, Word
from schemas.views.base import integer, listed, maybe_text, moment, text

PREPARED = ("matches.txt", "matches.zip", "mat.zip", "whole.ndjson.gz")
"""The files that a worker writes when they are asked for."""
LANGUAGES = ("en", "sv")
PREPARED_STATES = ("waiting", "writing", "ready", "failed")


class FilePreparing(Strict):
    """A file that takes long to write, and its language."""

    name = Word(PREPARED, required=True)
    lang = Word(LANGUAGES, load_default=LANGUAGES[0])


class PreparedFile(Strict):
    """A file that takes long to write: how far it is, and where it is once it is `ready`."""

    id = text()
    name = text(example="matches.txt")
    lang = text()
    state = fields.String(required=True, validate=OneOf(PREPARED_STATES))
    percent = integer(description="The part that is written.")
    size = integer(description="Bytes, once it is ready.")
    asked = moment(description="It is kept for a day from then on.")
    content = maybe_text(description="The address of the file, once it is ready.")


class PreparedFiles(Strict):
    """The files of a tournament that were asked for within a day, the newest first."""

    files = listed(PreparedFile)
