#!/usr/bin/env python3
"""Is every public name of the Python package in the reference of the site?

    mkdocs build --strict && python3 tests/site.py target/site
"""

import ast
import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "python" / "threefold"
# A module and a text; what they are is said beside them.
ELSEWHERE = {"threefold.__version__"}


def exported(source: Path) -> list[str]:
    """What a module says it exports; without that, its public functions and classes."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [n.name for n in tree.body if isinstance(n, kinds) and not n.name.startswith("_")]


def main() -> None:
    page = (Path(sys.argv[1]) / "reference.html").read_text(encoding="utf-8")
    there = set(re.findall(r'id="([\w.]+)"', page))
    modules = {
        "threefold": "__init__.py",
        "threefold.go": "go.py",
        "threefold.cluster": "cluster/__init__.py",
        "threefold.openspiel": "openspiel.py",
    }
    wanted = {f"{module}.{name}" for module, file in modules.items() for name in exported(PACKAGE / file)}
    missing = sorted(wanted - there - ELSEWHERE)
    if missing or len(wanted) < 30:
        sys.exit(f"reference.html does not have {', '.join(missing)} ({len(wanted)} names)")
    print(f"{len(wanted)} names in the reference")


if __name__ == "__main__":
    main()
