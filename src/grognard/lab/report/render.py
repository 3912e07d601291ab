"""Renders a report as one self-contained HTML page, or as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import msgspec

from grognard.lab.report.sections import Cell, Figure, Page, Table

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fdfcf8; --line: #c9c4b5; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe6; --paper: #1c1c1a; --line: #55524a; } }
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto;
  max-width: 64rem; padding: 1rem; }
h1, h2 { line-height: 1.2; }
/* A figure is drawn for the width of a phone, and half as large again if there is room. */
figure { border: 1px solid var(--line); margin: 1rem 0; max-width: 32rem; overflow-x: auto; padding: .5rem; }
figure svg { display: block; height: auto; width: 100%; }
figure.surface { box-sizing: border-box; max-width: 100%; width: fit-content; }
figure.surface svg { width: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .6rem; text-align: right; }
td, td span { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
summary { cursor: pointer; }
pre { overflow-wrap: anywhere; white-space: pre-wrap; }
/* Charts are drawn for paper; each color has its own dark version. */
figure svg [fill="white"] { fill: none; }
@media screen and (prefers-color-scheme: dark) {
  figure svg [fill="#000"] { fill: var(--ink); }
  figure svg :is([stroke="#888"], [stroke="#777"]) { stroke: #aaa; }
  figure svg [stroke="#ddd"] { stroke: var(--line); }
  figure svg [fill="#28557f"] { fill: #8ab8e6; }
  figure svg [stroke="#28557f"] { stroke: #8ab8e6; }
  figure svg [fill="#cf9347"] { fill: #94601c; }
  figure svg [fill="#7fa6cc"] { fill: #3d658d; }
  figure svg [stroke="#111"] { stroke: var(--ink); } }
@media screen and (max-width: 40rem) {
  th, td { font-size: .85rem; padding: .2rem .3rem; }
  td, th:first-child { white-space: normal; } }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; }
  body { font-size: 10pt; max-width: none; padding: 0; }
  h2 { break-after: avoid; } figure, tr { break-inside: avoid; } .wide { overflow: visible; }
  table { font-size: 8pt; } th, td { padding: .1rem .3rem; white-space: normal; }
}
"""
WIDTH: Final = 320
INK: Final = "#28557f"
PAIR: Final = ("#cf9347", "#7fa6cc")  # black intervals are visible on both
PALE: Final = ("#f4f1e6", "#8fb4d6")  # black letters are readable on every color between them
ROW: Final = 26  # of a label and its mark below
BAR: Final = 9  # of a tornado, which has two of them below each label
# Browsers' letters are wider than those that the room for labels is computed from.
PADDING: Final = {"left": 40, "top": 5, "right": 10, "bottom": 5}


def html(page: Page) -> str:
    """Returns the whole page, with all text from outside escaped."""
    parts = [f"<h1>{_escaped(page.title)}</h1>", *(f"<p>{_escaped(text)}</p>" for text in page.about)]
    for number, section in enumerate(page.sections):
        parts.append(f"<section><h2>{escape(section.heading)}</h2>")
        parts += [f"<p>{_escaped(sentence)}</p>" for sentence in section.sentences]
        if section.figure is not None:
            figure = drawn(section.figure, section.heading, number)
            parts.append(f'<figure class="{section.figure.form}" tabindex="0">{figure}</figure>')
        if section.table is not None:
            parts.append(_table(section.table, section.heading))
        parts.append("</section>")
    parts.append(f"<h2>To repeat this</h2><pre><code>{escape(page.command)}</code></pre>")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(page.title)}</title><style>{STYLE}</style></head><body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def _escaped(text: str) -> str:
    """Escapes the text for HTML, and keeps a number and its percent sign on one line."""
    return escape(text).replace(" %", "&nbsp;%")


def _cell(cell: Cell) -> str:
    """Formats a number; on a phone its interval may be on the next line, in one piece."""
    if isinstance(cell, str):
        return _escaped(cell)
    return f"{_escaped(cell.value)} <span>({_escaped(cell.interval)}){_escaped(cell.mark)}</span>"


def _table(table: Table, about: str) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    rows = []
    for name, *cells in table.rows:
        numbers = "".join(f"<td>{_cell(cell)}</td>" for cell in cells)
        rows.append(f'<tr><th scope="row">{escape(str(name))}</th>{numbers}</tr>')
    drawn = (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(about)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
    return f"<details><summary>{escape(table.folded)}</summary>{drawn}</details>" if table.folded else drawn


def drawn(figure: Figure, about: str, number: int) -> str:
    """Draws the figure as inline SVG, without addresses and with ids that are unique on the page."""
    import vl_convert

    svg = vl_convert.vegalite_to_svg(_chart(figure).to_dict())
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg)
    # The library counts its ids up from figure to figure; new ones keep the page's bytes independent of other figures.
    named = re.compile(r'(id="|url\(#)([^")]+)')
    names = list(dict.fromkeys(found[2] for found in named.finditer(svg)))
    svg = named.sub(lambda found: f"{found[1]}figure{number}-{names.index(found[2])}", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(about)}" ', 1)


