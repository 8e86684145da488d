"""Help on the filter language: examples with their meaning, and the page of the Help menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from inspector.core.document.inspection import Inspection
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, fixed_font, scaled_font

# The page, in letters and lines of its font, where the screen has room for it.
_LETTERS, _LINES = 150, 34
# Entries of the submenu Examples, where predictions are labels, numbers, and probabilities of classes.
OF_LABELS = (
    ("score=0", "rows that score nothing"),
    ("rank>1", "a right label, but not in front"),
    ("rank=after", "a right label, but behind K"),
    ("rank=none", "no right label at all"),
    ("repeats | empty | missing", "odd predictions"),
    ("edited & worse", "edited, and worse than in the baseline"),
    ("worse & base.rank=1", "the baseline had it right in front"),
    ("truths>1", "more than one truth label"),
    ("noted | tagged", "rows that you have written about"),
)
OF_NUMBERS = (
    ("error>0", "predicted too high"),
    ("error<0", "predicted too low"),
    ("predicted<0", "a predicted number below 0"),
    ("true=0 & predicted>0.9", "a confident mistake"),
    ("empty | missing", "rows without a prediction"),
    ("edited & worse", "edited, and worse than in the baseline"),
    ("noted | tagged", "rows that you have written about"),
)
OF_CLASSES = (
    ("p_true<0.1", "the true class is nearly ruled out"),
    ("rank>1 & confidence>0.9", "a confident mistake"),
    ("rank=2", "the true class is second"),
    ("rank=none", "the true class has no probability"),
    ("empty | missing", "rows without a prediction"),
    ("edited & worse", "edited, and worse than in the baseline"),
    ("noted | tagged", "rows that you have written about"),
)
PAGES = (
    (
        "Text",
        (
            ("new_whale", "occurs in the id, in a truth label or in a prediction; case does not matter"),
            ('"two words"', "quotes where the text has a space or one of & | ! ( ) < > = : or is and, or, not"),
            (r'"a \" b"', "backslash escapes the next character"),
        ),
    ),
    (
        "Numbers",
        (
            ("score<0.2", "also <= > >= = and !=; a row without a number matches none of them"),
            (
                "error>100",
                "where predictions are numbers: prediction − truth; also true, predicted, base.error, base.predicted",
            ),
            ("log_error>0.7", "of logarithms, as under RMSLE: more than twice too high"),
            (
                "furthest:NAME",
                "of several numbers a row, NAME is furthest off; error.NAME>1: NAME is off by more than 1",
            ),
            ("rank>3", "the rank of the first right label; rank=none and rank=after (behind K) are words"),
            (
                "cost>=0.001",
                "points of the overall that the row loses; wrong_order and missing_labels are its two parts",
            ),
            ("truths=2", "how many truth labels; preds>5: how many predicted labels"),
            ("found>1", "how many truth labels of the row are predicted within K: those marked in the column hits"),
            ("support<=5", "how frequent the truth is: the number of rows with the row's rarest truth label"),
            ("place<=100", "rank of the row's first prediction in the list of all by confidence, for GAP"),
            ("confidence>0.9", "the highest confidence of the row's predictions, where the submission has confidences"),
            (
                "p_true<0.01",
                "the probability of the true class, where each class has one; p.NAME>0.9: of the class NAME",
            ),
            ("influence<0", "the overall would be higher without the row, for MCC and balanced accuracy"),
            ("ladder>0.0001", "points of GAP that its most confident wrong prediction costs the right ones below it"),
            ("inversion>0", "points of GAP to win by exchanging its confidence with that of a right one below it"),
        ),
    ),
    (
        "Labels and ids",
        (
            ("truth:w_1", "exactly this label is right"),
            ("pred:w_1", "exactly this label is predicted; top:w_1 at rank 1"),
            (
                "counted:w_1",
                "this label is predicted and counts: of F, Jaccard and accuracy, it passes K and threshold",
            ),
            ("before:w_1", "this wrong label is ranked before the first right one"),
            ("id:0a1.jpg", "exactly this id"),
            (
                "id:/^0a.*jpg$/",
                "regular expression (RE2); also for truth, pred, top and any column",
            ),
        ),
    ),
    (
        "Extra columns of the files",
        (
            ("species:whale", "exactly this text"),
            ("age>30", "as a number, where the cells are numbers"),
            ("date>=2017-08-22", 'as a date, where the cells are such; also date<=2017-08 and date<"2017-08-22 10:05"'),
            ('"column name":x', "quotes where the name has a space"),
            ('"extra:score">1', "a column of a file that is named like a field, such as score, rank or id"),
        ),
    ),
    (
        "What rows are",
        (
            ("edited", "its prediction differs from the file's"),
            ("noted", "it has a note; note:word finds a word in it"),
            ("tagged", "it has a tag; tag:hard is exactly this tag"),
            ("empty", "predicts no label"),
            ("repeats", "predicts a label more than once"),
            ("missing", "the submission has no such row"),
            ("problem", "any of the last three, an odd confidence, or a row that a finding of the check names"),
        ),
    ),
    (
        "Compared with the baseline (the file as loaded, or what you chose)",
        (
            ("better", "scores better than in the baseline: higher, or lower where the metric is a loss; worse, same"),
            ("delta<-0.5", "how much higher or lower the score is"),
            (
                "base.rank=none",
                "of the baseline; also base.score, base.cost, base.found, base.preds, base.place, base.confidence, "
                "base.p_true, base.pred:x and base.top:x",
            ),
            ("rank<base.rank", "any two fields of numbers can be compared"),
            ("agree=1", "how many loaded submissions have the first label of the open one, itself included"),
            ("hits=0", "how many loaded submissions have a right label within K; for the hits of a row see found"),
        ),
    ),
    (
        "Together",
        (
            ("score<0.2 truth:w_1", "both; & between them means the same"),
            ("rank=none | empty", "one of them, or both"),
            ("!edited", "not"),
            ("a and not b", "the same in words: and, or, not mean & | !"),
            ("(a | b) & !c", "parentheses group; ! binds most, | least"),
        ),
    ),
)


def examples(inspection: Inspection) -> Sequence[tuple[str, str]]:
    """Filters with their meanings that fit the open pair."""
    if not inspection.is_open:
        return OF_LABELS
    if not inspection.evaluation.table.kind.names_labels:
        return OF_NUMBERS
    return OF_CLASSES if inspection.metric.scores_class_probabilities else OF_LABELS


def short_examples(inspection: Inspection) -> tuple[str, ...]:
    """A few filters that fit the open pair."""
    if (found := examples(inspection)) is OF_NUMBERS:
        if inspection.evaluation.table.far_off <= 1:  # as probabilities are
            return "error>0.5", "predicted<0.1", "true=1", "!edited", "id:17"
        return "error>100", "predicted<0", "true>=5", "!edited", "id:17"
    if found is OF_CLASSES:
        return "p_true<0.1", "confidence>0.9", "rank>1", "!edited", "id:17"
    return "score<0.2", "rank=none", "truth:w_1", "!edited", '"two words"'


def show_language(parent: QWidget) -> None:
    """Show the page; it is not modal, so that the user can type meanwhile."""
    page = parent.findChild(Dialog, "filterLanguage") or _page(parent)
    page.show()
    page.raise_()
    page.activateWindow()


def _page(parent: QWidget) -> Dialog:
    page = Dialog(parent, "filterLanguage", "Filter language")
    scroll = QScrollArea(page)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QScrollArea.Shape.NoFrame)
    scroll.setAccessibleName("Filter language")
    scroll.setWidget(_grammar())
    layout = QVBoxLayout(page)
    layout.addWidget(scroll)
    layout.addWidget(page.button_box(QDialogButtonBox.StandardButton.Close))
    usual = QSize(_LETTERS * page.fontMetrics().averageCharWidth(), _LINES * page.fontMetrics().lineSpacing())
    page.resize(usual.boundedTo(parent.screen().availableSize()))
    return page


def _grammar() -> QWidget:
    """A grid of headings, examples and meanings; the texts can be selected and copied."""
    body = QWidget()
    grid = QGridLayout(body)
    grid.setHorizontalSpacing(3 * GAP)
    grid.setColumnStretch(1, 1)
    line = 0
    for title, examples in PAGES:
        heading = PlainLabel(None, title)
        heading.setFont(scaled_font(heading.font(), 1, bold=True))
        heading.setContentsMargins(0, GAP if line else 0, 0, 0)
        grid.addWidget(heading, line, 0, 1, 2)
        for example, meaning in examples:
            line += 1
            typed = PlainLabel(None, example, selectable=True)
            typed.setFont(fixed_font())
            grid.addWidget(typed, line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(PlainLabel(None, meaning, selectable=True, wraps=True), line, 1)
        line += 1
    grid.setRowStretch(line, 1)
    return body
