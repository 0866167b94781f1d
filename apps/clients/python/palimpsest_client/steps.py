"""What the client does, as steps that talk to nothing.

A flow yields calls and waits, a driver does them. So the synchronous and the asynchronous client
share every decision, and differ in how they wait.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar


@dataclass(frozen=True)
class Call:
    """A request of the service. `path` begins with `/v1` and is percent-encoded."""

    method: str
    path: str
    query: Mapping[str, str | int] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    idempotency_key: str | None = None

    @property
    def is_repeatable(self) -> bool:
        """True for an idempotent call."""
        if self.method != "POST" or self.idempotency_key is not None:
            return True
        return self.path in ("/v1/retrieve", "/v1/forget")


@dataclass(frozen=True)
class Wait:
    """A pause, in seconds."""

    seconds: float


@dataclass(frozen=True)
class Answer:
    """What came back. `status` 0: nothing did, and `cause` says why. `body` None: no JSON."""

    status: int
    body: Any = None
    retry_after: float | None = None
    cause: Exception | None = None


T = TypeVar("T")
Flow = Generator[Call | Wait, Answer, T]
"""Yields steps, is sent their answers (after a wait: any value), and returns its result."""
