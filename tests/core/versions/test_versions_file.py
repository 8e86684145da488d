"""The file of versions: written whole, merged between windows, and read whatever is in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from core.versions.test_version import labels, opened  # noqa: F401

import inspector
from inspector import InputError, Inspection
from inspector.core.task import drain
from inspector.core.versions import file as versions_file
from inspector.core.versions.file import VersionsFile, _name


def again(folder: Path) -> Inspection:
    return inspector.open_pair(folder / "truth.csv", folder / "wrong.csv", "map@2")


def merged(inspection: Inspection, folder: Path, deleted: tuple[str, ...] = ()) -> list[str]:
    """Merge what the window holds with the file, take over what is in it, and return the names."""
    submission = inspection.open_submission
    file = VersionsFile(folder / "versions", folder / "truth.csv", folder / "wrong.csv")
    submission.versions = drain(file.merge(inspection.evaluation, submission.versions, deleted))
    return [version.name for version in submission.versions]


@pytest.fixture
def kept(opened: Inspection, tmp_path: Path) -> Inspection:  # noqa: F811
    opened.edit("r0", ["w_0", '"quotes"\\'])
    opened.edit("r1", [])
    opened.keep("=first, <b>")
    assert merged(opened, tmp_path) == ["=first, <b>"]
    return opened


def test_versions_survive_a_restart(kept: Inspection, tmp_path: Path) -> None:
    wanted = labels(kept)
    fresh = again(tmp_path)
    assert merged(fresh, tmp_path) == ["=first, <b>"]
    fresh.return_to("=first, <b>")
    assert (labels(fresh), fresh.overall) == (wanted, kept.overall)
    assert (fresh.versions[0].when, fresh.versions[0].key) == (kept.versions[0].when, kept.versions[0].key)
    assert fresh.versions[0].scored == ("map@2", kept.overall)


def test_two_windows_keep_the_versions_of_both(kept: Inspection, tmp_path: Path) -> None:
    other = again(tmp_path)
    other.edit("r2", ["w_2"])
    other.keep("second")
    assert sorted(merged(other, tmp_path)) == ["=first, <b>", "second"]
    assert sorted(merged(kept, tmp_path)) == ["=first, <b>", "second"]
    other.rename("second", "renamed")
    merged(other, tmp_path)
    assert sorted(merged(again(tmp_path), tmp_path)) == ["=first, <b>", "renamed"]


def test_a_deleted_version_is_not_brought_back_by_another_window(kept: Inspection, tmp_path: Path) -> None:
    other = again(tmp_path)
    merged(other, tmp_path)
    key = kept.versions[0].key
    kept.remove("=first, <b>")
    assert merged(kept, tmp_path, (key,)) == []
    assert merged(other, tmp_path) == []


def test_nothing_is_written_before_the_first_version(opened: Inspection, tmp_path: Path) -> None:  # noqa: F811
    assert merged(opened, tmp_path) == []
    assert not (tmp_path / "versions").exists()


def test_a_damaged_file_gives_what_can_be_read(kept: Inspection, tmp_path: Path) -> None:
    path = next((tmp_path / "versions").iterdir())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(
        b"".join([lines[0], b"\xff{", b'["lost", ["x"]]\n', *lines[1:], b'["r2", 7]\n["gone", ["w_1"]]\n[[['])
    )
    fresh = again(tmp_path)
    assert merged(fresh, tmp_path) == ["=first, <b>"]
    fresh.return_to("=first, <b>")
    assert labels(fresh) == labels(kept)


def test_a_file_of_a_newer_program_is_left_alone(kept: Inspection, tmp_path: Path) -> None:
    path = next((tmp_path / "versions").iterdir())
    path.write_text(json.dumps({"format": "submission-inspector versions", "version": 2}) + "\n")
    before = path.read_bytes()
    with pytest.raises(InputError, match="newer version of the program"):
        merged(kept, tmp_path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_said(opened: Inspection, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "versions").write_text("")
    opened.keep("x")
    with pytest.raises(InputError, match="the versions cannot be kept"):
        merged(opened, tmp_path)


def test_nothing_is_merged_without_the_lock(kept: Inspection, tmp_path: Path, monkeypatch) -> None:
    other, alone_in = again(tmp_path), versions_file.alone_in
    other.keep("second")
    monkeypatch.setattr(versions_file, "alone_in", lambda folder: alone_in(folder, 0.02))
    with versions_file.open_folder(tmp_path / "versions") as folder:
        assert drain(alone_in(folder))
        with pytest.raises(InputError, match="another window has not finished writing"):
            merged(other, tmp_path)
    assert sorted(merged(other, tmp_path)) == ["=first, <b>", "second"]


def test_a_version_is_read_whole_while_its_rows_are_edited(kept: Inspection, tmp_path: Path) -> None:
    wanted = labels(kept)
    fresh = again(tmp_path)
    fresh.edit("r0", ["w_1"])
    merged(fresh, tmp_path)
    fresh.return_to("=first, <b>")
    assert labels(fresh) == wanted


def test_a_version_on_disk_stays_as_it_was_when_edits_are_saved(kept: Inspection, tmp_path: Path) -> None:
    wanted = labels(kept)
    kept.edit("r4", ["w_1"])
    kept.save(tmp_path / "wrong.csv", overwrite=True)
    merged(kept, tmp_path)
    fresh = again(tmp_path)
    merged(fresh, tmp_path)
    fresh.return_to("=first, <b>")
    assert labels(fresh) == wanted


@pytest.mark.parametrize("is_saved_before", [False, True])
def test_a_version_on_disk_outlives_a_save_and_a_reload(
    kept: Inspection, tmp_path: Path, is_saved_before: bool
) -> None:
    wanted, path = labels(kept), tmp_path / "wrong.csv"
    if is_saved_before:
        kept.save(path, overwrite=True)  # the rows of the version are those of the file now
        merged(kept, tmp_path)
    path.write_text(path.read_text().replace("r4,w_9 w_8", "r4,w_1"))
    kept.commit(drain(kept.rebase_task(again(tmp_path).state)))
    merged(kept, tmp_path)
    fresh = again(tmp_path)
    merged(fresh, tmp_path)
    fresh.return_to("=first, <b>")
    assert labels(fresh) == wanted


def test_rows_that_do_not_fit_the_files_now_stay_on_disk(kept: Inspection, tmp_path: Path) -> None:
    wanted, truth = labels(kept), (tmp_path / "truth.csv").read_text()
    (tmp_path / "truth.csv").write_text(
        "".join(line + "\n" for line in truth.splitlines() if not line.startswith("r0"))
    )
    fewer = again(tmp_path)
    merged(fewer, tmp_path)
    fewer.keep("other")
    merged(fewer, tmp_path)
    (tmp_path / "truth.csv").write_text(truth)
    fresh = again(tmp_path)
    merged(fresh, tmp_path)
    fresh.return_to("=first, <b>")
    assert labels(fresh) == wanted


def taken(inspection: Inspection, folder: Path) -> list[str]:
    """Merge as the window does, which takes names over and makes them unique; return the names."""
    one = inspection.open_submission
    file = VersionsFile(folder / "versions", folder / "truth.csv", folder / "wrong.csv")
    found = drain(file.merge(inspection.evaluation, [*one.versions]))
    inspection.take_versions(one, found, [version.key for version in one.versions])
    return [version.name for version in one.versions]


def test_of_two_renames_the_later_one_wins_in_both_windows(kept: Inspection, tmp_path: Path) -> None:
    other = again(tmp_path)
    taken(other, tmp_path)
    kept.rename("=first, <b>", "early")
    other.rename("=first, <b>", "late")
    assert (taken(other, tmp_path), taken(kept, tmp_path)) == (["late"], ["late"])
    for _ in range(2):
        assert (taken(kept, tmp_path), taken(other, tmp_path)) == (["late"], ["late"])
    kept.keep("made of it")
    assert kept.versions[1].made_from == "late"


def test_a_name_that_is_made_unique_in_a_window_stays_there(kept: Inspection, tmp_path: Path) -> None:
    other = again(tmp_path)
    other.rename("wrong", "=first, <b>")
    for _ in range(2):
        assert taken(other, tmp_path) == ["=first, <b> (2)"]
        assert taken(again(tmp_path), tmp_path) == ["=first, <b>"]


def test_versions_of_another_reading_are_refused(kept: Inspection, tmp_path: Path) -> None:
    other = again(tmp_path)
    with pytest.raises(InputError, match="as they were read before"):
        other.take_versions(other.open_submission, kept.versions, [])
    assert other.versions == ()


def test_a_pair_has_one_file_of_versions_however_it_is_typed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    files = tmp_path / "truth.csv", tmp_path / "wrong.csv"
    linked = [tmp_path / "link" / path.name for path in files]
    known = VersionsFile(tmp_path, *files).path
    assert VersionsFile(tmp_path, *linked).path == known
    earlier = tmp_path / _name(*linked)  # older versions of the program kept it under the links
    earlier.touch()
    assert VersionsFile(tmp_path, *linked).path == earlier
    known.touch()
    assert VersionsFile(tmp_path, *linked).path == known
