"""The examples of the guide and of the README, run as they are pasted; the doc strings."""

import doctest
import os
import re
import runpy

import pytest

import threefold
import threefold._certificates
import threefold._games
import threefold._solve
import threefold.go
from conftest import REPOSITORY

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.fixture(autouse=True)
def in_the_repository():
    before = os.getcwd()
    os.chdir(REPOSITORY)
    yield
    os.chdir(before)


def run(text, name):
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, name, 0))
    assert runner.failures == 0 and runner.tries > 3
    return runner.tries


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_the_examples_of_a_page_do_what_they_say(page):
    if page.startswith("docs"):
        pytest.importorskip("chess")
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.S | re.M)
    run("\n\n".join(blocks), page)


@pytest.mark.parametrize(
    "module",
    [threefold, threefold._certificates, threefold._games, threefold._solve, threefold.go],
)
def test_the_examples_of_doc_strings_do_what_they_say(module):
    failed, tried = doctest.testmod(module, optionflags=FLAGS)
    assert failed == 0 and tried


@pytest.mark.parametrize(
    "script", sorted(path.name for path in (REPOSITORY / "examples" / "python").glob("*.py"))
)
def test_the_example_notebooks_run(script, capsys):
    runpy.run_path(str(REPOSITORY / "examples" / "python" / script), run_name="__main__")
    assert capsys.readouterr().out.strip()
