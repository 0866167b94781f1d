"""Items of a session, kept as facts that hold at no time, as the TypeScript client keeps them.

They are listed, and never recalled. An item is JSON, in as many parts as it needs and in base64,
so that no search takes its words for the user's. What is said in it is remembered as a
conversation besides.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypedDict

from . import models
from .options import Message

ATTRIBUTE = "session item"
PART_CHARS = 3_900
"""Less than a fact's 4,000, so that there is room for the header of a part."""
NEVER = "1970-01-01T00:00:00Z"


class Place(TypedDict):
    """The place of a part: it belongs to the n-th item of those added together."""

    added: str
    n: int
    part: int
    of: int


@dataclass(frozen=True)
class Kept:
    """An item, and the facts that it is kept in."""

    item: dict[str, Any]
    parts: list[str]


def facts_of(items: Sequence[Mapping[str, Any]], scope: str, added: str) -> list[dict[str, Any]]:
    """Return the facts to give for items that are added together."""
    return [
        fact
        for n, item in enumerate(items)
        for fact in parts_of(b64encode(json.dumps(item).encode()).decode(), scope, added, n)
    ]


def parts_of(text: str, scope: str, added: str, n: int) -> list[dict[str, Any]]:
    """Return the facts of one item; they are critical, so that maintenance never prunes them."""
    starts = range(0, len(text), PART_CHARS)
    return [
        {
            # With its number, because facts that read alike are taken for one.
            "text": f"{part + 1}/{len(starts)} {text[start : start + PART_CHARS]}",
            "type": "event",
            "importance": "critical",
            "attribute": ATTRIBUTE,
            "value": json.dumps(Place(added=added, n=n, part=part, of=len(starts))),
            "scopes": [scope, f"{added}/{n}"],
            "validFrom": NEVER,
            "validTo": NEVER,
        }
        for part, start in enumerate(starts)
    ]


def items_in(facts: Sequence[models.Item]) -> list[Kept]:
    """Return the items in the order in which they were added; takes facts with the newest first."""
    parts = [(json.loads(each["value"] or "{}"), each) for each in facts if is_part(each)]
    order: dict[str, int] = {}
    for place, _ in reversed(parts):
        order.setdefault(place["added"], len(order))
    parts.sort(key=lambda each: (order[each[0]["added"]], each[0]["n"], each[0]["part"]))
    items = groupby(parts, key=lambda each: (each[0]["added"], each[0]["n"]))
    return [kept for _, own in items if (kept := whole(list(own)))]


def is_part(item: models.Item) -> bool:
    """Return whether a fact is a part of an item."""
    return item["attribute"] == ATTRIBUTE


def whole(parts: list[tuple[Place, models.Item]]) -> Kept | None:
    """Return an item; None where a part is missing: taken back, or still being added."""
    if len(parts) != parts[0][0]["of"]:
        return None
    text = "".join(item["content"].partition(" ")[2] for _, item in parts)
    return Kept(json.loads(b64decode(text)), [item["id"] for _, item in parts])


def messages_in(items: Sequence[Mapping[str, Any]]) -> list[Message]:
    """Return the words of users and assistants, as text."""
    said: list[Message] = []
    for item in items:
        role, text = item.get("role"), text_of(item.get("content")).strip()
        if text and (role == "user" or role == "assistant"):
            said.append({"role": role, "content": text})
    return said


def text_of(content: object) -> str:
    """Return the text of content, which is text or parts, some of them with text."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, Mapping)]
    return "\n".join(text for text in texts if isinstance(text, str))
