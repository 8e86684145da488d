"""The command palette and the shortcut sheet: fuzzy search, and Enter runs the command."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QDialog, QDockWidget, QLabel, QLineEdit, QListView, QWidget
from ui.user import Control, Key, action, find, press, write

from inspector import Inspection
from inspector.ui.commands import about, fuzzy
from inspector.ui.commands.palette_dialog import Offers, PaletteDialog
from inspector.ui.commands.shortcuts import ShortcutSheet
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.widgets.visibility import is_visible
from inspector.ui.window import palette
from inspector.ui.window.main_window import MainWindow


@pytest.fixture(autouse=True)
def _metrics_are_scored_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "score", 0)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[QDialog]:
    """The palettes that were shown; each closes at once."""
    shown: list[QDialog] = []
    monkeypatch.setattr(PaletteDialog, "exec", lambda dialog: shown.append(dialog))
    return shown


@pytest.fixture
def dialog(window: MainWindow, qtbot) -> PaletteDialog:
    made = PaletteDialog(palette.choices(window.bench), window)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(find(made, QLineEdit, "paletteLine").hasFocus)
    return made


def listed(dialog: PaletteDialog) -> list[str]:
    return [choice.text for choice in choices_of(dialog)]


def choices_of(dialog: PaletteDialog) -> list[palette.Choice]:
    model = find(dialog, QListView, "paletteList").model()
    return [model.index(place, 0).data(Qt.ItemDataRole.UserRole) for place in range(model.rowCount())]


def test_ctrl_k_opens_the_palette_from_everywhere(window, opened) -> None:
    for place in ("rowTable", "predictionEdit", "stepTable", "metricChooser", "scoreHistogram"):
        find(window, QWidget, place).setFocus()
        press(window, Key.Key_K, Control)
        assert opened.pop(), place
        assert not opened, place


class Greedy(QLineEdit):
    """Overrides every shortcut, as the line edits of Qt override Ctrl+K under X11."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


def test_ctrl_k_opens_the_palette_even_where_a_line_claims_it(window, opened, qtbot) -> None:
    line = Greedy(window)
    line.show()
    line.setFocus()
    press(window, Key.Key_L, Control)
    assert line.hasFocus()
    press(window, Key.Key_K, Control)
    assert len(opened) == 1


def test_ctrl_k_leaves_a_text_line_as_it_is(window, opened) -> None:
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    line.setCursorPosition(0)
    before = line.text()
    press(window, Key.Key_K, Control)
    assert line.text() == before != ""


def test_typing_narrows_the_list_and_enter_takes_the_best(dialog) -> None:
    write(dialog, "wor fir")
    assert listed(dialog)[0] == "Worst first"
    assert "Best first" not in listed(dialog)
    press(dialog, Key.Key_Return)
    assert dialog.chosen.text == "Worst first"


def test_the_arrows_move_in_the_list_while_the_line_keeps_the_cursor(dialog) -> None:
    write(dialog, "theme")
    first = listed(dialog)
    press(dialog, Key.Key_Down)
    press(dialog, Key.Key_Return)
    assert dialog.chosen.text == first[1]


def offered(choices: list[palette.Choice], typed: str, parent: QObject, recent: list[str] | None = None) -> list[str]:
    offers = Offers(choices, parent, recent or [])
    offers.find(typed)
    found = [offers.index(place, 0).data() for place in range(offers.rowCount())]
    offers.deleteLater()
    return found


def test_a_disabled_command_says_why_and_does_not_run(dialog) -> None:
    write(dialog, "undo")
    assert listed(dialog)[0] == "Undo"
    assert find(dialog, QLabel, "paletteHint").text() == "There is no edit to take back"
    press(dialog, Key.Key_Return)
    assert (dialog.chosen, dialog.isVisible()) == (None, True)


def test_enabled_commands_come_first_and_menu_names_count_less(qapp) -> None:
    choices = [
        palette.Choice("Sort it", "View", "", "", "Open a pair first", print),
        palette.Choice("Best first", "Sort", "", "", "", print),
        palette.Choice("Sort them", "View", "", "", "", print),
    ]
    assert offered(choices, "sort", qapp) == ["Sort them", "Sort it", "Best first"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "text"),
    [("play", "Predict, then reveal"), ("spreadsheet", "Copy rows"), ("drop filter", "Show every row")],
)
def test_a_command_is_found_by_words_of_its_hint(dialog, typed: str, text: str) -> None:
    write(dialog, typed)
    assert listed(dialog)[0] == text


def test_a_hint_counts_less_than_a_name_and_only_in_whole_pieces(qapp) -> None:
    choices = [
        palette.Choice("Cut", "Edit", "", "Sort what is left", "", print),
        palette.Choice("Sort", "View", "", "", "", print),
        palette.Choice("Open", "File", "", "some others, right there", "", print),
    ]
    assert offered(choices, "sort", qapp) == ["Sort", "Cut"]


