"""Settings kept between runs, and their files."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QApplication
from ui.user import menu_actions

import inspector
from inspector import Inspection
from inspector.core.files.options import Options
from inspector.core.samples import sample
from inspector.ui.settings import RecentPair, Settings, words_apart
from inspector.ui.widgets.card import Card
from inspector.ui.window import palette


def pair(folder: Path, number: int) -> RecentPair:
    files = folder / f"truth{number}.csv", folder / f"submission{number}.csv"
    for file in files:
        file.write_text("id,label\n")
    return RecentPair(*files, "map@5")


def test_temporary_settings_are_kept_and_write_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    settings = Settings(temporary=True)
    settings.theme = "dark"
    settings.keep_bytes("geometry", QByteArray(b"x"))
    assert (settings.theme, settings.bytes("geometry")) == ("dark", QByteArray(b"x"))
    assert list(tmp_path.iterdir()) == []


def test_settings_are_kept_for_the_next_window() -> None:
    settings = Settings()
    settings.theme = "dark"
    settings.keep_bytes("docks", QByteArray(b"layout"))
    del settings
    assert Settings().theme == "dark"
    assert Settings().bytes("docks") == QByteArray(b"layout")
    Settings().theme = "system"


def test_an_unknown_theme_is_the_system_theme() -> None:
    settings = Settings(temporary=True)
    settings.keep_text("theme", "pink")
    assert settings.theme == "system"


def test_recent_pairs_come_newest_first_and_each_once(tmp_path: Path) -> None:
    settings = Settings(temporary=True)
    one, two = pair(tmp_path, 1), pair(tmp_path, 2)
    for opened in (one, two, one):
        settings.remember(opened)
    assert settings.recent == [one, two]


def test_samples_leave_their_place_among_recent_pairs_to_others(tmp_path: Path, show, monkeypatch) -> None:
    monkeypatch.setattr(sample, "_home", lambda: tmp_path)
    settings = Settings(temporary=True)
    folders = [tmp_path / "plants-2", tmp_path / "mine" / "of today"]
    for folder in folders:
        folder.mkdir(parents=True)
    plants, mine = (pair(folder, 1) for folder in folders)
    edited = replace(plants, submission=mine.submission)
    for opened in (mine, edited, plants):
        settings.remember(opened)
    assert (settings.recent, settings.own) == ([plants, edited, mine], [edited, mine])
    window = show(Inspection(), settings)
    offered = [entry.text() for entry in menu_actions(window) if entry.text().startswith("submission1.csv")]
    assert offered == [mine.words] * 2  # in one folder, which could not tell them apart
    shown = [card.accessibleName() for card in window.empty.findChildren(Card)]
    assert sum("submission1.csv" in name for name in shown) == 2


def test_pairs_that_are_called_alike_are_told_apart_by_their_folders(tmp_path: Path, show) -> None:
    folders = [tmp_path / end for end in ("run/a", "run/b", "old/b")]
    for folder in folders:
        folder.mkdir(parents=True)
    pairs = [*(pair(folder, 1) for folder in folders), pair(tmp_path, 2)]
    words = pairs[0].words
    ends = [f" · in {end}" for end in ("a", str(Path("run/b")), str(Path("old/b")))]
    assert words_apart(pairs) == [*(words + end for end in ends), pairs[3].words]
    settings = Settings(temporary=True)
    settings.remember(pairs[0])
    settings.remember(pairs[1])
    offered = [
        choice for choice in palette.choices(show(Inspection(), settings).bench) if choice.hint.startswith("In ")
    ]
    assert [choice.text for choice in offered] == [words + " · in b", words + " · in a"]
    assert [choice.hint for choice in offered] == [f"In {folders[1]}", f"In {folders[0]}"]


def test_a_pair_whose_file_is_gone_is_not_offered(tmp_path: Path) -> None:
    settings = Settings(temporary=True)
    settings.remember(pair(tmp_path, 1))
    (tmp_path / "truth1.csv").unlink()
    assert settings.recent == []


def test_a_pair_with_a_name_that_no_file_can_have_is_not_offered(tmp_path: Path) -> None:
    settings, known = Settings(temporary=True), pair(tmp_path, 1)
    settings.remember(known)
    settings.remember(replace(known, submission=tmp_path / ("x" * 300)))
    assert settings.recent == [known]


def test_corrupt_settings_have_no_recent_pairs() -> None:
    settings = Settings(temporary=True)
    settings.keep_text("recent", "[[1, 2]]")
    assert settings.recent == []


def test_options_are_kept_with_their_pair_and_old_entries_have_none(tmp_path: Path) -> None:
    settings = Settings(temporary=True)
    options = Options(truth_column="l", separator=";", shape="long/", fixes=("header", "ids-trim"))
    chosen, plain = replace(pair(tmp_path, 1), options=options.as_dict), pair(tmp_path, 2)
    for opened in (chosen, plain):
        settings.remember(opened)
    assert [recent.words for recent in settings.recent] == [plain.words, chosen.words]
    assert Options.of(settings.recent[1].options) == options
    old = [str(plain.truth), str(plain.submission), "map@5"]
    settings.keep_text("recent", json.dumps([old]))
    assert settings.recent == [plain]
    settings.keep_text("recent", json.dumps([[*old, {"nobody": "knows", "fixes": 7}]]))
    assert Options.of(settings.recent[0].options) == Options()
    settings.keep_text("recent", json.dumps([[*old, "nobody"]]))
    assert settings.recent == []


def test_a_recent_pair_is_described_in_one_line(tmp_path: Path) -> None:
    one = pair(tmp_path, 1)
    assert one.words == "submission1.csv against truth1.csv · map@5"
    assert replace(one, submission=one.truth).words == "truth1.csv · map@5"


# Of the wrong type, of no size, too large, nested beyond what Python counts, with half a character, or no JSON at all.
DAMAGED = (
    *("nan", "-inf", "1e999", "null", "true", "5", "x", "[]", "{}", "[[]]", "[1,[2]]", "[" * 100_000, '{"a":' * 50_000),
    *('"\\ud800"', '["\\ud800"]', '{"\\ud800":["\\ud800"]}', '[["a\\u0000","b","c",{}]]', '[["a","b","c",5]]'),
    *('{"TRUTH":["LONG",""]}', '{"TRUTH":["a\\u0000","label"]}', '{"TRUTH":[[],{}]}', '{"TRUTH\\nSUBMISSION":5}'),
    *('[["TRUTH","SUBMISSION",["map@1"],{"shape":[1],"fixes":5}]]', '[["LONG","LONG","map@3",[1]]]'),
    '{"TRUTH\\nSUBMISSION":[["score","-nope",""],[["score<",5,null],["\\ud800","x",true]]]}',
    '{"widths":{"id":NaN,"score":Infinity,"truth":-5,"cost":1e300},"order":["id","id",5],"hidden":["id",[]],"wanted":[]}',
    '{"widths":{"id":1' + "0" * 400 + '},"order":[],"hidden":[]}',
)
KEYS = ("columns", "docks", "geometry", "illustrations", "recent", "recentFilters", "savedFilters", "textScale")
KEYS += ("theme", "views")


@pytest.mark.slow
@pytest.mark.parametrize("damaged", DAMAGED, ids=range(len(DAMAGED)))
def test_no_damaged_setting_stops_a_window(show, theme, pair_files, damaged: str) -> None:
    """It paints, fills its menus, takes an edit and closes."""
    inspection, settings = inspector.open_pair(*pair_files, "map@3"), Settings(temporary=True)
    names = {"TRUTH": str(pair_files[0]), "SUBMISSION": str(pair_files[1]), "LONG": "x" * 5000}
    text = reduce(lambda text, name: text.replace(name, names[name]), names, damaged)
    for key in KEYS:
        settings.keep_text(key, text)
    theme.choose(settings.theme)
    theme.set_scale(settings.text_scale)
    menu_actions(show(inspection, settings))
    QApplication.processEvents()
    inspection.edit("r01", ["z"])
    inspection.undo()
    assert set(settings._kept.allKeys()) <= set(KEYS)  # none is missing here


def test_a_comparison_is_one_entry_however_it_came_about(tmp_path: Path) -> None:
    settings, alone, other = Settings(temporary=True), pair(tmp_path, 1), pair(tmp_path, 2)
    both = replace(alone, further=((other.submission, {"shape": "list"}),))
    settings.remember(alone)
    settings.remember(both, alone)
    assert settings.recent == [both]
    assert both.words == "submission1.csv and 1 more against truth1.csv · map@5"
    assert settings.metric_of(alone.truth, other.submission) == "map@5"
    assert settings.comparison_of(alone.truth, other.submission) == both
    assert settings.comparison_of(other.truth, other.submission) is None
    settings.remember(alone)
    assert settings.recent == [alone, both]
    other.submission.unlink()
    assert settings.recent == [alone]


def test_a_guessed_metric_is_not_taken_for_a_chosen_one() -> None:
    settings = Settings(temporary=True)
    truth, submission = Path("t.csv").absolute(), Path("s.csv").absolute()
    pair = RecentPair(truth, submission, "map@6", is_guess=True)
    settings.remember(pair)
    assert (settings.metric_of(truth, submission), RecentPair.kept(*pair.entry)) == (None, pair)
    settings.remember(RecentPair(truth, submission, "map@5"))
    assert settings.metric_of(truth, submission) == "map@5"
