"""The face of the client: one user's memory, in the verbs of those who use it."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import Any, Self, Unpack, cast

import httpx

from . import models
from .connection import TIMEOUT, pages, run, settings_of
from .flows import Flows
from .options import (
    Message,
    RecallOptions,
    RememberOptions,
    WriteOptions,
    activity_of,
    chosen,
)
from .retry import RetryOptions


class Memory:
    """The memory of one user of an app. Another user's is asked for by `of`.

    `url` says where the service is, with or without `/v1`; `timeout` how many seconds one attempt
    may take; `retries` how often a call is tried again; `max_wait` the longest wait before that.
    `transport` is how requests are sent, where that is not httpx's own way.
    """

    def __init__(
        self,
        *,
        url: str = "http://localhost:8080",
        api_key: str,
        app_id: str,
        user_id: str,
        timeout: float = TIMEOUT,
        retries: int = 3,
        max_wait: float = 20.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._client = httpx.Client(**settings_of(url, api_key, timeout), transport=transport)
        self._flows = Flows(app_id, user_id, RetryOptions(retries, max_wait))

    def of(self, user_id: str) -> Self:
        """Return the memory of another user of the app, over the same connection."""
        other = copy(self)
        other._flows = replace(self._flows, user_id=user_id)
        return other

    def remember(self, content: str | Sequence[Message], **options: Unpack[RememberOptions]) -> str:
        """Store what was said, a text as the user's; return the write's id."""
        return run(self._flows.remember(content, options), self._client)

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

    def history(self, item_id: str) -> models.ItemResponse:
        """Return a fact, what it superseded and what superseded it, the oldest first."""
        found = run(self._flows.get("items", item_id), self._client)
        return cast(models.ItemResponse, found)

    def context(self) -> models.ContextResponse:
        """Return the summaries of all categories."""
        return cast(models.ContextResponse, run(self._flows.get("context"), self._client))

    def categories(self) -> list[models.CategoryOverview]:
        """Return the categories, with how much is in each."""
        answer: models.CategoriesResponse = run(self._flows.get("categories"), self._client)
        return answer["categories"]

    def settled(self, write_id: str) -> None:
        """Return when a write can be recalled. Raises NOT_PROCESSED where it failed."""
        run(self._flows.settled(write_id), self._client)

    def items(
        self, category: str | None = None, thread_id: str | None = None
    ) -> Iterator[models.Item]:
        """Iterate over all facts, superseded ones too, the newest first."""
        only = {"category": category, "threadId": thread_id}
        return pages(lambda at: self._flows.listed("items", at, **only), self._client)

    def threads(self) -> Iterator[models.Thread]:
        """Iterate over the threads that writes named, by id."""
        return pages(lambda at: self._flows.listed("threads", at), self._client)

    def resources(self) -> Iterator[models.Resource]:
        """Iterate over what was written."""
        return pages(lambda at: self._flows.listed("resources", at), self._client)

    def entities(self, type: str | None = None) -> Iterator[models.EntityOverview]:
        """Iterate over who and what is known."""
        return pages(lambda at: self._flows.entities(at, type), self._client)

    def audit(self) -> Iterator[models.AuditEntry]:
        """Iterate over what happened to the memory."""
        return pages(lambda at: self._flows.listed("audit", at), self._client)

    def close(self) -> None:
        """Close the connection, which memories that came of `of` share."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
