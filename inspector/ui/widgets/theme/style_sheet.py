"""The style sheet: what a palette cannot express, for the controls that Qt draws."""

from __future__ import annotations

from inspector.ui.widgets.theme.colours import DARK, Colours
from inspector.ui.widgets.theme.sizes import CELL_MARGIN, GAP, GRID, RADIUS

# QDockWidget applies the font size of the style sheet only if it differs from the current one.
_FONT_SIZE_OFFSET = 0.01
_BOX = 14


def style_sheet(colours: Colours, points: float) -> str:
    """The style sheet for these colours and this text size.

    Images of arrows and ticks come from the search path `controls:`, which the theme sets.
    """
    controls = (_tables, _inputs, _buttons, _boxes, _sliders, _scroll_bars)
    return _window(colours, points) + "".join(part(colours) for part in controls)


def _window(colours: Colours, points: float) -> str:
    """Hairlines instead of frames, small dock titles, flat tabs."""
    # Those of Qt are dark in both themes.
    icons = "-dark.svg" if colours is DARK else "-light.svg"
    return f"""
        QToolBar, QStatusBar {{ background: {colours.window}; border: 0; }}
        QToolBar {{ border-bottom: 1px solid {colours.line}; padding: {GRID}px {GAP}px; spacing: {GAP}px; }}
        QStatusBar {{ border-top: 1px solid {colours.line}; }}
        QStatusBar::item {{ border: 0; }}
        QMainWindow::separator {{ background: {colours.line}; width: 1px; height: 1px; }}
        QMainWindow::separator:hover {{ background: {colours.now}; }}
        QDockWidget {{
            font-size: {points + _FONT_SIZE_OFFSET}pt;
            titlebar-close-icon: url(controls:dock-close{icons}); titlebar-normal-icon: url(controls:dock-float{icons});
        }}
        QDockWidget::title {{ background: {colours.window}; padding: {GRID}px {GAP}px; }}
        QTabBar::tab {{
            color: {colours.muted}; padding: {GRID}px {GAP - 2}px; margin: 0 2px;
            border: 0; border-bottom: 2px solid transparent;
        }}
        QTabBar::tab:selected {{ color: {colours.text}; border-bottom: 2px solid {colours.now}; }}
        QTabBar::tab:hover {{ color: {colours.text}; }}
        QTabBar::tab:focus {{ color: {colours.now}; }}
        #palette, #shortcuts {{ border: 1px solid {colours.outline}; }}
        #rulePanel {{ border: 1px solid {colours.outline}; background: {colours.window}; }}
        QLabel[quiet="true"] {{ color: {colours.muted}; }}
        QToolTip {{ color: {colours.text}; background: {colours.base}; border: 1px solid {colours.line}; }}
    """


def _tables(colours: Colours) -> str:
    return f"""
        QTableView {{ border: 0; outline: 0; gridline-color: {colours.line}; }}
        QAbstractScrollArea::corner {{ background: {colours.window}; border: 0; }}
        QTableView::item {{ padding: 0 {GAP - CELL_MARGIN}px; }}
        QListView::item {{ padding: {GRID}px {CELL_MARGIN}px; }}
        #problemsPanel::item {{ padding: {GRID}px {GAP - CELL_MARGIN}px; }}
        QHeaderView {{ background: {colours.window}; }}
        QHeaderView::section {{
            background: {colours.window}; color: {colours.text}; padding: {GRID}px {GAP}px;
            border: 0; border-bottom: 1px solid {colours.outline};
        }}
    """


def _inputs(colours: Colours) -> str:
    """Lines, spin boxes and choices of one height; editors in the cells of a table stay as high as the cell."""
    return f"""
        QLineEdit, QAbstractSpinBox, QComboBox {{
            background: {colours.base}; border: 1px solid {colours.outline}; border-radius: {RADIUS}px;
            padding: {GRID}px {GAP - 2}px; selection-background-color: {colours.now_soft};
        }}
        QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{ border-color: {colours.now}; }}
        QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{
            background: {colours.window}; border-color: {colours.line};
        }}
        QDialog QPlainTextEdit, QDialog QListWidget {{
            border: 1px solid {colours.outline}; border-radius: {RADIUS}px;
        }}
        QDialog QPlainTextEdit:focus, QDialog QListWidget:focus {{ border-color: {colours.now}; }}
        QComboBox QLineEdit, QAbstractSpinBox QLineEdit {{ border: 0; border-radius: 0; padding: 0; }}
        QAbstractSpinBox {{ padding: {GRID - 1}px 0; }}
        #suggestions {{ border: 1px solid {colours.outline}; outline: 0; }}
        #suggestions::item {{ padding: {GRID}px {GAP - 2}px; }}
        QAbstractItemView QLineEdit {{ border-radius: 0; padding: 0 {CELL_MARGIN}px; }}
        QComboBox::drop-down {{ border: 0; width: {2 * GAP + GRID}px; }}
        QComboBox::down-arrow {{ image: url(controls:down.svg); width: 12px; height: 12px; }}
        QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: 0; width: {2 * GAP}px; }}
        QAbstractSpinBox::up-arrow {{ image: url(controls:up.svg); width: 10px; height: 10px; }}
        QAbstractSpinBox::down-arrow {{ image: url(controls:down.svg); width: 10px; height: 10px; }}
    """


