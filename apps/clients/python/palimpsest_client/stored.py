"""A value under a namespace and a key, kept as a fact, as the TypeScript client keeps it too.

Its text is the value as JSON. Its scopes make it findable: one for all stored values, one for each
beginning of its namespace, one for its place, and one of its own, so that two facts that read
alike are not taken for one. Namespace and key stand beside it in full, because long names are
hashed in scopes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from . import models

MAX_SCOPE = 64
"""In UTF-16 units."""
MAX_REPLACED = 20
"""As many as one fact may supersede."""
ATTRIBUTE = "stored"


@dataclass(frozen=True)
class Stored:
    """A value, where it stands, and since when."""

    id: str
    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime


def scope_of(namespace: Sequence[str]) -> str:
    """Return the scope that a namespace and all below it share."""
    return scope_named(["store", *namespace])


def scope_of_place(namespace: Sequence[str], key: str) -> str:
    """Return the scope of one place."""
    return scope_named({"store": list(namespace), "key": key})


def scope_named(name: object) -> str:
    """Return a scope: the same for the same name, and short enough."""
    text = json_of(name)
    if len(text.encode("utf-16-le")) <= 2 * MAX_SCOPE:
        return text
    return f"#{sha256(text.encode()).hexdigest()[: MAX_SCOPE - 4]}"


def fact_of(
    namespace: Sequence[str], key: str, value: Mapping[str, Any], known: Sequence[Stored], own: str
) -> dict[str, Any]:
    """Return the fact to give: `known` stands there, the newest first; `own` has no other fact."""
    place: dict[str, Any] = {"namespace": list(namespace), "key": key}
    if known:
        place["createdAt"] = known[0].created_at.isoformat()
    beginnings = [scope_of(namespace[:length]) for length in range(len(namespace) + 1)]
    return {
        "text": json_of(value),
        "attribute": ATTRIBUTE,
        "value": json_of(place),
        "scopes": [*beginnings, scope_of_place(namespace, key), own],
        "supersedes": [each.id for each in known[:MAX_REPLACED]],
    }


def stored_in(item: models.Item) -> Stored | None:
    """Return the value that a fact holds; None for a fact that this module did not store."""
    try:
        value = json.loads(item["content"])
        place = json.loads(item["value"] or "")
        namespace, key = tuple(place["namespace"]), place["key"]
        updated = datetime.fromisoformat(item["createdAt"])
        created = datetime.fromisoformat(place.get("createdAt", item["createdAt"]))
    except (ValueError, TypeError, KeyError):
        return None
    if not isinstance(value, dict):
        return None
    return Stored(item["id"], namespace, key, value, created, updated)


def newest_of_each(found: Sequence[Stored]) -> list[Stored]:
    """Return one value per place, the newest: two that were put at once are both stored."""
    by_place: dict[tuple[tuple[str, ...], str], Stored] = {}
    for each in found:
        by_place.setdefault((each.namespace, each.key), each)
    return list(by_place.values())


def json_of(value: object) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
