"""The client's interface: one user's memory, in the verbs of its callers."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import Any, Self, Unpack, cast

import httpx

from . import models
from .connection import TIMEOUT, limit_of, pages, run, settings_of
from .flows import Flows, held_within
from .options import (
    FactChanges,
    FactOptions,
    ItemOptions,
    Message,
    RecallOptions,
    RememberOptions,
    TimeOptions,
    WriteOptions,
    activity_of,
    chosen,
    named,
    plain,
    query_of,
)
from .retry import RetryOptions


class Memory:
    """The memory of one user of an app; `of` returns another user's.

    `url` says where the service is, with or without `/v1`; `timeout` how many seconds one attempt
    may take, None without a limit; `retries` how often a call is tried again; `max_wait` the
    longest wait before that. `transport` is how requests are sent, where that is not httpx's own
    way.
    """

    def __init__(
        self,
        *,
        url: str = "http://localhost:8080",
        api_key: str,
        app_id: str,
        user_id: str,
        timeout: float | None = TIMEOUT,
        retries: int = 3,
        max_wait: float = 20.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        retry = RetryOptions(retries, max_wait)
        limit = limit_of(timeout)
        self._client = httpx.Client(**settings_of(url, api_key, limit), transport=transport)
        self._flows = Flows(app_id, user_id, retry, held_within(limit))

    @property
    def user_id(self) -> str:
        """Whose memory it is."""
        return self._flows.user_id

    def of(self, user_id: str) -> Self:
        """Return the memory of another user of the app, over the same connection."""
        other = copy(self)
        other._flows = replace(self._flows, user_id=user_id)
        return other

    def remember(self, content: str | Sequence[Message], **options: Unpack[RememberOptions]) -> str:
        """Store what was said, a text as the user's; return the write's id."""
        return run(self._flows.remember(content, options), self._client)

    def give(self, text: str, **options: Unpack[FactOptions]) -> str:
        """Store a fact as it stands, from which nothing is extracted; return the item's id."""
        return run(self._flows.give(text, options), self._client)

    def correct(self, item_id: str, text: str | None = None, **changes: Unpack[FactChanges]) -> str:
        """Replace a wrong item with a new one; return the new id."""
        return run(self._flows.correct(item_id, text, changes), self._client)

    def pin(self, item_id: str, **options: Unpack[WriteOptions]) -> None:
        """Pin an item: it comes first in every answer."""
        run(self._flows.revise(item_id, {"pinned": True}, options), self._client)

    def unpin(self, item_id: str, **options: Unpack[WriteOptions]) -> None:
        """Unpin an item."""
        run(self._flows.revise(item_id, {"pinned": False}, options), self._client)

    def resolve(self, item_id: str, **options: Unpack[WriteOptions]) -> None:
        """Settle an item, such as a question that was answered: it is never recalled again."""
        run(self._flows.revise(item_id, {"resolved": True}, options), self._client)

    def retract(self, item_id: str, **options: Unpack[WriteOptions]) -> None:
        """Take back a wrong item: it is never recalled again, and stays in the history."""
        run(self._flows.retract(item_id, options), self._client)

    def report(
        self,
        *,
        event_type: str,
        source: str,
        data: Mapping[str, Any],
        timestamp: datetime | str,
        importance: models.Importance | None = None,
        **options: Unpack[WriteOptions],
    ) -> str:
        """Store what happened in your application; return the write's id."""
        activity = activity_of(event_type, source, data, timestamp, importance)
        return run(self._flows.report(activity, options), self._client)

    def recall(self, query: str, **options: Unpack[RecallOptions]) -> models.RetrieveResponse:
        """Return facts, summaries and graph for a query; empty where nothing is known."""
        return run(self._flows.recall(query, options), self._client)

    def prompt(self, query: str, **options: Unpack[RecallOptions]) -> str:
        """Return the same as text for a prompt, marked as notes; empty where nothing is known."""
        return run(self._flows.prompt(query, options), self._client)

    def forget(
        self, *, everything: bool = False, category: str | None = None
    ) -> models.ForgetResponse:
        """Delete everything, or a category; return when nothing of it can be read any more."""
        return run(self._flows.forget(chosen(everything, category)), self._client)

    def history(self, item_id: str, known_at: datetime | str | None = None) -> models.ItemResponse:
        """Return a fact, what it superseded and what superseded it, the oldest first."""
        flow = self._flows.get("items", item_id, held="item", knownAt=plain(known_at))
        return cast(models.ItemResponse, run(flow, self._client))

    def context(self, **time: Unpack[TimeOptions]) -> models.ContextResponse:
        """Return what is pinned, and the summaries of all categories."""
        flow = self._flows.get("context", held="summaries", **query_of(named(time, TimeOptions)))
        return cast(models.ContextResponse, run(flow, self._client))

    def categories(self, **time: Unpack[TimeOptions]) -> list[models.CategoryOverview]:
        """Return the categories, with how much is in each."""
        asked_for = query_of(named(time, TimeOptions))
        flow = self._flows.get("categories", held="categories", **asked_for)
        answer: models.CategoriesResponse = run(flow, self._client)
        return answer["categories"]

    def settled(self, write_id: str) -> None:
        """Return when a write can be recalled. Raises NOT_PROCESSED where it failed."""
        run(self._flows.settled(write_id), self._client)

    def items(self, **options: Unpack[ItemOptions]) -> Iterator[models.Item]:
        """Iterate over all facts, superseded ones too, the newest first.

        With `as_of` over those that held then, with `known_at` over those that were known then.
        """
        return pages(lambda at: self._flows.items(at, options), self._client)

    def threads(self) -> Iterator[models.Thread]:
        """Iterate over the threads that writes named, by id."""
        return pages(lambda at: self._flows.listed("threads", at), self._client)

    def resources(self) -> Iterator[models.Resource]:
        """Iterate over what was written."""
        return pages(lambda at: self._flows.listed("resources", at), self._client)

    def entities(
        self, type: str | None = None, **time: Unpack[TimeOptions]
    ) -> Iterator[models.EntityOverview]:
        """Iterate over the entities: people, places and things."""
        return pages(lambda at: self._flows.entities(at, type, time), self._client)

    def diff(
        self, *, from_: datetime | str, to: datetime | str | None = None
    ) -> Iterator[models.Difference]:
        """Iterate over what changed between what was known at two instants; to now by default."""
        between = {"from": plain(from_), "to": plain(to)}
        return pages(lambda at: self._flows.listed("diff", at, **between), self._client)

    def timeline(self) -> Iterator[models.Happening]:
        """Iterate over what happened, the newest first."""
        return pages(lambda at: self._flows.listed("timeline", at), self._client)

    def audit(self) -> Iterator[models.AuditEntry]:
        """Iterate over what happened to the memory."""
        return pages(lambda at: self._flows.listed("audit", at), self._client)

    def close(self) -> None:
        """Close the connection, which memories returned by `of` share."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
