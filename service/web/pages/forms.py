"""One decorator for every form of a page: its role, its key and version, and the page that tells of a refusal.

    @page_form(pages, f"{_PAGE}/rule", "organiser", _page)
    def rule(call: FormCall, tournament: str) -> str:
        tournaments.amend(call.request, tournament, {"check_in": form_text("only") == "1"})
        return f"/tournaments/{tournament}/check-in"

A form is a function of its `FormCall` and the parts of its address. It returns the address to which the browser goes,
or a page. What it raises as a refusal is shown by its page, which gets the `Refusal` and what was typed.

- Sent twice, a form is answered twice and written once.
- Filled in anew on a page that was gone back to, it is written anew: its key then has the fingerprint of what was sent.
  It is written behind what the person wrote since, if no other person wrote.
- Where another person wrote since a page was shown, a `versioned` form writes nothing. Its page tells what they wrote.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from inspect import signature
from itertools import islice
from typing import Any, NamedTuple, Self, TypeVar

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, VersionConflict
from core.tournament import Tournament
from service.auth.authorization import Principal, authorize, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.authors import Authors, is_author
from service.handlers.request import Request
from service.translations.isolation import beside
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import KEY_LENGTH, form_text, form_version, whole_number
from service.web.i18n import accounts, core_messages, log_events, tournament_labels
from service.web.i18n.authors import author
from service.web.pages.base import PageBlueprint, redirect_to

_MOST = 6
"""Events of others that are told, the last ones."""
_MOST_OWN = 20
"""Events that a person wrote since a page was shown, behind which it is still written."""
_MARK = 16
"""Characters of the fingerprint in the key of a form that was filled in anew."""


class NotWritten(Exception):
    """A form that its page refuses itself, with the sentences that say why, or one for each field."""

    def __init__(self, *lines: str, status: int = 422, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(*lines)
        self.lines, self.status, self.fields = lines, status, fields or {}


REFUSALS = (NotWritten, Invalid, ValidationError, NotAllowed, NotFound, VersionConflict)


_MATCH = re.compile(r"(t_[a-z0-9]{1,38})\.[0-9]{1,9}")


def problems_of(error: Exception) -> tuple[Markup, ...]:
    """The errors of a request, a sentence each, in the reader's language; matches by their players."""
    return tuple(map(_sentence, core_messages.wrong(error, _match_name)))


def field_lines(error: Invalid | ValidationError, names: Mapping[str, str]) -> list[str]:
    """The first message of each field, behind the name that its form has for the field, in the reader's language."""
    problems = error.problems if isinstance(error, Invalid) else error.normalized_messages()
    lines = ((names.get(path.partition(".")[0], ""), _first(problem)) for path, problem in problems.items())
    return [Markup("{}: {}").format(name, message) if name else message for name, message in lines]


def _first(found: Any) -> Markup:
    while isinstance(found, dict | list):
        found = next(iter(found.values() if isinstance(found, dict) else found))
    return core_messages.translate(found)


def _sentence(line: Markup) -> Markup:
    return Markup(core_messages.as_sentence(line))  # noqa: S704 - what was safe stays so


def _match_name(text: str, *, beside_players: bool) -> str:
    """The players of a match of a tournament in place of its id, or its table; any other text as it is."""
    matched = _MATCH.fullmatch(text)
    if matched is None:
        return text
    try:
        state = deps().repository.tournament(matched[1])
        pairing = state.match(text)
    except NotFound:
        return text
    if beside_players or pairing.is_bye:
        return tournament_labels.place_of(state.seated.get(text), text)
    return beside(state.label_of(player) for player in (pairing.white, pairing.black))


class Refusal(NamedTuple):
    """The reason why nothing was written, for the page of the form. Without an error there is none."""

    error: Exception | None = None

    @property
    def status(self) -> int:
        """The status of the page: 422 where a field is wrong, 404 where what it names is gone, else 409."""
        if self.error is None:
            return 200
        if isinstance(self.error, NotWritten):
            return self.error.status
        if isinstance(self.error, NotFound):
            return 404
        return 422 if isinstance(self.error, Invalid | ValidationError) else 409

    @property
    def conflict(self) -> bool:
        """True if another person wrote since the page was shown."""
        return isinstance(self.error, VersionConflict)

    @property
    def problems(self) -> tuple[Markup, ...]:
        """Errors, a line each; none where another person wrote meanwhile."""
        if self.error is None or self.conflict:
            return ()
        if isinstance(self.error, NotWritten):
            return tuple(_sentence(Markup.escape(line)) for line in self.error.lines)
        return problems_of(self.error)

    @property
    def fields(self) -> Mapping[str, str]:
        """Sentences by the field that they are about."""
        if isinstance(self.error, NotWritten):
            return self.error.fields
        return accounts.problems(self.error) if isinstance(self.error, Invalid) else {}

    @property
    def alarm(self) -> str:
        """All of it in one line."""
        if self.conflict:
            return _("Another person wrote meanwhile, and nothing of yours was written:")
        return Markup(" ").join(self.problems)

    def shown(self, state: Tournament) -> dict[str, Any]:
        """Everything of it that a page of a tournament shows, with what others wrote since that page was shown."""
        seen = None if self.error is None else whole_number(form_text("version"))
        meanwhile = conflict_sentences(deps(), state, seen)
        return {
            "alarm": self.alarm,
            "problems": self.problems,
            "conflict": self.conflict or bool(meanwhile),
            "meanwhile": meanwhile,
        }


