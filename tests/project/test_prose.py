"""The rules of docs/development/style.md hold for the pages and the checked folders."""

import re

import pytest

from tests.support.proving import prove
from tools.prose import (
    LONGEST,
    code_faults,
    faults,
    faults_of_test_names,
    long_sentences,
    name_faults,
    page_faults,
    script_faults,
    stale_names,
)


@prove  # `make check`, a part of `make test`, asks the same
def test_pages_and_checked_folders_follow_the_style():
    assert faults() == []


@pytest.mark.parametrize(
    "line", ["Whoever asks is told.", "He waits.", "It is somebody's.", "for nobody, ever", "to his"]
)
def test_a_forbidden_word_of_a_page_is_found_with_its_line(line):
    assert [number for number, _ in page_faults(f"# Title\n\n{line}\n")] == [3]


def test_code_blocks_of_a_page_are_not_checked_and_lines_behind_them_keep_their_numbers():
    assert list(page_faults("```\nhe\n```\nthe\nhe\n")) == [(5, "he")]


def test_a_sentence_of_a_page_that_is_too_long_is_found_with_the_line_of_its_paragraph():
    words = ["word"] * LONGEST
    assert list(long_sentences(f"# Title\n\n{' '.join(words)}. Another.\nA third\n")) == []
    assert [line for line, _ in long_sentences(f"# Title\n\nA first.\n{' '.join([*words, 'more'])}.\n")] == [3]
    assert [line for line, _ in long_sentences(f"A first.\n\n- {' '.join(words)}\n  that goes on\n")] == [3]


def test_code_tables_and_quotations_have_sentences_of_any_length():
    words = " ".join(["word"] * LONGEST)
    assert list(long_sentences(f"A row is `{words} more` and no more.\n\n| {words} | {words}; {words} |\n")) == []
    assert list(long_sentences(f'It says "{words} more" there.', re.compile(r'"[^"]+"'))) == []


@pytest.mark.parametrize(
    "source",
    [
        '"""Whether it holds."""',
        'x = 1\n"""Those who watch."""',
        "# his turn",
        'def f():\n    """A.\n\n    He waits."""',
    ],
)
def test_a_fault_of_a_docstring_or_comment_is_found(source):
    assert list(code_faults(source))


def test_strings_of_the_program_are_checked_where_users_of_the_api_read_them():
    source = 'text(description="nobody sits out")'
    assert list(code_faults(source)) == []
    assert list(code_faults(source, strings=True)) == [(1, "nobody")]


@pytest.mark.parametrize(
    "source",
    [
        "said = 1",
        "def told(): ...",
        "def f(who): ...",
        "import json as crowd",
        "try:\n    f()\nexcept OSError as trouble:\n    pass",
        "for said in rows: ...",
        "def _told(): ...",
        "def as_he_comes(): ...",
        "nobody_won = 1",
    ],
)
def test_a_name_that_says_nothing_of_its_value_is_found(source):
    assert list(name_faults(source))


def test_keys_and_fields_of_others_are_not_names_of_ours():
    assert list(name_faults('_("%(who)s", who=player)[row.said]')) == []
    assert list(name_faults("the_cache = 1")) == []


@pytest.mark.parametrize("words", ["whoever_asks_is_told", "nobody_waits", "a_player_keeps_his_rank"])
def test_a_forbidden_word_in_the_name_of_a_test_is_found(words):
    assert list(faults_of_test_names(f"def test_{words}():\n    assert True"))
    assert not list(faults_of_test_names(f"def {words}():\n    return 1"))


def test_a_docstring_that_names_what_no_code_has_any_more_is_found():
    left = 'def counted(players):\n    """The `players` of `core.gone.counted()`, see `Board` and `<b>`."""'
    assert list(stale_names({"core/left.py": left, "core/core.py": "counted"}, "class Board")) == [
        "core/left.py:2: `core.gone.counted`: there is no core"
    ]
    assert list(stale_names({"core/left.py": left, "core/core.py": "core = 1"}, "class Board")) == [
        "core/left.py:2: `core.gone.counted`: there is no gone"
    ]


def test_comments_of_scripts_are_checked_as_others_are():
    source = "// What it shows.\n// when it goes on in a second line\nlet a = 1; // kept by somebody\nconst b = 'http://who';\n"
    assert list(script_faults(source)) == [(1, "begins with What"), (3, "somebody")]
