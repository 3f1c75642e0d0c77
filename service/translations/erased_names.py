"""The names that are shown of erased players, in a reader's language, in whatever text they stand."""

import re

from core.eventlog.personal_values import erased_name
from core.messages import rendered, to_json
from core.tournament import Tournament
from core.tournament.model.values import Member
from service.translations import CORE, SOURCE, catalogue

_PATTERN = str(to_json(erased_name(""))["pattern"])  # type: ignore[index]
_BEGINNING = _PATTERN.partition("{")[0]
_NAME = re.compile(re.escape(_BEGINNING) + "([0-9]{5})")


def in_language(text: str, language: str) -> str:
    """A text with the names of erased players in a language."""
    if language == SOURCE or _BEGINNING not in text:
        return text
    pattern = str(catalogue(language).pgettext(CORE, _PATTERN))
    return _NAME.sub(lambda matched: rendered(pattern, {"number": matched[1]}), text)


def with_names_in(tournament: Tournament, language: str) -> Tournament:
    """A tournament whose erased players have the names of a language."""
    if language == SOURCE:
        return tournament

    def named(member: Member) -> Member:
        return member._replace(name=in_language(member.name, language))

    entries = tuple(
        entry._replace(name=in_language(entry.name, language), members=tuple(map(named, entry.members)))
        for entry in tournament.entries
    )
    return tournament._replace(entries=entries, alternates=tuple(map(named, tournament.alternates)))