def _buttons(colours: Colours) -> str:
    return f"""
        QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
        QFileDialog {{
            backward-icon: url(controls:back.svg); forward-icon: url(controls:forward.svg);
            filedialog-parent-directory-icon: url(controls:up.svg);
        }}
        QPushButton {{
            background: {colours.base}; border: 1px solid {colours.outline}; border-radius: {RADIUS}px;
            padding: {GRID}px {2 * GAP}px;
        }}
        QToolButton[autoRaise="false"] {{
            background: {colours.base}; border: 1px solid {colours.outline}; border-radius: {RADIUS}px;
            padding: {GRID - 1}px {GAP - 2}px;
        }}
        QToolButton[autoRaise="false"]:hover {{ background: {colours.now_soft}; }}
        QToolButton[autoRaise="false"]:checked {{ background: {colours.now_soft}; border-color: {colours.now}; }}
        QToolButton[autoRaise="false"]:focus {{ border-color: {colours.now}; }}
        QToolButton[autoRaise="false"]:disabled {{ background: {colours.window}; border-color: {colours.line}; }}
        QTabBar QToolButton[autoRaise="false"] {{ padding: 0; border: 0; background: {colours.window}; }}
        QTabBar QToolButton::left-arrow {{ image: url(controls:back.svg); width: {_BOX}px; height: {_BOX}px; }}
        QTabBar QToolButton::right-arrow {{ image: url(controls:forward.svg); width: {_BOX}px; height: {_BOX}px; }}
        QPushButton:default {{ border-color: {colours.now}; color: {colours.now}; }}
        QPushButton:hover {{ background: {colours.now_soft}; }}
        QPushButton:pressed {{ background: {colours.now_soft}; border-color: {colours.now}; }}
        QPushButton:focus {{ border-color: {colours.now}; outline: none; }}
        QPushButton:disabled {{ background: {colours.window}; border-color: {colours.line}; color: {colours.outline}; }}
    """


def _boxes(colours: Colours) -> str:
    """Check boxes and radio buttons, outlined also where they are off."""
    tick = "dark" if colours is DARK else "light"
    every = "QCheckBox::indicator", "QRadioButton::indicator", "QAbstractItemView::indicator"
    on, half = (", ".join(f"{box}:{state}" for box in (every[0], every[2])) for state in ("checked", "indeterminate"))
    return f"""
        {", ".join(every)} {{
            width: {_BOX}px; height: {_BOX}px; border: 1px solid {colours.outline}; background: {colours.base};
            border-radius: {GRID - 1}px;
        }}
        QRadioButton::indicator {{ border-radius: {_BOX // 2 + 1}px; }}
        {on} {{ background: {colours.now}; border-color: {colours.now}; image: url(controls:tick-{tick}.svg); }}
        {half} {{ background: {colours.now_soft}; border: 2px solid {colours.now}; }}
        QRadioButton::indicator:checked {{
            width: {_BOX - 8}px; height: {_BOX - 8}px; border: 5px solid {colours.now}; background: {colours.base};
        }}
        {", ".join(f"{box}:disabled" for box in every)} {{ border-color: {colours.line}; }}
        QCheckBox:focus, QRadioButton:focus {{ color: {colours.now}; outline: none; }}
    """


def _sliders(colours: Colours) -> str:
    """A thin groove, filled up to the handle."""
    radius = _BOX // 2
    return f"""
        QSlider::groove:horizontal {{ background: {colours.outline}; height: {GRID}px; border-radius: {GRID // 2}px; }}
        QSlider::sub-page:horizontal {{ background: {colours.now}; border-radius: {GRID // 2}px; }}
        QSlider::handle:horizontal {{
            background: {colours.now}; border: 2px solid {colours.window}; width: {_BOX - 2}px;
            margin: -{(_BOX - GRID) // 2 + 1}px 0; border-radius: {radius}px;
        }}
        QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ border-color: {colours.text}; }}
        QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled {{ background: {colours.outline}; }}
    """


def _scroll_bars(colours: Colours) -> str:
    """Slim bars without buttons at their ends."""
    sides = ("vertical", "height", "width"), ("horizontal", "width", "height")
    return "".join(
        f"""
        QScrollBar:{side} {{ background: transparent; {ends}: {GAP + 3}px; margin: 0; }}
        QScrollBar::handle:{side} {{
            background: {colours.outline}; border-radius: {GRID - 1}px; margin: 2px; min-{length}: {3 * GAP}px;
        }}
        QScrollBar::handle:{side}:hover {{ background: {colours.faint}; }}
        QScrollBar::add-line:{side}, QScrollBar::sub-line:{side} {{ {length}: 0; }}
        QScrollBar::add-page:{side}, QScrollBar::sub-page:{side} {{ background: transparent; }}
        """
        for side, length, ends in sides
    )
