"""What a target may be: links are followed, what the old file had is kept, and other kinds of files are refused."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from core.files.conftest import SAVED

from inspector import InputError
from inspector.core.files.io.draft import draft_beside, finish
from inspector.core.files.io.target import ObstacleError


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path, edited) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "out.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("real/out.csv")
    (tmp_path / "chain.csv").symlink_to("link.csv")
    edited.save(tmp_path / "chain.csv", overwrite=True)
    assert [(tmp_path / name).is_symlink() for name in ("link.csv", "chain.csv")] == [True, True]
    assert (tmp_path / "real" / "out.csv").read_bytes() == SAVED
    (tmp_path / "new.csv").symlink_to("real/new.csv")
    edited.save(tmp_path / "new.csv")
    assert (tmp_path / "real" / "new.csv").read_bytes() == SAVED


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_only_regular_files_are_replaced(tmp_path: Path, edited, kind: str) -> None:
    target = tmp_path / "target"
    match kind:
        case "pipe":
            os.mkfifo(target)
        case "folder":
            target.mkdir()
        case _:
            target.symlink_to("/dev/null")
    before = target.stat().st_mode
    with pytest.raises(InputError, match="a folder" if kind == "folder" else "a pipe or a device"):
        edited.save(target, overwrite=True)
    assert target.stat().st_mode == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.csv", "target", "truth.csv"]


def test_a_read_only_target_is_replaced_only_if_asked(tmp_path: Path, edited) -> None:
    (tmp_path / "out.csv").write_text("old")
    (tmp_path / "out.csv").chmod(0o444)
    with pytest.raises(ObstacleError, match="read-only"):
        edited.save(tmp_path / "out.csv", overwrite=True)
    assert (tmp_path / "out.csv").read_text() == "old"
    edited.save(tmp_path / "out.csv", overwrite=True, despite=["read-only"])
    assert (tmp_path / "out.csv").read_bytes() == SAVED
    assert stat.S_IMODE((tmp_path / "out.csv").stat().st_mode) == 0o444


def test_hard_links_are_not_cut_without_a_word(tmp_path: Path, edited) -> None:
    (tmp_path / "out.csv").write_text("old")
    (tmp_path / "other.csv").hardlink_to(tmp_path / "out.csv")
    with pytest.raises(ObstacleError, match=r"2 names \(hard links\)"):
        edited.save(tmp_path / "out.csv", overwrite=True)
    edited.save(tmp_path / "out.csv", overwrite=True, despite=["hard links"])
    assert ((tmp_path / "out.csv").read_bytes(), (tmp_path / "other.csv").read_text()) == (SAVED, "old")


def test_a_replaced_file_keeps_its_mode_owner_and_attributes(tmp_path: Path, edited) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")
    target.chmod(0o640)
    with_owner, with_attribute = os.geteuid() == 0, True
    if with_owner:
        os.chown(target, 1234, 2345)
    try:
        os.setxattr(target, "user.note", b"kept")
    except OSError:  # not every file system has them
        with_attribute = False
    before = target.stat()
    edited.save(target, overwrite=True)
    after = target.stat()
    assert target.read_bytes() == SAVED
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino
    assert after.st_mtime_ns > before.st_mtime_ns
    assert not with_attribute or os.getxattr(target, "user.note") == b"kept"


def test_another_group_gets_no_more_than_everyone(tmp_path: Path, monkeypatch) -> None:
    (target := tmp_path / "out.csv").write_text("old")
    target.chmod(0o664)
    before = [*target.stat()]
    before[5] += 1  # the group

    def refuse(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchown", refuse)
    with draft_beside(target) as draft:
        assert stat.S_IMODE(finish(draft, target, os.stat_result(before)).st_mode) == 0o644
        assert stat.S_IMODE(finish(draft, target, target.stat()).st_mode) == 0o664


def test_the_file_and_its_folder_are_synced_to_disk(tmp_path: Path, edited, monkeypatch) -> None:
    synced, sync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(Path(f"/proc/self/fd/{file}").readlink()), sync(file)))
    edited.save(tmp_path / "out.csv")
    assert [synced[0].parent, *synced[1:]] == [tmp_path, tmp_path]
