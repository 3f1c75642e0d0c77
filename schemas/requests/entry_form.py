"""Requests about the public's form to enter a tournament."""

from schemas.fields import Strict, Text, WholeNumber, YesNo
from schemas.requests.entries import LAST_RATING
from schemas.requests.matches import NAME

CONTACT = 200


class EntryFormSetting(Strict):
    """The form: open or closed, and the number of places from which on those who ask wait in a list."""

    open = YesNo(required=True)
    places = WholeNumber(2, 1000, allow_none=True, load_default=None)


class AskingToEnter(Strict):
    """A person who asks to enter. Only organisers see the contact, and it is in no log."""

    name = Text(NAME, required=True)
    group = Text(NAME, allow_none=True)
    rating = WholeNumber(0, LAST_RATING, allow_none=True)
    contact = Text(CONTACT, allow_none=True)
