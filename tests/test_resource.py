"""resource() finds a file in a source tree and in an installed wheel."""

import pytest

from inspector import resource


def test_a_source_tree_finds_its_resources_next_to_the_package():
    assert resource.path("setup.sh").read_text(encoding="utf-8").startswith("#!/bin/sh\n")


def test_an_installed_package_finds_its_resources_inside_itself(tmp_path, monkeypatch):
    package = tmp_path / "inspector"
    for folder in (package / "resources" / "icons", tmp_path / "resources"):
        folder.mkdir(parents=True)
    (package / "resources" / "icons" / "open.svg").touch()
    (tmp_path / "resources" / "stranger.txt").touch()
    monkeypatch.setattr(resource, "_PACKAGE", package)

    assert resource.path("icons/open.svg") == package / "resources" / "icons" / "open.svg"
    with pytest.raises(FileNotFoundError):
        resource.path("stranger.txt")


@pytest.mark.parametrize("name", ["icons/nowhere.svg", ".", ""])
def test_a_missing_resource_is_named_in_the_error(name):
    with pytest.raises(FileNotFoundError, match="no such file among the resources") as caught:
        resource.path(name)
    assert caught.value.filename.endswith(f"resources/{name}".rstrip("/."))
