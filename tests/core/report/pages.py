"""What stands in a report, read back from the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

# Texts of files that would be more than text in a page or in Markdown.
HOSTILE = [
    "<script>document.title='pwned'</script>",
    "</script><img src=x onerror=alert(1)>",
    "</td></tr></table><h2>x</h2>",
    "&lt;b&gt; &amp;",
    "a\u202eb\u0000c\nd\u2028e",
    "שלום",
    "| cell | `code` [link](http://x) @who #1 $x$ **bold**",
    "=1+1",
    '" onmouseover="alert(1)',
]


@dataclass
class Page(HTMLParser):
    """The elements of a page: tags with their attributes, tables of texts by the heading before them, and scripts."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    tables: dict[str, list[list[str]]] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _heading: str = ""
    _name: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @classmethod
    def of(cls, text: str) -> Page:
        page = cls()
        page.feed(text)
        page.close()
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self._open.append(tag)
        if tag == "table":
            self._heading += "+" if self._heading in self.tables else ""
            self.tables[self._heading] = []
        if tag == "tr":
            self.tables[self._heading].append([])
        if tag in ("td", "th"):
            self.tables[self._heading][-1].append("")
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        inside = set(self._open)
        if "script" in inside:
            self.scripts[-1] += data
        elif "h2" in inside:
            self._heading = data
        elif inside & {"td", "th"}:
            self.tables[self._heading][-1][-1] += data
        elif "dt" in inside:
            self._name = data
        elif "dd" in inside:
            self.facts[self._name] = self.facts.get(self._name, "") + data
