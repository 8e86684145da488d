"""Makes one HTML page of the manual, which needs no network: `python resources/manual/build.py manual.html`."""

from __future__ import annotations

import base64
import re
import sys
from pathlib import Path

from markdown_it import MarkdownIt

from inspector import manual, resource

_PICTURE = re.compile(r'src="(pictures/[a-z-]+\.png)"')
_LINK = re.compile(r'href="([a-z-]+)\.md"')
_STYLE = (
    "img { max-width: 100%; border: 1px solid var(--line); }"
    "pre { overflow-x: auto; background: var(--panel); padding: 8px; }"
)


def page() -> str:
    """The page: all tasks below each other, with their pictures in it."""
    style = resource.path("report/style.css").read_text(encoding="utf-8") + _STYLE
    links = " ".join(f'<a href="#{task.name}">{task.title}</a>' for task in manual.tasks())
    render = MarkdownIt("commonmark", {"html": False}).render
    tasks = "".join(f'<section id="{task.name}">{render(task.text)}</section>\n' for task in manual.tasks())
    body = _LINK.sub(r'href="#\1"', _PICTURE.sub(_inside, tasks))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Submission Inspector: manual</title><style>{style}</style></head>"
        f"<body><main><nav>{links}</nav>\n{body}</main></body></html>\n"
    )


def _inside(found: re.Match[str]) -> str:
    picture = (manual.folder() / found[1]).read_bytes()
    return f'src="data:image/png;base64,{base64.b64encode(picture).decode()}"'


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
