"""Templates of a club: what a tournament announced, with its tables and its plan of money, kept under a name."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.errors import Invalid, NotAllowed, NotFound
from core.events import Event, TemplateKept, TemplateRemoved, TemplateRenamed
from core.messages import say
from core.names.names import name_key
from core.tournament.model.money import PlanAsSent, plan_as_sent, read_plan

MOST = 50
"""Templates that a club may have."""
LONGEST_NAME = 100
_LARGEST = 40_000
"""Characters of what is announced and of the plan of fees and prizes, as JSON."""


class Template(NamedTuple):
    """A template: the fields of the announcement as they were sent, and the tables with their groups.

    `money` is the plan of fees and prizes, as an event holds it.
    """

    id: str
    name: str
    announced: Mapping[str, Any]
    tables: tuple[tuple[str, str], ...] = ()
    money: Mapping[str, Any] | None = None

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of its tables."""
        return tuple(name for name, _ in self.tables)

    @property
    def money_as_sent(self) -> PlanAsSent | None:
        """The plan of fees and prizes as it is set over the API; `None` without one."""
        return None if self.money is None else plan_as_sent(read_plan(self.money))


Templates = Mapping[str, Template]


def apply(templates: Templates, event: Event) -> Templates | None:
    """The templates after one more event, by id, in the order in which they were kept; `None` if it is of none."""
    match event:
        case TemplateKept(template, name, announced, tables, money):
            return {**templates, template: Template(template, name, announced, tables, money)}
        case TemplateRenamed(template, name) if template in templates:
            return {**templates, template: templates[template]._replace(name=name)}
        case TemplateRemoved(template):
            return {each: known for each, known in templates.items() if each != template}
        case TemplateRenamed():
            return templates
    return None


def known(templates: Templates, template_id: str) -> Template:
    """The template of that id. Raises `NotFound`."""
    if template_id not in templates:
        raise NotFound("template", template_id)
    return templates[template_id]


def named(templates: Templates, name: str) -> Template | None:
    """The template of that name, however it is spelled; `None` if there is none."""
    return next((template for template in templates.values() if name_key(template.name) == name_key(name)), None)


def keep(templates: Templates, template: Template) -> list[Event]:
    """Keep a template; one of its id is changed. No event if it says so already.

    Raises `NotAllowed` where the club has as many as it may have, and `Invalid` for a name that another one has or for
    more than a template can hold.
    """
    before = templates.get(template.id)
    if before == template:
        return []
    if before is None and len(templates) >= MOST:
        raise NotAllowed(say("a club has at most {most} templates: delete one first", most=MOST))
    _ensure_free(templates, template.id, template.name)
    if len(json.dumps([template.announced, template.money])) > _LARGEST:
        raise Invalid({"tournament": [say("its texts or its prizes are too long for a template: shorten them")]})
    return [TemplateKept(*template)]


def rename(templates: Templates, template_id: str, name: str) -> list[Event]:
    """Give a template another name. Raises `NotFound`, `Invalid` for a name that another one has."""
    if known(templates, template_id).name == name:
        return []
    _ensure_free(templates, template_id, name)
    return [TemplateRenamed(template_id, name)]


def remove(templates: Templates, template_id: str) -> list[Event]:
    """Delete a template. Raises `NotFound`."""
    return [TemplateRemoved(known(templates, template_id).id)]


def _ensure_free(templates: Templates, template_id: str, name: str) -> None:
    other = named(templates, name)
    if other is not None and other.id != template_id:
        raise Invalid({"name": [say("the club has a template of this name already")]})