def _chart(figure: Figure) -> Any:
    import altair

    data = altair.InlineData(values=[msgspec.structs.asdict(one) for one in figure.points])
    if figure.form == "surface":
        return _surface(figure, altair.Chart(data, width=altair.Step(96), height=altair.Step(40)))
    ticks = altair.Axis(tickCount=5)
    if figure.form == "tornado":
        return _tornado(figure, altair.Chart(data, width=WIDTH, height=altair.Step(2 * BAR + ROW // 2)), ticks)
    base = altair.Chart(data, width=WIDTH, height=altair.Step(ROW))
    rows = _labels(figure, ROW)
    if figure.form == "bars":
        marks = base.mark_bar(color=INK, height=ROW // 3, yOffset=ROW // 4)
        return marks.encode(y=rows, x=altair.X("value:Q", title=figure.axis, axis=ticks))
    scale = altair.Scale(zero=False)
    ranges = base.mark_rule(color=INK, strokeWidth=2, yOffset=ROW // 4).encode(
        y=rows, x=altair.X("low:Q", title=figure.axis, scale=scale, axis=ticks), x2="high:Q"
    )
    points = base.mark_point(color=INK, filled=True, size=50, yOffset=ROW // 4).encode(y=rows, x="value:Q")
    layers = [ranges, points]
    if figure.line is not None:
        line = altair.Chart(altair.InlineData(values=[{"at": figure.line}]))
        layers.insert(0, line.mark_rule(color="#777", strokeDash=[4, 4]).encode(x="at:Q"))
    return altair.layer(*layers)


def _labels(figure: Figure, row: int) -> Any:
    """Returns rows whose labels are above their marks, so both get the width of a phone."""
    import altair

    axis = altair.Axis(
        domain=False, ticks=False, labelAlign="left", labelPadding=-4, labelOffset=7 - row // 2, labelLimit=WIDTH
    )
    return altair.Y("label:N", sort=None, title=None, axis=axis)


def _tornado(figure: Figure, base: Any, ticks: Any) -> Any:
    """Draws two bars from 0 below each label, with their intervals."""
    import altair

    groups = list(dict.fromkeys(one.group for one in figure.points))
    scale = altair.Scale(domain=groups, range=PAIR)
    colours = altair.Color("group:N", sort=groups, title=None, scale=scale, legend=altair.Legend(orient="top"))
    rows = _labels(figure, 2 * BAR + ROW // 2)
    layers = []
    for place, group in enumerate(groups):
        one = base.transform_filter(altair.datum.group == group)
        below = place * BAR - BAR // 2 + ROW // 4
        along = altair.X("value:Q", title=figure.axis, axis=ticks)
        layers += [
            one.mark_bar(height=BAR - 1, yOffset=below).encode(y=rows, x=along, color=colours),
            one.mark_rule(color="#111", strokeWidth=1.5, yOffset=below).encode(y=rows, x="low:Q", x2="high:Q"),
        ]
    return altair.layer(*layers)


def _surface(figure: Figure, base: Any) -> Any:
    """Draws a table of colors, each cell with its number, its interval, and an asterisk if the change is sure."""
    import altair

    rows = altair.Y("label:N", sort=None, title=figure.rows or None, axis=altair.Axis(labelLimit=240))
    columns = altair.X("group:N", sort=None, title=figure.columns or None, axis=altair.Axis(labelAngle=0, orient="top"))
    colour = altair.Color("value:Q", title=figure.axis, scale=altair.Scale(range=PALE, zero=False))
    form = altair.expr.format
    value = form(altair.datum.value, ".3r") + altair.expr.if_(altair.datum.marked, " *", "")
    interval = form(altair.datum.low, ".3r") + " to " + form(altair.datum.high, ".3r")
    texts = base.transform_calculate(value=value, interval=interval).encode(y=rows, x=columns)
    return altair.layer(
        base.mark_rect().encode(y=rows, x=columns, color=colour),
        texts.mark_text(color="#111", fontSize=13, dy=-6).encode(text="value:N"),
        texts.mark_text(color="#111", fontSize=10, dy=9).encode(text="interval:N"),
        padding=PADDING,
    )


def markdown(page: Page) -> str:
    """Returns the report as Markdown, without its figures. Each sentence is a paragraph; long tables are folded."""
    lines = [f"# {page.title}", *_paragraphs(page.about)]
    for section in page.sections:
        lines += ["", f"## {section.heading}", *_paragraphs(section.sentences)]
        if section.table is not None:
            lines += ["", *_markdown_table(section.table)]
    return "\n".join([*lines, "", "## To repeat this", "", f"    {page.command}", ""])


def _paragraphs(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in ("", text)]


def _markdown_table(table: Table) -> list[str]:
    lines = [_row(table.columns), _row(["---", *["---:"] * (len(table.columns) - 1)]), *map(_row, table.rows)]
    if not table.folded:
        return lines
    return [f"<details><summary>{escape(table.folded)}</summary>", "", *lines, "", "</details>"]


def _row(cells: Sequence[Cell]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
