"""Turns Markdown into a tree for the templates: blocks and the words in them, each an object with its kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Node = dict[str, Any]
_INLINE = {"strong_open": "strong", "em_open": "emph"}
_LISTS = {"bullet_list_open": "bullets", "ordered_list_open": "numbers"}


def tree(text: str) -> list[Node]:
    """Returns the blocks of a text: headings, paragraphs, lists and tables."""
    tokens = _reader().parse(text)
    return _blocks(tokens, 0, len(tokens))


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def _closing(tokens: Sequence[Token], start: int) -> int:
    """Returns the place of the token that closes the one at `start`."""
    level, kind = tokens[start].level, tokens[start].type.replace("_open", "_close")
    return next(n for n in range(start + 1, len(tokens)) if tokens[n].level == level and tokens[n].type == kind)


def _blocks(tokens: Sequence[Token], start: int, end: int) -> list[Node]:
    found: list[Node] = []
    at = start
    while at < end:
        token = tokens[at]
        close = _closing(tokens, at) if token.nesting == 1 else at
        if token.type == "paragraph_open":
            found.append({"kind": "par", "body": words(tokens[at + 1])})
        elif token.type == "heading_open":
            found.append({"kind": "heading", "level": int(token.tag[1]), "body": words(tokens[at + 1])})
        elif token.type in _LISTS:
            found.append({"kind": _LISTS[token.type], "items": _items(tokens, at + 1, close)})
        elif token.type == "table_open":
            found.append(_table(tokens, at, close))
        at = close + 1
    return found


def _items(tokens: Sequence[Token], start: int, end: int) -> list[list[Node]]:
    items = []
    at = start
    while at < end:
        close = _closing(tokens, at)
        items.append(_blocks(tokens, at + 1, close))
        at = close + 1
    return items


def _table(tokens: Sequence[Token], start: int, end: int) -> Node:
    rows: list[list[list[Node]]] = []
    right: list[bool] = []
    for at in range(start, end):
        token = tokens[at]
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(words(tokens[at + 1]))
            if token.type == "th_open":
                right.append("right" in str(token.attrGet("style")))
    return {"kind": "table", "right": right, "head": rows[0], "rows": rows[1:]}


def words(token: Token) -> list[Node]:
    """Returns the parts of a line: plain, strong and emphasized words, and code."""
    stack: list[list[Node]] = [[]]
    for child in token.children or ():
        if child.type in _INLINE:
            stack.append([])
        elif child.type in ("strong_close", "em_close"):
            inner = stack.pop()
            stack[-1].append({"kind": child.type.replace("em_", "emph_").removesuffix("_close"), "body": inner})
        elif child.type == "code_inline":
            stack[-1].append({"kind": "code", "text": child.content})
        elif child.type in ("softbreak", "hardbreak"):
            stack[-1].append({"kind": "text", "text": " "})
        elif child.content:
            stack[-1].append({"kind": "text", "text": child.content})
    return stack[0]
