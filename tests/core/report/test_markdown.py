"""A report in Markdown shows the texts of files as they are, and escapes no more than that takes."""

from __future__ import annotations

import re
from html import unescape

import pytest
from core.report.pages import HOSTILE
from markdown_it import MarkdownIt

from inspector.core.report import markdown
from inspector.core.report.texts import visible

TEXTS = [
    *HOSTILE,
    *("1. first", "12) twelfth", "- a", "+ b", "-", "--- x", "> said", "# title", "end #", "===", "~~~", "~~old~~"),
    *("www.example.org", "http://x", "mail@host", "@who", "#4", ":smile:", "$x$", "[a]: b", "![a](b)", "a_b", "_a_"),
    *("&amp;", "&#60;", "<!-- x -->", "<?x?>", "<a@b.example>", "\\", "a\\*b", "**a**", "`a`", "|a|", "    code"),
]
PLAIN = ("0.97407", "+0.00370", "−0.5", "0 ≤ score < 0.05", "H&M (MAP@12)", "1.5 ÷ 2", "a - b", "seal; maybe_1. x > y")


def shown(text: str) -> tuple[str, set[str]]:
    """What a reader sees of a Markdown text, and the tags around it."""
    page = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)
    page = page.replace("<!-- -->", "")
    return unescape(re.sub("<[^>]*>", "", page)).strip(), {*re.findall(r"<(\w+)", page)}


@pytest.mark.parametrize("text", TEXTS)
def test_the_texts_of_files_are_shown_as_they_are(text: str) -> None:
    text, inline = visible(text), markdown.escaped(visible(text))
    assert shown(markdown.paragraph(text)) == (text.strip(), {"p"})
    assert shown(f"# {inline}") == (text.strip(), {"h1"})
    said, tags = shown(f"| x |\n| --- |\n| {inline} |")
    assert (said.split("\n")[-1], tags) == (text.strip(), {"table", "thead", "tbody", "tr", "th", "td"}) or not text


@pytest.mark.parametrize("text", TEXTS)
def test_sites_make_no_link_of_it_and_tell_nobody(text: str) -> None:
    for escaped in (markdown.escaped(visible(text)), markdown.paragraph(visible(text))):
        plain = escaped.replace("<!-- -->", "")
        assert not re.search(r"(?<!\\)(?:\\\\)*([|`\[*$~]|<[A-Za-z/!?]|www\.|://|:\w+:)", plain)
        assert not re.search(r"(?<!\w)@\w|#\d", escaped)


@pytest.mark.parametrize("text", PLAIN)
def test_what_means_nothing_is_not_escaped(text: str) -> None:
    assert markdown.escaped(text) == markdown.paragraph(text) == text
