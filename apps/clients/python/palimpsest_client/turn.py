"""A turn of a conversation: recalled memory before the question, and both remembered after."""

from collections.abc import Callable

from .errors import PalimpsestError
from .flows import Flows
from .options import Message, RecallOptions
from .steps import Flow

OnError = Callable[[PalimpsestError], None]
NEAR: RecallOptions = {"min_relevance": 0}
"""Includes near matches: "I am allergic to nuts" shares no word with "What shall I cook?", and a
model ignores what does not matter."""


def notes_for(
    flows: Flows, question: str, recall: RecallOptions, on_error: OnError | None
) -> Flow[str]:
    """Return text for the prompt; empty where nothing is known, or memory fails."""
    if not question:
        return ""
    try:
        return (yield from flows.prompt(question, {**NEAR, **recall}))
    except PalimpsestError as error:
        if on_error:
            on_error(error)
        return ""


def remember_turn(
    flows: Flows, question: str, answer: str, thread_id: str | None, on_error: OnError | None
) -> Flow[None]:
    """Remember a turn, unless its question or its answer is empty."""
    if not question or not answer.strip():
        return
    said: list[Message] = [
        {"role": "user", "content": question},
        {"role": "assistant", "content": answer},
    ]
    try:
        yield from flows.remember(said, {"thread_id": thread_id} if thread_id else {})
    except PalimpsestError as error:
        if on_error:
            on_error(error)
