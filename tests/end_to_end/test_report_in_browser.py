"""A report in a real browser: its script sorts and searches, and no text of a file runs."""

from __future__ import annotations

import html
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from core.report.pages import Page

import inspector

ATTACK = "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
# Clicks the second column of the table of rows, and searches in it.
STEPS = """
const table = [...document.querySelectorAll("table")].find((one) => one.tHead.textContent.startsWith("idscore"));
table.tHead.querySelectorAll("button")[1].click();
table.tHead.querySelectorAll("button")[1].click();
const input = table.previousElementSibling;
input.value = "Q1";
input.dispatchEvent(new Event("input"));
"""
# Measures the overall and its name within a frame that is as wide as a phone.
MEASURE = """
window.onload = () => {
  const inside = document.querySelector("iframe").contentDocument;
  const [name, overall] = inside.querySelector("dl > div").children;
  const text = inside.createRange();
  text.selectNodeContents(overall.firstChild);
  const lines = text.getClientRects().length;
  document.title = JSON.stringify([lines, name.clientWidth, overall.clientWidth, inside.body.scrollWidth]);
};
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    """The report of 20 rows, some of which score less than 1, and one of which has an attack as its label."""
    truth = {f"q{at}": [ATTACK if at == 3 else f"w{at}"] for at in range(20)}
    run = {id_: ["x"] * (at % 3) + labels for at, (id_, labels) in enumerate(truth.items())}
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    inspector.open_pair(truth, run, "map@3").report(path)
    return path


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium here; Debian's package chromium brings one")
def test_the_page_lets_its_own_script_run(report: Path) -> None:
    page = Page.of(dom(report))
    assert any(tag == "button" for tag, _ in page.tags)
    assert any(tag == "input" for tag, _ in page.tags)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium here; Debian's package chromium brings one")
def test_the_script_sorts_and_searches_and_no_text_of_a_file_runs(report: Path) -> None:
    # The policy of the page lets no other script run: the steps run, and an attack could, in a copy without it.
    text = report.read_text(encoding="utf-8").replace("Content-Security-Policy", "x-none")
    copy = report.with_name("steps.html")
    copy.write_text(text.replace("</body>", f"<script>{STEPS}</script></body>"), encoding="utf-8")
    page = Page.of(dom(copy))
    assert "".join(page.texts).lstrip().startswith("submission: MAP@3")  # the title, which the attack would change
    lines = page.tables["Rows, worst first"][1:]
    scores = [float(line[1]) for line in lines]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1]
    hidden = [attrs for tag, attrs in page.tags if tag == "tr" and "hidden" in attrs]
    assert 0 < len(hidden) == sum("q1" not in line[0] for line in lines)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium here; Debian's package chromium brings one")
def test_on_a_phone_the_overall_is_one_line_and_wider_than_its_name(report: Path) -> None:
    frame = f'<iframe style="width: 360px; height: 640px" srcdoc="{html.escape(report.read_text(encoding="utf-8"))}">'
    page = report.with_name("phone.html")
    page.write_text(f"<!DOCTYPE html><title></title><script>{MEASURE}</script>{frame}</iframe>", encoding="utf-8")
    title = dom(page).partition("<title>")[2].partition("</title>")[0]
    lines, name, overall, all_of_it = json.loads(title)
    assert lines == 1
    assert name < overall < all_of_it <= 360


def dom(path: Path) -> str:
    """The page after its scripts have run."""
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    profile = f"--user-data-dir={path.parent}/profile"
    done = subprocess.run([*command, profile, path.as_uri()], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout
