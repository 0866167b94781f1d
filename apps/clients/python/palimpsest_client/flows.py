"""Everything that a memory does, as flows. Pure but for the key that makes a write one write."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, cast
from urllib.parse import quote

from . import models
from .errors import PalimpsestError, error_of, refused
from .options import (
    FactChanges,
    FactOptions,
    ItemOptions,
    Message,
    RecallOptions,
    RememberOptions,
    TimeOptions,
    WriteOptions,
    content_of,
    fact_of,
    named,
    query_of,
    sending_of,
    spelled,
)
from .prompt import marked
from .retry import RetryOptions, answered
from .steps import Answer, Call, Flow, Wait

FIRST_POLL = 0.02
LONGEST_POLL = 1.0
POLLS = 100
"""A minute and a half in all."""
MOST_HELD_MS = 10_000
"""The client polls for a write that takes longer."""
PAGE = 200

NAMED = {"items": "itemId", "resources": "resourceId"}
"""What the last part of a path is, as the service names it."""

T = TypeVar("T")
Page = tuple[list[T], str | None]
"""The items of a page, and the cursor of the next one; None: it was the last."""


HELD = {
    "/v1/memorize": "resourceId",
    "/v1/events": "eventId",
    "/v1/items": "itemId",
}
"""A field that every answer to a write has, by the path of the call."""


def asked(call: Call, options: RetryOptions, held: str) -> Flow[Any]:
    """Return the answer of a call; raise the error of the service.

    The service always sends the field `held`: an answer without it comes from another server.
    """
    answer = yield from answered(call, options)
    if not is_success(answer, held):
        raise error_of(answer.body, answer.status)
    return answer.body


def is_success(answer: Answer, held: str) -> bool:
    """Return whether it is a successful answer of the service, which has this field."""
    return 200 <= answer.status < 300 and isinstance(answer.body, dict) and held in answer.body


@dataclass(frozen=True)
class Flows:
    """The flows of one user's memory."""

    app_id: str
    user_id: str
    retry: RetryOptions = field(default_factory=RetryOptions)
    held_ms: int = MOST_HELD_MS
    """How long the service may hold a call."""

    @property
    def scope(self) -> dict[str, Any]:
        """Whose memory it is, as fields of a body."""
        return {"appId": self.app_id, "userId": self.user_id}

    def path(self, kind: str, *rest: str) -> str:
        """Return a path below this user; names are percent-encoded, slashes too."""
        named = [("appId", self.app_id), ("userId", self.user_id)]
        named += [(NAMED[kind], part) for part in rest]
        parts = [part_of(field, text) for field, text in named]
        return "/".join(["/v1", kind, *parts])

    def get(self, kind: str, *rest: str, held: str, **query: str | int | None) -> Flow[Any]:
        """Ask for something of this user; the answer has the field `held`."""
        given = {name: value for name, value in query.items() if value is not None}
        for name, value in given.items():
            encoded(name, str(value))
        return asked(Call("GET", self.path(kind, *rest), given), self.retry, held)

    def remember(self, content: str | Sequence[Message], options: RememberOptions) -> Flow[str]:
        """Store what was said; return the write's id."""
        answer = yield from self.write("/v1/memorize", content_of(content, options), options)
        return (yield from self.written(answer["resourceId"], answer, options))

    def report(self, activity: Mapping[str, Any], options: WriteOptions) -> Flow[str]:
        """Store what happened; return the write's id."""
        named(options, WriteOptions)
        answer = yield from self.write("/v1/events", activity, options)
        return (yield from self.written(answer["eventId"], answer, options))

    def give(self, text: str, options: FactOptions) -> Flow[str]:
        """Store a fact as it stands; return the item's id."""
        fact = {"text": text, **fact_of(named(options, FactOptions))}
        answer = yield from self.write("/v1/items", fact, options)
        return (yield from self.changed(answer, options))

    def revise(self, item_id: str, changes: Mapping[str, Any], options: WriteOptions) -> Flow[str]:
        """Change an item; return the id under which it stands now."""
        body = {**changes, **self.waiting(named(options, WriteOptions))}
        call = Call("PATCH", self.path("items", item_id), {}, body, key_of(options))
        answer = yield from asked(call, self.retry, "itemId")
        return (yield from self.changed(answer, options))

    def correct(self, item_id: str, text: str | None, changes: FactChanges) -> Flow[str]:
        """Put a new item in the place of one; return the new one's id."""
        words = {} if text is None else {"text": text}
        sending = sending_of(changes)
        return self.revise(item_id, words | fact_of(named(changes, FactChanges)), sending)

    def retract(self, item_id: str, options: WriteOptions) -> Flow[str]:
        """Take an item back; return its id."""
        path = self.path("items", item_id)
        waiting = self.waiting(named(options, WriteOptions))
        call = Call("DELETE", path, waiting, None, key_of(options))
        answer = yield from asked(call, self.retry, "itemId")
        return (yield from self.changed(answer, options))

    def changed(self, answer: Mapping[str, Any], options: WriteOptions) -> Flow[str]:
        """Wait for a change of an item as long as was asked for; return the item's id."""
        yield from self.written(answer["resourceId"], answer, options)
        return cast(str, answer["itemId"])

    def waiting(self, options: WriteOptions) -> dict[str, int]:
        """Return how long the service is asked to wait."""
        until = options.get("until")
        if until not in (None, "accepted", "retrievable"):
            raise refused("until", "must be accepted or retrievable")
        return {"wait": self.held_ms} if until == "retrievable" else {}

    def write(self, path: str, fields: Mapping[str, Any], options: WriteOptions) -> Flow[Any]:
        """Send a write, under a key that makes it idempotent."""
        body = {**self.scope, **fields, **self.waiting(options)}
        return asked(Call("POST", path, {}, body, key_of(options)), self.retry, HELD[path])

    def written(
        self, resource_id: str, answer: Mapping[str, Any], options: WriteOptions
    ) -> Flow[str]:
        """Wait for a write as long as was asked for; return its id."""
        if options.get("until") == "retrievable" and not answer.get("retrievable"):
            try:
                yield from self.settled(resource_id)
            except PalimpsestError as error:
                ids = {name: answer[name] for name in ("itemId",) if name in answer}
                raise not_settled(error, {"resourceId": resource_id, **ids}) from error
        return resource_id

    def settled(self, resource_id: str) -> Flow[None]:
        """Return when the write can be recalled; ask less and less often."""
        delay = FIRST_POLL
        for _ in range(POLLS):
            resource = (yield from self.get("resources", resource_id, held="resource"))["resource"]
            if resource["status"] == "processed":
                return
            if resource["status"] == "failed":
                raise not_processed(resource.get("reason") or "it failed")
            if (resource.get("processing") or {}).get("state") == "dead-lettered":
                raise not_processed("it is dead-lettered")
            yield Wait(delay)
            delay = min(LONGEST_POLL, delay * 1.6)
        raise not_processed("it still waits")

    def recall(
        self, query: str, options: RecallOptions, form: Literal["json", "prompt"] = "json"
    ) -> Flow[models.RetrieveResponse]:
        """Return what helps to answer the query; empty where nothing is found."""
        given = spelled(named(options, RecallOptions))
        body = {**self.scope, "query": query, **given, "format": form}
        answer = yield from answered(Call("POST", "/v1/retrieve", body=body), self.retry)
        told = answer.body if isinstance(answer.body, dict) else {}
        is_empty = answer.status == 404 and "relevantItems" in told
        if not is_empty and not is_success(answer, "relevantItems"):
            raise error_of(answer.body, answer.status)
        return cast(models.RetrieveResponse, told)

    def prompt(self, query: str, options: RecallOptions) -> Flow[str]:
        """Return what helps to answer the query as marked text; empty where there is nothing."""
        recalled = yield from self.recall(query, options, "prompt")
        return marked(recalled.get("prompt", ""))

    def forget(self, category: str | None) -> Flow[models.ForgetResponse]:
        """Delete everything, or a category; return when nothing of it can be read any more."""
        only = {} if category is None else {"category": category}
        body = {**self.scope, **only, "confirm": True}
        return asked(Call("POST", "/v1/forget", body=body), self.retry, "deletedItems")

    def listed(self, kind: str, cursor: str | None, **query: str | None) -> Flow[Page[Any]]:
        """Return a page of a list that goes on at a cursor."""
        answer = yield from self.get(kind, held="pagination", cursor=cursor, limit=PAGE, **query)
        return answer["data"], answer["pagination"]["nextCursor"]

    def write_all(self, writes: Sequence[Mapping[str, Any]]) -> Flow[list[str]]:
        """Store writes in one call; return their ids in order."""
        body = {"appId": self.app_id, "writes": list(writes)}
        call = Call("POST", "/v1/batch", {}, body, key_of({}))
        answer = yield from asked(call, self.retry, "ids")
        return cast(list[str], answer["ids"])

    def all_items(self, options: ItemOptions) -> Flow[list[models.Item]]:
        """Return all items of a list."""
        found: list[models.Item] = []
        cursor: str | None = None
        while True:
            page, cursor = yield from self.items(cursor, options)
            found += page
            if cursor is None:
                return found

    def items(self, cursor: str | None, options: ItemOptions) -> Flow[Page[models.Item]]:
        """Return a page of items."""
        return self.listed("items", cursor, **query_of(named(options, ItemOptions)))

    def entities(
        self, cursor: str | None, type: str | None, time: TimeOptions
    ) -> Flow[Page[models.EntityOverview]]:
        """Return a page of entities, whose list goes on at a number."""
        offset = int(cursor or 0)
        asked_for = {"type": type, "offset": offset, **query_of(named(time, TimeOptions))}
        answer = yield from self.get("entities", held="entities", limit=PAGE, **asked_for)
        found = answer["entities"]
        return found, str(offset + len(found)) if answer["hasMore"] else None


