"""Views of the public's form to enter a tournament."""

from marshmallow import fields

from schemas.fields import Strict
from schemas.views.base import Listed, integer, listed, maybe_integer, maybe_text, text


class EntryForm(Strict):
    """The form of a tournament. `closed` is the reason why it takes no requests. `full`: who asks waits for a place."""

    open = fields.Boolean(required=True)
    places = maybe_integer()
    entered = integer()
    waiting = integer(description="How many ask and are not accepted yet.")
    full = fields.Boolean(required=True)
    closed = maybe_text()


class AskedToEnter(Strict):
    """A request that was taken: the place among those who ask, and in the waiting list if all places are taken."""

    name = text()
    place = integer()
    waiting_list = maybe_integer()


class EntryRequest(Strict):
    """A person who asks to enter."""

    id = text()
    at = text(format="date-time")
    name = text()
    group = maybe_text()
    rating = maybe_integer()
    contact = maybe_text()
    becomes = text(description="`known`, `new`, `back`, `entered`, `twice`, `choose` or `wrong`.")
    waiting_list = maybe_integer()


class EntryRequests(Listed):
    """A list of requests to enter, the oldest first."""

    requests = listed(EntryRequest)
