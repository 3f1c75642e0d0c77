"""Scripts that are sent with the modules that they import."""

import re

import pytest

from service.web.pages import assets
from service.web.pages.bundle import bundle, exports

MODULES = {
    "a/page.js": (
        'import { one, two as second } from "./one.js";\nimport { three } from "../three.js";\nconst sum = 6;\n'
    ),
    "a/one.js": (
        'import {\n  three,\n} from "../three.js";\n'
        "export const one = 1;\nexport async function two() { await three(); }\n"
    ),
    "three.js": (
        "// what it is\nconst sum = 3; // three\n\n/**\n * A class, *not* a function.\n */\nexport class three {}\n"
    ),
}


def test_each_module_is_there_once_before_those_that_import_it():
    assert bundle("a/page.js", MODULES.__getitem__) == (
        "const module_three = (() => {\nconst sum = 3;\nclass three {}\nreturn { three };\n})();\n"
        "const module_a_one = (() => {\nconst {\nthree,\n} = module_three;\nconst one = 1;\n"
        "async function two() { await three(); }\nreturn { one, two };\n})();\n"
        "const module_a_page = (() => {\nconst { one, two : second } = module_a_one;\nconst { three } = module_three;\n"
        "const sum = 6;\nreturn {  };\n})();\n"
    )


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('import three from "../three.js";\n', "no place for 'import three"),
        ('import "../three.js";\n', 'no place for \'import "../three.js"'),
        ('export { sum } from "../three.js";\n', "no place for 'export"),
        ("const text = `one\n// and two`;\n", "a string goes over several lines"),
        ("export default 1;\n", "no place for 'export default"),
        ("export let sum = 1;\n", "no place for 'export let"),
        ('import { sum } from "./page.js";\n', "import each other: a/page.js -> a/one.js -> a/page.js"),
    ],
)
def test_what_a_bundle_cannot_hold_is_named(source, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        bundle("a/page.js", {**MODULES, "a/one.js": source}.__getitem__)


def test_a_bundle_exports_what_its_module_does():
    assert exports("a/one.js", MODULES.__getitem__) == "export const { one, two } = module_a_one;\n"
    assert not exports("a/page.js", MODULES.__getitem__)


@pytest.mark.parametrize("name", assets.BUNDLED)
def test_a_bundled_script_asks_for_no_other_file(name):
    *lines, last = assets.assets()[name].content.decode().splitlines()
    own = last if last.startswith("export const {") else ""  # what the page takes out of it
    assert not re.search(r"^\s*(?:import|export)\b", "\n".join(lines) + last.removeprefix(own), re.MULTILINE)