def part_of(field: str, text: str) -> str:
    """Return a part of a path, percent-encoded.

    One that is `.`, `..` or empty would lead to another call, and its refusal would name another
    field.
    """
    if not isinstance(text, str):
        raise refused(field, "must be a string")
    if text == "":
        raise refused(field, "must not be empty")
    if text in (".", ".."):
        raise refused(field, "must not be . or ..")
    return encoded(field, text)


def encoded(field: str, text: str) -> str:
    """Return a text as a URL has it, in which a half of a surrogate pair has no place."""
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        raise refused(field, "must hold no halves of surrogate pairs") from None


def held_within(timeout: float) -> int:
    """Return the milliseconds that a call may be held, below the timeout, which would end it."""
    return min(MOST_HELD_MS, int(timeout * 500))


def key_of(options: WriteOptions) -> str:
    """Return the key under which a write is sent, and retried."""
    key = options.get("idempotency_key")
    if key is None:
        return secrets.token_hex(16)
    if not isinstance(key, str) or not re.fullmatch(r"[\x21-\x7e]+", key):
        raise refused("idempotency_key", "must hold visible ASCII characters only, one at least")
    return key


def not_processed(why: str) -> PalimpsestError:
    """Return the error of a write that was accepted and cannot be recalled."""
    return PalimpsestError("NOT_PROCESSED", f"accepted, but not processed: {why}")


def not_settled(error: PalimpsestError, ids: Mapping[str, Any]) -> PalimpsestError:
    """Return the error of an accepted write: it stands, so the error names it."""
    message = str(error)
    if error.code != "NOT_PROCESSED":
        message = f"accepted, but not known to be processed: {message}"
    return PalimpsestError("NOT_PROCESSED", message, error.status, {**error.details, **ids})
