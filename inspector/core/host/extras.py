"""The further parameters of a host's `score`, which the contest sets: their kinds, defaults, and values as text."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from inspector.core.errors import InputError, shorten

Value: TypeAlias = bool | int | float | str | None
Number: TypeAlias = int | float
ValueKind: TypeAlias = Literal["whole", "number", "text", "bool", "choice", "other"]

_KINDS: dict[str, ValueKind] = {"int": "whole", "float": "number", "str": "text", "bool": "bool"}
_NONE = "none"
_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_MOST_DIGITS = 300
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_LARGEST_POWER = 100


@dataclass(frozen=True)
class Extra:
    """One further parameter.

    kind: of its values, `other` for what cannot be typed as text; default: None also without one; required: whether
    there is no default; optional: whether None is a value; choices: the values of a Literal.
    """

    name: str
    kind: ValueKind
    default: Value = None
    required: bool = False
    optional: bool = False
    choices: tuple[Value, ...] = ()

    @property
    def can_be_set(self) -> bool:
        """Whether another value than the default can be typed."""
        return self.kind != "other"

    def read(self, text: str) -> Value:
        """The value of a text. Raises InputError."""
        typed = text.strip()
        if self.optional and typed.lower() in ("", _NONE):
            return None
        try:
            return self._value(typed)
        except (ValueError, KeyError):
            raise InputError(f"{self.name} cannot be {shorten(typed)}", expected=self.expected) from None

    def write(self, value: Value) -> str:
        """The text that `read` reads as this value."""
        if value is None or isinstance(value, bool):
            return str(value).lower()
        return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)

    @property
    def expected(self) -> str:
        """Which texts it takes, for messages and questions."""
        if self.kind == "choice":
            return " | ".join(map(self.write, self.choices))
        words = {"whole": "a whole number", "number": "a number", "text": "text", "bool": "true | false"}
        return words.get(self.kind, "its default") + (f" | {_NONE}" if self.optional else "")

    def _value(self, typed: str) -> Value:
        """The value of a text. Raises ValueError or KeyError."""
        match self.kind:
            case "choice":
                return {self.write(value): value for value in self.choices}[typed]
            case "bool":
                return _BOOLS[typed.lower()]
            case "whole" if len(typed) <= _MOST_DIGITS:
                return int(typed)
            case "number":
                return _finite(typed)
            case "text":
                return typed
        raise ValueError


def _finite(typed: str) -> int | float:
    number = float(typed)
    if not math.isfinite(number):
        raise ValueError
    return int(typed) if typed.lstrip("+-").isdecimal() and len(typed) < _MOST_DIGITS else number


def extras_of(function: ast.FunctionDef) -> tuple[Extra, ...]:
    """The parameters of `score` after the first three."""
    return tuple(_extra(*found) for found in _parameters(function))


def _parameters(function: ast.FunctionDef) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    given = function.args
    placed = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(placed) - len(given.defaults))
    yield from list(zip(placed, [*defaults, *given.defaults], strict=True))[3:]
    yield from zip(given.kwonlyargs, given.kw_defaults, strict=True)


def _extra(argument: ast.arg, default: ast.expr | None) -> Extra:
    value, is_literal = _literal(default)
    kind, choices, optional = _annotated(argument.annotation)
    if kind == "other" and argument.annotation is None:
        kind = _KINDS.get(type(value).__name__, "other")
    optional = optional or (is_literal and value is None)
    if default is not None and not is_literal:
        return Extra(argument.arg, "other")
    return Extra(argument.arg, kind, value, default is None, optional, choices)


def _literal(node: ast.expr | None) -> tuple[Value, bool]:
    """The value of a plain literal, or of sums, products and powers of numbers; and whether it is one."""
    if node is None:
        return None, False
    try:
        value = _computed(node) if isinstance(node, ast.BinOp) else ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError, ArithmeticError):
        return None, False
    if isinstance(value, bool | int | float | str) or value is None:
        return value, True
    return None, False


def _computed(node: ast.expr) -> Number:
    """The value of arithmetic such as 10**-15. Raises ValueError or ArithmeticError."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_computed(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            one, other = _computed(left), _computed(right)
            if isinstance(op, ast.Pow) and (one < 0 or max(abs(one), abs(other)) > _LARGEST_POWER):
                raise ValueError
            result: Number = _ARITHMETIC[type(op)](one, other)
            if abs(result) < 10**_MOST_DIGITS:
                return result
    raise ValueError


def _annotated(node: ast.expr | None) -> tuple[ValueKind, tuple[Value, ...], bool]:
    """The kind of an annotation, the values of a Literal, and whether it admits None."""
    match node:
        case ast.Constant(value=str(text)):  # the annotation in quotes
            try:
                return _annotated(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return "other", (), False
        case ast.Name(id=name):
            return _KINDS.get(name, "other"), (), False
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _union([left, right])
        case ast.Subscript(value=outer, slice=inner):
            return _subscripted(_last_name(outer), inner.elts if isinstance(inner, ast.Tuple) else [inner])
    return "other", (), False


def _subscripted(outer: str, inner: list[ast.expr]) -> tuple[ValueKind, tuple[Value, ...], bool]:
    if outer == "Optional":
        return (*_union(inner)[:2], True)
    if outer == "Union":
        return _union(inner)
    found = [_literal(node) for node in inner]
    if outer != "Literal" or not all(is_literal for _, is_literal in found):
        return "other", (), False
    values = tuple(value for value, _ in found)
    return "choice", values, None in values


def _union(nodes: list[ast.expr]) -> tuple[ValueKind, tuple[Value, ...], bool]:
    kept = [node for node in nodes if not (isinstance(node, ast.Constant) and node.value is None)]
    kinds = {_annotated(node) for node in kept}
    optional = len(kept) < len(nodes)
    if {kind for kind, *_ in kinds} == {"whole", "number"}:
        return "number", (), optional
    kind, choices, inner = kinds.pop() if len(kinds) == 1 else ("other", (), False)
    return kind, choices, optional or inner


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
