"""Which stored values a search returns; decides as LangGraph's own stores do."""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def is_wanted(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Return whether every field in the filter matches."""
    return all(is_as_wanted(value.get(name), each) for name, each in (wanted or {}).items())


def is_as_wanted(value: object, wanted: object) -> bool:
    """Return whether a value matches; in an object only the named fields count."""
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(holds(name, value, operand) for name, operand in wanted.items())
        return isinstance(value, Mapping) and is_wanted(value, wanted)
    if isinstance(wanted, list | tuple):
        if not isinstance(value, Sequence) or len(value) != len(wanted):
            return False
        return all(is_as_wanted(one, other) for one, other in zip(value, wanted, strict=True))
    return value == wanted


def holds(name: str, value: object, operand: object) -> bool:
    """Return whether an operator holds; a value that is not a number is neither more nor less."""
    if name == "$eq":
        return value == operand
    if name == "$ne":
        return value != operand
    if name not in COMPARISONS:
        raise ValueError(f"Unsupported operator: {name}")
    try:
        return COMPARISONS[name](float(str(value)), float(str(operand)))
    except ValueError:
        return False


def matches(match_type: str, path: Sequence[str], namespace: Sequence[str]) -> bool:
    """Return whether a namespace begins or ends with a path, in which `*` is any label."""
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if match_type == "prefix" else namespace[-len(path) :]
    return all(label in ("*", own) for label, own in zip(path, part, strict=False))
