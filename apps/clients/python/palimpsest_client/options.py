"""The options of the calls, in Python's spelling, and their conversion to the service's."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict

from . import models


class Message(TypedDict):
    """One message of a conversation."""

    role: Literal["user", "assistant", "system", "tool"]
    content: str
    name: NotRequired[str]


class WriteOptions(TypedDict, total=False):
    """`until` says when a write returns: `accepted`, on disk (the default), or `retrievable`."""

    until: Literal["accepted", "retrievable"]
    idempotency_key: str


class RememberOptions(WriteOptions, total=False):
    """`at` says when it was said; messages and a text without a type are a conversation."""

    content_type: Literal["conversation", "document", "event"]
    thread_id: str
    at: datetime | str
    metadata: Mapping[str, Any]


class FactChanges(WriteOptions, total=False):
    """The fields of a fact that can be changed beside its words; see the service's reference."""

    type: models.FactType
    category: str
    importance: models.Importance
    aliases: Sequence[str]
    scopes: Sequence[str]
    pinned: bool
    valid_from: datetime | str
    valid_to: datetime | str
    value: str


class FactOptions(FactChanges, total=False):
    """The fields of a new fact; see the service's reference."""

    supersedes: Sequence[str]
    subject: str
    attribute: str
    thread_id: str


class TimeOptions(TypedDict, total=False):
    """Another time than now: what held `as_of` an instant, and what was `known_at` one."""

    as_of: datetime | str
    known_at: datetime | str


class ItemOptions(TimeOptions, total=False):
    """Which items are listed; without any, all."""

    category: str
    thread_id: str
    type: models.FactType
    scope: str
    only_scope: str
    current: bool
    pinned: bool


class RecallOptions(TypedDict, total=False):
    """What `/retrieve` takes beside the query; see the service's reference."""

    max_tokens: int
    include_graph: bool
    categories: Sequence[str]
    types: Sequence[str]
    scopes: Sequence[str]
    time_decay_days: float
    min_confidence: float
    min_relevance: float
    explain: bool
    as_of: datetime | str
    known_at: datetime | str
    after: Sequence[str]


SENDING = frozenset(WriteOptions.__annotations__)
"""Options that say how a write is sent, not what is written."""


def camel(name: str) -> str:
    """Return the service's spelling of a name: `max_tokens` is `maxTokens`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def spelled(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as the fields of a body; what is None is left out."""
    return {camel(name): plain(value) for name, value in options.items() if value is not None}


def plain(value: object) -> Any:
    """Return an instant as ISO 8601, a sequence as a list, and anything else as it is."""
    if isinstance(value, datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def fact_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `/items` takes, without how it is sent."""
    return spelled({key: value for key, value in options.items() if key not in SENDING})


def query_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as the fields of a query, where a flag is present or absent."""
    asked = {key: "true" if value is True else value for key, value in options.items()}
    return spelled({key: value for key, value in asked.items() if value is not False})


def content_of(content: str | Sequence[Message], options: RememberOptions) -> dict[str, Any]:
    """Return what `/memorize` takes for what was said.

    A text without a type goes as a message of the user: plain lines would let what is quoted in
    them pose as another speaker.
    """
    metadata = dict(options.get("metadata", {}))
    if "at" in options:
        metadata["timestamp"] = plain(options["at"])
    fields: dict[str, Any] = {"metadata": metadata} if metadata else {}
    if "thread_id" in options:
        fields["threadId"] = options["thread_id"]
    if isinstance(content, str) and "content_type" in options:
        return fields | {"content": content, "contentType": options["content_type"]}
    messages = [{"role": "user", "content": content}] if isinstance(content, str) else content
    return fields | {"content": json.dumps(messages), "contentType": "conversation"}


def activity_of(
    event_type: str,
    source: str,
    data: Mapping[str, Any],
    timestamp: datetime | str,
    importance: str | None,
) -> dict[str, Any]:
    """Return what `/events` takes for what happened."""
    about = {"timestamp": timestamp, "importance": importance}
    return {"eventType": event_type, "source": source, "data": dict(data), **spelled(about)}


def chosen(everything: bool, category: str | None) -> str | None:
    """Return the category to forget, None for everything. Raises where it is not said which.

    Forgetting has no default: an argument that is left out must not delete everything.
    """
    if everything == (category is not None):
        raise ValueError("say which: everything=True, or category=...")
    return category
