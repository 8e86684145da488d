"""A typed number is read by one rule, in files with decimal points and with decimal commas."""

from __future__ import annotations

import pytest

from inspector.core.errors import InputError
from inspector.core.files.numbers.grammar import NumberGrammar
from inspector.core.files.numbers.typed import typed_number


@pytest.mark.parametrize(
    ("text", "decimal", "value"),
    [("105000", ".", 105000.0), ("105,000", ".", 105000.0), ("-1,234,567.5", ".", -1234567.5), (" 1e-3 ", ".", 0.001),
     ("0,25", ",", 0.25), ("105,000", ",", 105.0), ("0.25", ",", 0.25)],
)  # fmt: skip
def test_a_number_is_read_as_the_program_and_the_file_write_it(text: str, decimal: str, value: float) -> None:
    assert typed_number(text, decimal) == value


@pytest.mark.parametrize(("text", "decimal"), [("105.000", ","), ("1,5", "."), ("105,00", "."), ("1,234,567.5", ",")])
def test_other_signs_are_refused_with_a_hint(text: str, decimal: str) -> None:
    with pytest.raises(InputError, match=r"(commas may stand|leave out points) between thousands"):
        typed_number(text, decimal)


def test_a_plain_number_with_the_other_sign_is_told_as_it_would_be_typed() -> None:
    with pytest.raises(InputError, match=r"Decimals follow a point, as in 103\.5; commas may .* only, as in 103,000"):
        typed_number("103,5")


@pytest.mark.parametrize("text", ["cheap", "", "-", "nan", "1e400", "1_000"])
def test_what_is_no_finite_number_is_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        NumberGrammar(" ", names=("price",), examples=("178000",)).number(text, 0)
    assert (
        str(refused.value) == f"the prediction {text!r} is not a number. Expected: a number such as 178000 for price."
    )


@pytest.mark.parametrize("typed", ["0.5, 0.25", "0.5,0.25", "0.5\t0.25", "0.5; 0.25", " 0.5 0.25 "])
def test_numbers_are_typed_as_they_stand_in_a_list(typed: str) -> None:
    grammar = NumberGrammar(" ", names=("x", "y"))
    assert grammar.read(typed).confidence == (0.5, 0.25)


@pytest.mark.parametrize(("typed", "decimal"), [("1,234", "."), ("1,25", ","), ("0.5,0.25,1", "."), ("0.5,x", ".")])
def test_a_comma_that_may_mean_something_else_separates_nothing(typed: str, decimal: str) -> None:
    with pytest.raises(InputError, match="does not fit"):
        NumberGrammar(" ", names=("x", "y"), decimal=decimal).read(typed)
