"""What mkdocs does to a page before it reads it: a block may begin with `sh` alone there, without the word for
tests/run_readme.py behind it."""

import re


def on_page_markdown(markdown, **_):
    return re.sub(r"^```sh \w+$", "```sh", markdown, flags=re.M)
