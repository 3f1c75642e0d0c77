"""An organiser, and a tournament that is announced."""

import pytest

from service.web.api import plans
from tests.support.pages.announcement_form import NEW, WRITTEN, sent, simulated
from tests.support.pages.form_fields import fields_of
from tests.support.signed_in import signed_in


@pytest.fixture
def organiser(api, monkeypatch):
    monkeypatch.setattr(plans, "simulated", simulated)
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser):
    looked = sent(organiser, **WRITTEN, step="look")
    return organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write").location.split("/")[2]
