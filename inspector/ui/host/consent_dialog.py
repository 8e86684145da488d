"""The question whether a Python file may be run as a metric: the file, what it says, its code, what running means."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)

from inspector.core.host.script import Script
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.formatting import one_line, start
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, set_text_style

_SIZE = QSize(760, 560)
# Of what the file says of itself, and the lines of code that are always seen.
_MOST_ABOUT, _MOST_LINES, _CODE_LINES = 400, 5, 6
_CHANGED = "The file is not the one that you agreed to before: its content has changed. "
_MEANING = (
    "This file is a program. If you agree, it is run now and after every edit, and it can do whatever you can: read, "
    "change and delete your files, and use the network. A time limit and a memory limit keep it from blocking the "
    "machine; they do not make it harmless. Agree only if you know where it comes from."
)
_GUESSED = "A guess, which a perfect prediction may overrule unless you choose"


class ConsentDialog(Dialog):
    """Shows exactly the text that would run. `better` and `is_kept` are the user's answers to the questions below it.

    better: `higher` or `lower`, as the metric has it now; is_changed: whether another content was agreed to before;
    is_guess: whether nobody chose what is better, so that a perfect prediction may overrule it.
    """

    def __init__(
        self, script: Script, better: str, parent: QWidget, *, is_changed: bool = False, is_guess: bool = False
    ) -> None:
        super().__init__(parent, "consentDialog", "Run this file as the metric?")
        self._better = {
            value: QRadioButton(words, self)
            for value, words in (("higher", "&Higher scores are better"), ("lower", "&Lower scores are better: a loss"))
        }
        self._guessed, self._is_clicked = better if is_guess else "", False
        self._keep = named(QCheckBox("&Do not ask again about this file with this content", self), "keepAgreement")
        self._keep.setChecked(True)
        meaning = PlainLabel(self, (_CHANGED if is_changed else "") + _MEANING, name="consentMeaning", wraps=True)
        above = meaning, self._facts(script), (self._code(script), 1)
        self.lay_out(*above, self._direction(better), self._keep, self._buttons())
        self._better[better].setFocus()  # the first one would look chosen
        self.resize(_SIZE)

    @property
    def better(self) -> str:
        """Which scores are better: `higher` or `lower`."""
        return next(value for value, button in self._better.items() if button.isChecked())

    @property
    def chosen(self) -> str:
        """The direction if the user chose one, "" where the guess was left."""
        return self.better if self._is_clicked or self.better != self._guessed else ""

    @property
    def is_kept(self) -> bool:
        """Whether the agreement is also for later runs of the program."""
        return self._keep.isChecked()

    def _facts(self, script: Script) -> QFormLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        size = len(script.text.encode(errors="surrogatepass"))
        lines = script.text.count("\n") + 1
        about = start("\n".join(script.about.splitlines()[:_MOST_LINES]), _MOST_ABOUT) or "nothing"
        for title, words in (
            ("file", one_line(str(script.path))),
            ("size", f"{size:,} bytes, {lines:,} lines"),
            ("it says", about),
        ):
            form.addRow(
                title, PlainLabel(self, words, name=f"consent_{title.split()[-1]}", selectable=True, wraps=True)
            )
        return form

    def _code(self, script: Script) -> QPlainTextEdit:
        code = named(QPlainTextEdit(self), "consentCode", "The code of the file")
        code.setReadOnly(True)
        code.setTabChangesFocus(True)
        code.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        code.setPlainText(_seen(script.text))
        set_text_style(code, "typed")
        code.setMinimumHeight(_CODE_LINES * code.fontMetrics().lineSpacing())
        return code

    def _direction(self, better: str) -> QHBoxLayout:
        group = QButtonGroup(self)
        for value, button in self._better.items():
            group.addButton(button)
            button.setObjectName(f"better_{value}")
            button.setChecked(value == better)
            button.clicked.connect(self._note_click)
        said = PlainLabel(self, _GUESSED if self._guessed else "", name="consentGuess", quiet=True)
        return arrange(QHBoxLayout(), *self._better.values(), said, 1)

    def _note_click(self) -> None:
        self._is_clicked = True

    def _buttons(self) -> QDialogButtonBox:
        buttons, role = self.button_box(), QDialogButtonBox.ButtonRole
        buttons.addButton("Do not run it", role.RejectRole).setDefault(True)
        named(buttons.addButton("I agree: run it", role.AcceptRole), "agreeButton").setAutoDefault(False)
        return buttons


def _seen(text: str) -> str:
    """The text with an escape for each character that is not seen, or that changes how its neighbours are seen."""
    return "".join(
        char.encode("unicode_escape").decode("ascii")
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in "\n\t"
        else char
        for char in text.replace("\r\n", "\n")
    )
