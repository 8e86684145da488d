"""The program without Python, made and started in a bare Debian. By hand, as root: pytest -n 0 -m bundle"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What every desktop has.
LIBRARIES = "libgl1,libegl1,fontconfig,fonts-dejavu-core"
BARE = ["env", "-i", "HOME=/root", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "QT_QPA_PLATFORM=offscreen"]

pytestmark = [
    pytest.mark.bundle,
    pytest.mark.skipif(os.getuid() != 0 or shutil.which("debootstrap") is None, reason="needs root and debootstrap"),
]


def test_the_bundle_starts_in_a_debian_without_python(tmp_path: Path) -> None:
    subprocess.run(["sh", ROOT / "resources" / "bundle.sh", tmp_path / "dist"], check=True)
    (archive,) = (tmp_path / "dist").iterdir()
    bare = tmp_path / "bare"
    # Arrow opens files by /proc, as every Debian that runs has it.
    run = ["unshare", "--fork", "--pid", f"--mount-proc={bare}/proc", "chroot", bare, *BARE]
    make = ["debootstrap", "--variant=minbase", f"--include={LIBRARIES}", "bookworm", bare]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    assert subprocess.run([*run, "sh", "-c", "command -v python3"]).returncode == 127
    subprocess.run(["tar", "-xf", archive, "-C", bare / "opt"], check=True)
    program = "/opt/submission-inspector/submission-inspector"
    subprocess.run([*run, program, "demo", "humpback", "--screenshot", "/opt/picture.png"], check=True)
    assert (bare / "opt" / "picture.png").stat().st_size > 50_000