def test_nonsense_matches_nothing(dialog) -> None:
    write(dialog, "qqqqq")
    assert listed(dialog) == []
    assert find(dialog, QLabel, "paletteHint").text() == "Nothing fits"
    press(dialog, Key.Key_Return)
    assert dialog.isVisible()


def test_without_a_pair_the_palette_says_that_one_is_needed(empty) -> None:
    why = {choice.text: choice.why_not for choice in palette.choices(empty.bench)}
    assert why["Worst first"] == why["Metric: map@5"] == "Open a pair first"
    assert why["Open"] == why["About"] == ""


def choose(window: MainWindow, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    def take(dialog: PaletteDialog) -> None:
        dialog.chosen = next(choice for choice in choices_of(dialog) if choice.text == text)

    monkeypatch.setattr(PaletteDialog, "exec", take)
    palette.show(window.bench)


def test_metrics_columns_samples_and_pairs_are_chosen_in_it(
    show, pair: Inspection, pair_files, monkeypatch, qtbot
) -> None:
    settings = Settings(temporary=True)
    settings.remember(RecentPair(*pair_files, "map@2"))
    window = show(pair, settings)
    texts = [choice.text for choice in palette.choices(window.bench)]
    assert "submission.csv against truth.csv · map@2" in texts
    assert any("Humpback" in text for text in texts)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        choose(window, monkeypatch, "submission.csv against truth.csv · map@2")
    assert str(pair.metric) == "map@2"
    choose(window, monkeypatch, "Sort by cost")
    assert [str(key) for key in pair.state.keys] == ["-cost"]
    choose(window, monkeypatch, "Metric: map@1")
    qtbot.waitUntil(lambda: not window.bench.change_queue.worker.is_busy)
    assert str(pair.metric) == "map@1"


def test_a_panel_chosen_in_it_comes_to_the_front_and_stays_there(window, monkeypatch, qtbot) -> None:
    dock = find(window, QDockWidget, "slicesDock")
    assert not dock.isHidden()
    assert not is_visible(dock)
    for before in ("behind a tab", "in front", "closed"):
        dock.setHidden(before == "closed")
        choose(window, monkeypatch, "Slices")
        qtbot.waitUntil(lambda: is_visible(dock))
        assert dock.toggleViewAction().isChecked(), before


def test_a_palette_is_a_popup_in_the_middle_of_the_window_near_its_top(window, dialog) -> None:
    assert dialog.windowType() == Qt.WindowType.Popup
    place = dialog.geometry().translated(-window.mapToGlobal(QPoint(0, 0)))
    assert abs(place.center().x() - window.rect().center().x()) <= 1
    assert 0 < place.top() < window.height() // 6
    assert find(dialog, QLineEdit, "paletteLine").hasFocus()


@pytest.mark.slow
def test_a_palette_is_as_high_as_what_fits(dialog) -> None:
    view, full = find(dialog, QListView, "paletteList"), dialog.height()
    assert view.height() == 12 * view.sizeHintForRow(0)
    write(dialog, "confus")
    assert view.height() == len(listed(dialog)) * view.sizeHintForRow(0) < 12 * view.sizeHintForRow(0)
    assert dialog.height() < full


@pytest.mark.slow
def test_strewn_letters_are_no_match(dialog) -> None:
    write(dialog, "conf")
    assert listed(dialog)[0] == "Confusions"
    assert all("onf" in f"{choice.text} {choice.hint}".lower() for choice in choices_of(dialog))


@pytest.mark.parametrize(
    ("typed", "text"), [("swo", "Sort worst"), ("exppl", "Export › Plot"), ("cws", "Copy with score")]
)
def test_beginnings_of_words_are_a_match(typed: str, text: str) -> None:
    assert fuzzy.weight(typed, text) is not None
    assert fuzzy.weight(typed + "q", text) is None


@pytest.mark.slow
def test_what_was_chosen_lately_comes_first(window, monkeypatch) -> None:
    choose(window, monkeypatch, "Best first")
    choose(window, monkeypatch, "Metric: map@1")
    choose(window, monkeypatch, "Best first")
    assert palette.recent(window.settings) == ["sort_best", "Metric: map@1"]
    made = PaletteDialog(palette.choices(window.bench), window, ["sort_best", "Metric: map@5", "gone", "undo"])
    assert listed(made)[:2] == ["Best first", "Metric: map@5"]  # there is nothing to undo
    assert listed(made).count("Best first") == 1
    assert sorted(listed(made)) == sorted(choice.text for choice in palette.choices(window.bench))
    ends = [made._offers.index(line, 0).data(Qt.ItemDataRole.UserRole + 1) for line in range(4)]
    assert ends == [False, True, False, False]
    made.deleteLater()


def test_of_similar_matches_the_one_chosen_lately_is_first(qapp) -> None:
    choices = [palette.Choice(f"Sort {name}", "View", "", "", "", print, name) for name in ("a", "b", "longer")]
    assert offered(choices, "sort", qapp) == ["Sort a", "Sort b", "Sort longer"]
    assert offered(choices, "sort", qapp, ["longer"]) == ["Sort longer", "Sort a", "Sort b"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "first"),
    [("map@5", "Metric: map@5"), ("MAP@3", "Metric: map@3"), ("plants", "Plant Pathology F1"), ("row", "Row")],
)
def test_what_is_called_so_comes_before_what_was_chosen_lately(window, typed: str, first: str) -> None:
    recent = ["File › Open sample › Humpback Whale MAP@5", "Metric: plantclef", "copy", "Metric: map@30"]
    assert offered(palette.choices(window.bench), typed, window, recent)[0] == first


