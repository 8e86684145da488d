"""Parses expressions into trees, and parser errors into messages. Imported on first use."""

from __future__ import annotations

import re

import numpy as np
from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from inspector.core.query import condition
from inspector.core.query.error import QueryError
from inspector.core.query.expression import Condition, Expression, Joined, Mention, Negation, quote
from inspector.core.query.word import AND, LETTER, LINK, NOT, OR, REGEX, SIGN, STRING, VALUE, WORD, Word

# An end of a range, which other languages write with between.
_BOUND = rf"(?:[-+.]*[0-9]{LETTER}*|{STRING})"
_GRAMMAR = rf"""
    ?start: either | -> everything
    ?either: both (_OR both)*
    ?both: part (_AND? part)*
    ?part: _NOT part -> negation
         | "(" either ")"
         | word -> mention
         | word SIGN value -> condition
         | word _BETWEEN value _AND value -> between
    word: WORD | STRING
    value: VALUE | STRING | REGEX

    _AND: /{AND}/
    _OR: /{OR}/
    _NOT: /{NOT}/
    _BETWEEN.1: /(?i:between)(?=\s+{_BOUND}\s+(?i:and)\s+{_BOUND})/
    SIGN.1: /{SIGN}/
    WORD: /{WORD}/
    VALUE: /{VALUE}/
    STRING: /{STRING}/
    REGEX.1: /{REGEX}/
    %ignore /\s+/
"""
_MAX_DEPTH = 100
_QUOTES = "Put text with any of & | ! ( ) < > = : in double quotes"


@v_args(inline=True)
class _Tree(Transformer[Token, Expression]):
    """Builds the tree from tokens, bottom up."""

    def word(self, token: Token) -> Word:
        at = token.start_pos or 0
        if token.type == "STRING":
            return Word(re.sub(r"(?s)\\(.)", r"\1", token[1:-1]), "quoted", at)
        if token.type == "REGEX":
            return Word(_valid_pattern(token[1:-1], at), "regex", at)
        return Word(str(token), "bare", at)

    def value(self, token: Token) -> Word:
        if token.type == "VALUE" and token.startswith("/") and "/" not in token[1:]:
            raise QueryError("the pattern is not closed", expected="a / at its end", position=token.start_pos or 0)
        return self.word(token)

    def condition(self, field: Word, sign: Token, value: Word) -> Expression:
        return Condition(field, str(sign).replace("==", "="), value)

    def between(self, field: Word, low: Word, high: Word) -> Expression:
        name, least, most = (quote(word.text) for word in (field, low, high))
        hint = f"Type {name}>={least} & {name}<={most}"
        raise QueryError("between is no sign", expected="one of < <= > >= = !=", hint=hint, position=field.position)

    def mention(self, word: Word) -> Expression:
        return Mention(word)

    def negation(self, part: Expression) -> Expression:
        return Negation(part)

    def both(self, *parts: Expression) -> Expression:
        return Joined(np.logical_and, parts)

    def either(self, *parts: Expression) -> Expression:
        return Joined(np.logical_or, parts)

    def everything(self) -> Expression:
        return Joined(np.logical_and, ())


_PARSER = Lark(_GRAMMAR, parser="lalr", lexer="contextual", transformer=_Tree())


def read(text: str) -> Expression:
    """Parse an expression. Raises QueryError with the position of the error."""
    _check(text)
    try:
        tree: Expression = _PARSER.parse(text)  # type: ignore[assignment]  # lark's types ignore the transformer
    except UnexpectedInput as error:
        raise _query_error(text, error) from None
    return tree


def _check(text: str) -> None:
    """Raise QueryError for text that is not valid UTF-8, or for excessive nesting."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise QueryError("this sign is half a character", position=error.start) from None
    depth = 0
    for found in re.finditer(rf"{STRING}|[()]|(?P<nots>(?:(?:{NOT})\s*)+)", text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth + len(re.findall(NOT, found["nots"] or "")) > _MAX_DEPTH:
            raise QueryError(
                "parentheses or ! are nested too deeply", hint="Use fewer parentheses and !", position=found.start()
            )


def _valid_pattern(pattern: str, at: int) -> str:
    """The pattern, if it is a valid regular expression. Raises QueryError."""
    if error_text := condition.pattern_error(pattern):
        raise QueryError(f"the pattern is invalid: {error_text}", position=at)
    return pattern


def _query_error(text: str, error: UnexpectedInput) -> QueryError:
    if isinstance(error, UnexpectedCharacters):
        return _unexpected(text, error.pos_in_stream or 0)
    expected = error.accepts or error.expected if isinstance(error, UnexpectedToken) else set()
    token = error.token if isinstance(error, UnexpectedToken) else Token("$END", "")
    at = len(text) if token.type == "$END" else token.start_pos or 0
    found = "the end" if token.type == "$END" else str(token)
    if "REGEX" in expected:
        example = 'a value such as 0.2, none, w_1, "two words" or /^w_/'
        return QueryError("a value is missing", found=found, expected=example, position=at)
    if token.type == "SIGN":
        return QueryError("a comparison cannot start here", found=found, hint=_QUOTES, position=at)
    if "WORD" in expected:
        example, hint = "a condition such as score<0.2 or w_1", _link_hint(text, at)
        return QueryError("a condition is missing", found=found, expected=example, hint=hint, position=at)
    if token.type == "$END":
        return QueryError("a parenthesis is not closed", expected=")", position=at)
    return QueryError("no parenthesis is open here", found=found, position=at)


def _link_hint(text: str, at: int) -> str:
    """How to find and, or or not as a text, where it stands at or before the position of an error."""
    found = re.compile(LINK).match(text, at) or re.search(rf"{LINK}\s*\Z", text[:at])
    return f'Put it in double quotes to find the text: "{found[0].strip()}"' if found else ""


def _unexpected(text: str, at: int) -> QueryError:
    if text[at] == '"':
        return QueryError("the quotes are not closed", expected='a " at the end of the text', position=at)
    return QueryError("unexpected character", found=text[at], hint=_QUOTES, position=at)
