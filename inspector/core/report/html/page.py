"""A report as one HTML page, which needs no network, reads without its script, and prints."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from inspector import resource
from inspector.core.report.blocks import (
    BarChart,
    Block,
    Cell,
    Facts,
    Labels,
    Matrix,
    Number,
    Report,
    Table,
    Words,
)
from inspector.core.report.html.bars import bar_chart, caption
from inspector.core.report.html.elements import element, markup
from inspector.core.report.html.matrix import matrix_picture

# A table with more lines than these can be searched.
_FEW = 10


def html(report: Report) -> str:
    """The page. The same report gives the same text."""
    style, script = (resource.path(f"report/{name}").read_text(encoding="utf-8") for name in ("style.css", "table.js"))
    links = [element("a", one.title, href=f"#s{number}") for number, one in enumerate(report.sections)]
    sections = [
        element("section", element("h2", one.title), *map(_block, one.blocks), id=f"s{number}")
        for number, one in enumerate(report.sections)
    ]
    main = element("main", element("h1", report.title), element("nav", *links), *sections)
    foot = element("footer", report.about)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(script)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", report.title),
        element("style", style),
    )
    body = element("body", main, foot, element("script", script))
    return "<!DOCTYPE html>\n" + markup(element("html", head, body, lang="en")) + "\n"


def card(blocks: Sequence[Block]) -> str:
    """Some blocks for a page that is not ours, such as a notebook: a light style, and no script."""
    style = resource.path("report/card.css").read_text(encoding="utf-8")
    return markup(element("div", element("style", style), *map(_block, blocks), class_="submission-inspector"))


def _policy(script: str) -> str:
    """What a browser may load: nothing but the page itself, and no script but its own."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _block(block: Block) -> Element:
    match block:
        case Words():
            return element("p", block.text)
        case Facts():
            facts = [(element("dt", name), element("dd", element("bdi", text))) for name, text in block.pairs]
            return element("dl", *(element("div", *fact) for fact in facts))
        case Table():
            return _table(block)
        case BarChart():
            return element("figure", element("figcaption", caption(block)), bar_chart(block))
        case Matrix():
            return element("figure", matrix_picture(block))


def _table(table: Table) -> Element:
    heads = [element("th", name, scope="col", **_kind(table, at)) for at, name in enumerate(table.columns)]
    lines = [element("tr", *map(_cell, line)) for line in table.lines]
    made = element("table", element("thead", element("tr", *heads)), element("tbody", *lines))
    if len(table.lines) > _FEW:
        made.set("data-search", f"Search {len(table.lines):,} {table.what}")
    left = [element("p", f"{table.left_out:,} more {table.what} are left out.", class_="left-out")]
    return element("div", made, *(left if table.left_out else []), class_="table")


def _kind(table: Table, at: int) -> dict[str, str]:
    is_number = bool(table.lines) and all(isinstance(line[at], Number) or line[at] == "" for line in table.lines)
    return {"class_": "number"} if is_number else {}


def _cell(cell: Cell) -> Element:
    match cell:
        case Number():
            value = "" if math.isnan(cell.value) else repr(cell.value)
            return element("td", cell.text, class_="number", data_value=value, title=value)
        case Labels():
            more = [element("span", f"and {cell.more:,} more", class_="more")] if cell.more else []
            return element("td", *(_chip(text, is_hit) for text, is_hit in cell.items), *more, class_="labels")
        case _:
            return element("td", element("bdi", cell))


def _chip(text: str, is_hit: bool) -> Element:
    # The mark is for those who cannot tell the colours, and for print.
    return element("bdi", f"✓\u00a0{text}" if is_hit else text, class_="hit" if is_hit else "miss")