ACCEPTED = Refusal()
"""A page that is shown, with nothing refused."""


@dataclass(frozen=True)
class FormCall:
    """A form that was sent. `earlier` is what another content of the same form wrote under its key."""

    versioned: bool
    stream: str
    earlier: KeyReused | None = None

    @cached_property
    def principal(self) -> Principal | None:
        """The sender. Raises `Unauthenticated`, `Forbidden`."""
        return visitor(request)

    @cached_property
    def request(self) -> Request:
        """The request to write all of the form: under its key, at the version that its page was shown at."""
        fields = {name: texts for name, texts in request.form.to_dict(flat=False).items() if name != "key"}
        mark = form_keys.fingerprint([request.path, fields])
        key = form_text("key", KEY_LENGTH) or None
        expected = form_version() if self.versioned else None
        if self.earlier is not None:
            key = key and f"{key[: KEY_LENGTH - _MARK]}-{mark[:_MARK]}"
            if expected is not None:
                expected = self._behind(self.earlier, expected)
        return Request(deps(), self.principal, expected, key, mark)

    def part(self, *content: object, expected: int | None = None) -> Request:
        """The request to write a part of the form, whose content tells it from the others."""
        mark = form_keys.fingerprint([request.path, *content])
        key = self.request.key and f"{self.request.key[: KEY_LENGTH - _MARK]}-{mark[:_MARK]}"
        return replace(self.request, expected=expected, key=key, fingerprint=mark)

    def _behind(self, earlier: KeyReused, expected: int) -> int:
        """The version behind what the sender wrote since the page was shown, if no other person wrote."""
        if (earlier.stream, earlier.first) != (self.stream, expected + 1):
            return expected
        written = list(islice(deps().log.read(earlier.stream, expected), _MOST_OWN))
        sender = self.principal
        own = sender is not None and all(is_author(deps(), sender, fact.by) for fact in written)
        return expected + len(written) if own else expected

    def anew(self, earlier: KeyReused) -> Self:
        """The same form as one of its own."""
        return replace(self, earlier=earlier)


FORM = "page_form"
"""The mark of a view that is a form: true if it is written at the version of its page alone."""
Answer = str | Response
View = TypeVar("View", bound=Callable[..., Answer])


def page_form(
    pages: PageBlueprint,
    rule: str,
    role: str = "",
    shown: Callable[..., Response] | None = None,
    *,
    versioned: bool = False,
    endpoint: str | None = None,
) -> Callable[[View], View]:
    """Make a view the form at an address.

    `role` is needed in the club, or for the tournament, of the address. A match belongs to a tournament. Without a role
    the view asks for rights itself. `shown` is called with the `Refusal` and those parts of the address that it takes,
    and gives the page that tells of the refusal.
    """

    taken = signature(shown).parameters if shown else {}

    def decorate(view: View) -> View:
        @wraps(view)
        def send(**address: str) -> Response:
            _admit(role, address)
            call = FormCall(versioned, _tournament_of(address))
            try:
                answer = _answer(view, call, address)
            except REFUSALS as error:
                if shown is None:
                    raise
                return shown(refused=Refusal(error), **{name: at for name, at in address.items() if name in taken})
            return redirect_to(answer) if isinstance(answer, str) else answer

        setattr(send, FORM, versioned)
        pages.post(rule, endpoint=endpoint)(send)
        return view

    return decorate


def _admit(role: str, address: Mapping[str, str]) -> None:
    """Let a caller pass who has the role. Raises `Unauthenticated`, `Forbidden`, `NotFound`."""
    if not role:
        return
    if "club" in address:
        authorize(visitor(request), role, address["club"])
    else:
        authorize_tournament(deps(), visitor(request), role, _tournament_of(address))


def _tournament_of(address: Mapping[str, str]) -> str:
    """The tournament of an address, or of its match; empty without one."""
    return address.get("tournament", "") or address.get("match", "").rpartition(".")[0]


def _answer(view: Callable[..., Answer], call: FormCall, address: Mapping[str, str]) -> Answer:
    try:
        return view(call, **address)
    except KeyReused as earlier:
        return view(call.anew(earlier), **address)


def conflict_sentences(deps: Dependencies, state: Tournament, version: int | None) -> list[str]:
    """The events of a tournament after that version, a sentence each with its author; the last few of many."""
    if version is None or version >= state.version:
        return []
    authors = Authors(deps.repository, state.created.club)
    sentences = []
    for fact in islice(deps.log.read(state.id, after=max(version, state.version - _MOST)), _MOST):
        writer = author(fact.by, authors)
        text = log_events.sentence(fact.event, log_events.context(writer.name, {}, state))
        sentences.append(text if writer.name in text else f"{writer.name}: {text}")
    return sentences