def test_a_whole_word_comes_before_the_start_of_a_longer_one(window) -> None:
    found = offered(palette.choices(window.bench), "plant", window)
    assert found[:2] == ["Plant Pathology F1", "Metric: plantclef"]
    assert fuzzy.weight("map", "Remapped: map at last") > fuzzy.weight("map", "Maps: mapped at last")


def test_a_sample_is_found_by_what_the_terminal_calls_it(dialog) -> None:
    write(dialog, "demo plants")
    assert listed(dialog)[0] == "Plant Pathology F1"


def test_columns_of_a_pair_are_not_remembered(window, monkeypatch) -> None:
    choose(window, monkeypatch, "Sort by cost")
    assert palette.recent(window.settings) == []


@pytest.mark.parametrize("kept", [None, 3, {"a": 1}, [1, None, "sort_best"]])
def test_recent_choices_that_were_written_by_others_do_no_harm(kept: object) -> None:
    settings = Settings(temporary=True)
    settings.keep("recentCommands", kept)
    assert palette.recent(settings) == (["sort_best"] if isinstance(kept, list) else [])


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("log", "Open log folder", "Apologize"),
        ("sw", "Sort worst", "Answer: words"),
        ("undo", "Undo", "Undo all of it"),
    ],
)
def test_word_starts_and_adjacent_letters_score_higher(typed: str, better: str, worse: str) -> None:
    assert fuzzy.weight(typed, better) > fuzzy.weight(typed, worse)


def test_letters_in_another_order_do_not_match() -> None:
    assert fuzzy.weight("odnu", "Undo") is None
    assert fuzzy.weight("un x", "Undo") is None
    assert fuzzy.weight("", "Undo") is not None


def test_the_shortcut_sheet_is_grouped_and_searched(window, qtbot) -> None:
    sheet = ShortcutSheet(about.lines(window.commands), window)
    qtbot.addWidget(sheet)
    sheet.show()
    qtbot.waitUntil(find(sheet, QLineEdit, "shortcutSearch").hasFocus)
    keys = {key.toString() for entry in window.commands.by_name.values() for key in entry.shortcuts()}
    told = ", ".join(line.keys for line in sheet.shown())
    assert all(key in told for key in keys)
    groups = [line.group for line in sheet.shown()]
    assert groups == sorted(groups, key=groups.index)
    write(sheet, "undo")
    assert find(sheet, QLineEdit, "shortcutSearch").text() == "undo"
    assert {line.text for line in sheet.shown()} == {"Undo"}
    visible = [label.text() for label in sheet.findChildren(QLabel) if label.isVisible()]
    assert "Edit" in visible
    assert "File" not in visible


def test_a_question_mark_opens_the_sheet_and_a_line_keeps_it(window, monkeypatch) -> None:
    shown = []
    monkeypatch.setattr(ShortcutSheet, "exec", lambda sheet: shown.append(sheet))
    find(window, QWidget, "rowTable").setFocus()
    write(window, "?")
    assert len(shown) == 1
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    line.clear()
    write(window, "?")
    assert (len(shown), line.text()) == (1, "?")
    assert action(window, "show_shortcuts").shortcuts()


@pytest.mark.parametrize(("typed", "text"), [("a" * 25 + "b", "a_" * 40), ("a" * 2000, "a" * 1999)])
def test_a_text_that_repeats_itself_is_searched_at_once(typed: str, text: str) -> None:
    steps = []
    sys.setprofile(lambda *_: steps.append(1))
    try:
        found = fuzzy.weight(typed, text)
    finally:
        sys.setprofile(None)
    assert found is None
    assert len(steps) < 100_000


def test_beginnings_are_found_by_going_back_from_a_wrong_one() -> None:
    assert fuzzy.weight("abc", "a a_bc") is not None
    assert fuzzy.weight("ab", "a x_b") is not None
    assert fuzzy.weight("abc", "a ac b") is None
