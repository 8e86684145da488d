"""pyproject.toml: resources are packaged, every dependency has a reason, there is one version."""

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

import inspector

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
TEXT = PYPROJECT.read_text(encoding="utf-8")
PROJECT = tomllib.loads(TEXT)


def test_wheel_and_sdist_contain_the_resources():
    targets = PROJECT["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["packages"] == ["inspector"]
    assert targets["wheel"]["force-include"] == {"resources": "inspector/resources"}
    assert "/resources" in targets["sdist"]["include"]


def test_a_pip_install_includes_the_menu_entry_and_its_icon():
    shared = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert all((PYPROJECT.parent / source).is_file() for source in shared)
    assert set(shared.values()) == {
        "share/applications/submission-inspector.desktop",
        "share/icons/hicolor/scalable/apps/submission-inspector.svg",
    }


def test_the_menu_entry_starts_the_installed_command_with_our_icon():
    entry = ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(PYPROJECT.parent / "resources" / "submission-inspector.desktop", encoding="utf-8")
    keys = entry["Desktop Entry"]
    (command,) = PROJECT["project"]["scripts"]
    assert keys["Exec"].split()[0] == keys["TryExec"] == keys["Icon"] == command
    assert (keys["Type"], keys["Terminal"]) == ("Application", "false")
    assert all(keys[name].endswith(";") for name in ("Categories", "Keywords"))


def test_every_icon_is_used_and_every_icon_used_is_there():
    ui = PYPROJECT.parent / "inspector" / "ui"
    source = "".join(path.read_text(encoding="utf-8") for path in ui.rglob("*.py"))
    drawn = {path.stem for path in (PYPROJECT.parent / "resources" / "icons").glob("*.svg")}
    drawn.remove("submission-inspector")
    assert {name for name in drawn if f'"{name}"' not in source} <= {"filter", "find", "sort"}
    assert set(re.findall(r'icon="([a-z-]+)"', source)) <= drawn


def test_every_dependency_has_its_reason_beside_it():
    lists = [PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"].values()]
    lines = TEXT.splitlines()
    for requirement in (requirement for each in lists for requirement in each):
        (line,) = (line for line in lines if line.strip().startswith(f'"{requirement}"'))
        assert re.search(r'",\s+# \S+ \S+', line), f"no reason beside {requirement}"


def test_the_version_is_the_same_in_both_places():
    assert PROJECT["project"]["version"] == inspector.__version__
