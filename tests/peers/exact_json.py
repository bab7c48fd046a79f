"""JSON without loss: integers of any size stay integers, everything else with a fraction or an exponent is a Decimal."""

import json
from decimal import Decimal


def _not_finite(word):
    raise ValueError(f"{word} is no JSON number")


def loads(text):
    """Reads one JSON document; NaN and Infinity are refused."""
    return json.loads(text, parse_float=Decimal, parse_constant=_not_finite)


def depth(value):
    """Nested objects and arrays: a scalar is 0, [] is 1."""
    if isinstance(value, dict):
        return 1 + max((depth(item) for item in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((depth(item) for item in value), default=0)
    return 0


def numbers(value):
    """Every number in the document."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, Decimal)):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from numbers(item)
    elif isinstance(value, list):
        for item in value:
            yield from numbers(item)


def survives_double(number):
    """Whether literal -> nearest double -> shortest decimal is the same value."""
    try:
        return Decimal(repr(float(number))) == Decimal(number)
    except OverflowError:
        return False


def lossy(value):
    """The numbers a protobuf double would change."""
    return [number for number in numbers(value) if not survives_double(number)]
