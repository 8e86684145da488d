"""Reading a picture: its kind, its size and its limits; the files may be hostile."""

from __future__ import annotations

import gzip
import os
import struct

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImageReader
from ui.images.drawing import BLUE, RED, draw

from inspector.core.rows.media import find
from inspector.ui.images import picture
from inspector.ui.images.picture import PictureCache, box_of, decode


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "bmp"])
def test_a_picture_is_read_no_larger_than_it_is_shown(tmp_path, ending: str) -> None:
    path = draw(tmp_path / f"large.{ending}", RED, QSize(800, 400))
    image = decode(path, QSize(100, 100)).image
    assert image is not None
    assert (image.width(), image.height()) == (100, 50)
    small = decode(draw(tmp_path / f"small.{ending}", RED, QSize(20, 10)), QSize(100, 100)).image
    assert (small.width(), small.height()) == (20, 10)


def test_a_picture_is_rotated_by_its_exif_orientation(tmp_path) -> None:
    path = draw(tmp_path / "turned.jpg", RED, QSize(400, 200))
    # As cameras write it: the tag Orientation, 0x0112, with the value 6: the top of the picture is at the right.
    orientation = struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, 0x0112, 3, 1, 6, 0, 0)
    segment = b"Exif\0\0" + orientation
    plain = path.read_bytes()
    path.write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:])
    shown = decode(path, QSize(100, 50)).image
    assert (shown.width(), shown.height()) == (25, 50)


def test_a_file_that_is_no_raster_picture_is_rejected_with_a_message(tmp_path) -> None:
    (tmp_path / "a.png").write_text("id,label\n")
    (tmp_path / "b.png").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
    for name in ("a.png", "b.png"):
        refused = decode(tmp_path / name, QSize(9, 9))
        assert (refused.image, refused.error) == (None, f"{name} is not a picture in a supported format")
    assert "cannot be read" in PictureCache().load(tmp_path / "gone.png", QSize(9, 9)).error


def test_a_picture_too_large_for_memory_is_rejected_before_it_is_read(tmp_path, monkeypatch) -> None:
    path = draw(tmp_path / "huge.png", RED, QSize(900, 700))
    monkeypatch.setattr(picture, "_MOST_MEGABYTES", 2)
    monkeypatch.setattr(QImageReader, "read", lambda _: pytest.fail("it was read"))
    assert decode(path, QSize(90, 70)).error == "huge.png is too large: 900 × 700 pixels"


DRAWINGS = {
    "endless.jpg": b"<svg xmlns='http://www.w3.org/2000/svg'><g id='a'/></svg>",
    "packed.jpg": gzip.compress(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "page.png": b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n",
    "icon.png": b"\0\0\1\0\1\0\1\1",
    "empty.png": b"",
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_kind_of_a_picture_is_known_before_qt_sees_the_file(tmp_path, monkeypatch, name: str) -> None:
    (tmp_path / name).write_bytes(DRAWINGS[name])
    monkeypatch.setattr(picture, "QImageReader", lambda *_: pytest.fail("Qt was to guess the kind"))
    assert decode(tmp_path / name, QSize(9, 9)).error == f"{name} is not a picture in a supported format"


def test_qt_reads_a_picture_as_the_kind_that_it_begins_as(tmp_path) -> None:
    """Not as a drawing that follows the first bytes of a picture, and never as what its name says."""
    (tmp_path / "a.svg").write_bytes(b"BM<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    assert "is broken" in decode(tmp_path / "a.svg", QSize(9, 9)).error
    draw(tmp_path / "drawn.png").rename(tmp_path / "b.svg")
    assert decode(tmp_path / "b.svg", QSize(90, 90)).image is not None


def test_a_pipe_a_folder_and_a_device_are_no_pictures(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "endless.png").symlink_to("/dev/zero")
    for name in ("pipe.png", "folder.png", "endless.png"):
        refused = PictureCache().load(tmp_path / name, QSize(9, 9))
        assert (refused.image, refused.error.split(":")[0]) == (None, f"{name} cannot be read")
        assert find(tmp_path, name) is None


def test_a_file_of_too_many_bytes_is_no_picture(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(picture, "_MOST_MEGABYTES", 1)
    path = draw(tmp_path / "long.png")
    os.truncate(path, (1 << 20) + 1)
    assert decode(path, QSize(9, 9)).error == "long.png cannot be read: it has more than 1 MB"


def test_a_small_jpeg_that_would_take_gigabytes_or_hours_is_rejected(tmp_path, monkeypatch) -> None:
    plain = draw(tmp_path / "wide.jpg").read_bytes()
    monkeypatch.setattr(QImageReader, "read", lambda _: pytest.fail("it was read"))
    frame = plain.index(b"\xff\xc0") + 5
    (tmp_path / "wide.jpg").write_bytes(plain[:frame] + struct.pack(">HH", 65500, 65500) + plain[frame + 4 :])
    assert decode(tmp_path / "wide.jpg", QSize(9, 9)).error == "wide.jpg is too large: 65,500 × 65,500 pixels"
    (tmp_path / "deep.jpg").write_bytes(plain[:-2] + b"\xff\xda\0\2" * 200 + plain[-2:])
    assert decode(tmp_path / "deep.jpg", QSize(9, 9)).error == "deep.jpg is too large: 201 scans"


def test_few_pictures_are_kept_and_a_changed_file_is_read_again(tmp_path, monkeypatch) -> None:
    read, cache, box = [], PictureCache(), QSize(64, 64)
    monkeypatch.setattr(picture, "decode", lambda path, box: read.append(path.name) or decode(path, box))
    monkeypatch.setattr(picture, "_MOST_KEPT_BYTES", 64 * decode(draw(tmp_path / "one.png"), box).bytes)
    paths = [draw(tmp_path / f"{n}.png") for n in range(70)]
    for path in (*paths, paths[-1]):
        cache.load(path, box)
    assert (len(read), len(cache)) == (70, 64)
    cache.load(paths[0], box)
    assert read[-1] == "0.png"
    draw(paths[-1], BLUE, QSize(10, 10))

    os.utime(paths[-1], ns=(1, 1))
    assert cache.load(paths[-1], box).image.width() == 10


def test_the_picture_box_follows_the_pixel_ratio_and_grows_in_steps() -> None:
    assert box_of(QSize(100, 60), 1.0) == QSize(128, 64)
    assert box_of(QSize(100, 60), 2.0) == QSize(256, 128)
    assert box_of(QSize(0, 0), 1.0) == QSize(64, 64)
