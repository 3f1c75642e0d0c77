"""The areas of pages: each module below this folder that has `pages` is a part of one, and is found by itself."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import walk_packages

from service.web import pages
from service.web.pages.base import PageBlueprint


def blueprints() -> Iterable[PageBlueprint]:
    """The blueprint of each area, with the views of all modules, in the order of their names."""
    modules = [import_module(each.name) for each in walk_packages(pages.__path__, f"{pages.__name__}.")]
    found = [each.pages for each in modules if isinstance(getattr(each, "pages", None), PageBlueprint)]
    return {blueprint.name: blueprint for blueprint in found}.values()
