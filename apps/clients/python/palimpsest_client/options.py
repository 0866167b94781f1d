"""The options of the calls, in Python's spelling, and their conversion to the service's."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, NotRequired, TypedDict, TypeVar, cast

from . import models
from .errors import refused


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


Options = TypeVar("Options", bound=Mapping[str, Any])

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
    """Return an instant or a day as ISO 8601, a sequence as a list, and anything else as it is."""
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def named(options: Options, kind: type[Any]) -> Options:
    """Return options whose names are all known. A misspelt one would be left out in silence."""
    for name in options:
        if name not in kind.__required_keys__ | kind.__optional_keys__:
            raise TypeError(f"there is no option {name!r}")
    return options


def sending_of(options: WriteOptions) -> WriteOptions:
    """Return how a write is sent, without what it writes."""
    return cast(WriteOptions, {key: each for key, each in options.items() if key in SENDING})


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
    named(options, RememberOptions)
    metadata = dict(options.get("metadata") or {})
    if options.get("at") is not None:
        metadata["timestamp"] = plain(options["at"])
    fields: dict[str, Any] = {"metadata": metadata} if metadata else {}
    if options.get("thread_id") is not None:
        fields["threadId"] = options["thread_id"]
    if isinstance(content, str) and options.get("content_type") is not None:
        return fields | {"content": content, "contentType": options["content_type"]}
    messages = messages_of(content)
    return fields | {"content": json.dumps(messages), "contentType": "conversation"}


def messages_of(content: object) -> list[Any]:
    """Return the messages that a content is.

    The service sees JSON, which it would take for the words of a document where it holds none.
    """
    if isinstance(content, str):
        if not content.strip():
            raise refused("content", "must not be empty")
        return [{"role": "user", "content": content}]
    messages = list(content) if isinstance(content, Iterable) else []
    if not messages or not all(is_message(each) for each in messages):
        raise refused("content", "must be a text, or a list of messages with a role and content")
    return messages


def is_message(each: object) -> bool:
    """Return whether it is a message; its content may be parts, or None beside a tool's call."""
    return isinstance(each, Mapping) and isinstance(each.get("content"), str | list | tuple | None)


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
    if everything is True and category is None:
        return None
    if not everything and category is not None:
        return category
    raise ValueError("say which: everything=True, or category=...")
