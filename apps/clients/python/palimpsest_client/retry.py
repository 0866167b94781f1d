"""Retries a call where that is safe and may help."""

import random
from dataclasses import dataclass

from .errors import PalimpsestError, is_number, refused
from .steps import Answer, Call, Flow, Wait

FIRST_WAIT = 0.2
LONGEST_GUESS = 5.0
PASSING = frozenset({0, 408, 429, 502, 503, 504})


@dataclass(frozen=True)
class RetryOptions:
    """How often a call is retried, and the longest wait before that, in seconds."""

    retries: int = 3
    max_wait: float = 20.0

    def __post_init__(self) -> None:
        """Refuse what would raise at the first call that waits, or make it never wait."""
        if type(self.retries) is not int or self.retries < 0:
            raise refused("retries", "must be a whole number, 0 at least")
        if not is_number(self.max_wait) or not self.max_wait >= 0:
            raise refused("max_wait", "must be a number of seconds, 0 at least")


def answered(call: Call, options: RetryOptions) -> Flow[Answer]:
    """Return the answer to a call. Raises UNREACHABLE where none came."""
    answer = yield call
    for attempt in range(options.retries):
        seconds = wait_after(call, answer, attempt, options)
        if seconds is None:
            break
        yield Wait(seconds)
        answer = yield call
    if answer.status == 0:
        raise PalimpsestError("UNREACHABLE", "the service cannot be reached") from answer.cause
    return answer


def wait_after(call: Call, answer: Answer, attempt: int, options: RetryOptions) -> float | None:
    """Return the seconds until the next attempt; None: there is none.

    What was refused for its rate has done nothing, so any call may follow it. Where the service
    asks for a longer wait than the options allow, the call fails at once.
    """
    if answer.status not in PASSING:
        return None
    if answer.status != 429 and not call.is_repeatable:
        return None
    if answer.retry_after:
        return answer.retry_after if answer.retry_after <= options.max_wait else None
    longest = min(LONGEST_GUESS, FIRST_WAIT * 2.0**attempt)
    return min(options.max_wait, longest * (0.5 + random.random() / 2))
