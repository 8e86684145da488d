"""What pyproject.toml promises: resources travel along, every dependency has its reason, there is one version."""

import re
import tomllib
from pathlib import Path

import inspector

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
TEXT = PYPROJECT.read_text(encoding="utf-8")
PROJECT = tomllib.loads(TEXT)


def test_wheel_and_sdist_hold_the_resources():
    targets = PROJECT["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["packages"] == ["inspector"]
    assert targets["wheel"]["force-include"] == {"resources": "inspector/resources"}
    assert "/resources" in targets["sdist"]["include"]


def test_every_dependency_says_why_it_is_there():
    lists = [PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"].values()]
    lines = TEXT.splitlines()
    for requirement in (requirement for each in lists for requirement in each):
        (line,) = (line for line in lines if line.strip().startswith(f'"{requirement}"'))
        assert re.search(r'",\s+# \S+ \S+', line), f"no reason beside {requirement}"


def test_the_version_is_the_same_in_both_places():
    assert PROJECT["project"]["version"] == inspector.__version__
