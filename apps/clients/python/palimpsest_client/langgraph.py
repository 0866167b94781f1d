"""Memory for LangGraph: a store, and nodes that recall before a model and remember after it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from secrets import token_hex
from typing import Any, Protocol, TypeVar, cast

from langchain_core.messages import AIMessage, AnyMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from .async_memory import AsyncMemory
from .connection import arun, run
from .errors import PalimpsestError
from .filtered import is_wanted, matches
from .flows import Flows
from .memory import Memory
from .options import RecallOptions
from .steps import Flow
from .stored import Stored, fact_of, newest_of_each, scope_of, scope_of_place, stored_in
from .turn import OnError, notes_for, remember_turn

ALL_NEAR: RecallOptions = {
    "max_tokens": 100_000,
    "min_relevance": 0,
    "min_confidence": 0,
    "time_decay_days": 36_500,
    "include_graph": False,
}
"""Everything near a query, with its score."""


class MemoryStore(BaseStore):
    """A store in the memory of one user.

    Values are JSON of up to 4,000 characters; namespaces have up to 17 labels. Every value is
    indexed, whatever `index` says, and is also recalled as what else is known of the user.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations: reads see the state before; of puts for one place the last stays."""
        return run(batch(self._memory._flows, list(ops)), self._memory._client)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same in a thread of its own."""
        return await asyncio.to_thread(self.batch, ops)


def batch(flows: Flows, ops: list[Op]) -> Flow[list[Result]]:
    """Read, then write."""
    results: list[Result] = []
    for op in ops:
        results.append((yield from read(flows, op)))
    puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
    for put in puts.values():
        yield from write(flows, put)
    return results


def read(flows: Flows, op: Op) -> Flow[Result]:
    """Return the result of an operation; a put has none."""
    if isinstance(op, GetOp):
        found = yield from standing(flows, scope_of_place(op.namespace, op.key))
        return item_of(found[0]) if found else None
    if isinstance(op, SearchOp):
        return (yield from search(flows, op))
    if isinstance(op, ListNamespacesOp):
        return (yield from namespaces(flows, op))
    return None


def write(flows: Flows, op: PutOp) -> Flow[None]:
    """Put a value in its place, or take back the value there."""
    known = yield from standing(flows, scope_of_place(op.namespace, op.key))
    if op.value is not None:
        fact = fact_of(op.namespace, op.key, op.value, known, token_hex(16))
        sent = yield from flows.write("/v1/items", fact, {"until": "retrievable"})
        yield from flows.changed(sent, {"until": "retrievable"})
        return
    for each in known:
        try:
            yield from flows.retract(each.id, {"until": "retrievable"})
        except PalimpsestError as error:
            # Another put or delete was faster.
            if error.details.get("field") != "itemId":
                raise


def search(flows: Flows, op: SearchOp) -> Flow[list[SearchItem]]:
    """Return a page of the values below a namespace, the nearest first."""
    scope = scope_of(op.namespace_prefix)
    found = newest_of_each((yield from standing(flows, scope)))
    wanted = [each for each in found if is_wanted(each.value, op.filter)]
    scores: Mapping[str, float] = {}
    if op.query and op.query.strip():
        near = yield from flows.recall(op.query, {**ALL_NEAR, "scopes": [scope]})
        scores = {item["id"]: item["score"] for item in near["relevantItems"]}
    wanted.sort(key=lambda each: -scores.get(each.id, -1))
    return [
        SearchItem(
            each.namespace,
            each.key,
            each.value,
            each.created_at,
            each.updated_at,
            score=scores.get(each.id),
        )
        for each in wanted[op.offset : op.offset + op.limit]
    ]


def namespaces(flows: Flows, op: ListNamespacesOp) -> Flow[list[tuple[str, ...]]]:
    """Return a page of the namespaces that hold a value, each once, in order."""
    found = yield from standing(flows, scope_of(()))
    conditions = op.match_conditions or ()
    listed = {
        each.namespace[: op.max_depth]
        for each in found
        if all(matches(one.match_type, one.path, each.namespace) for one in conditions)
    }
    return sorted(listed)[op.offset : op.offset + op.limit]


def standing(flows: Flows, scope: str) -> Flow[list[Stored]]:
    """Return the values in a scope, the newest first."""
    found = yield from flows.all_items({"only_scope": scope, "current": True})
    return [stored for item in found if (stored := stored_in(item))]


def item_of(stored: Stored) -> Item:
    """Return a value as LangGraph shows it."""
    return Item(
        value=stored.value,
        key=stored.key,
        namespace=stored.namespace,
        created_at=stored.created_at,
        updated_at=stored.updated_at,
    )


Update = TypeVar("Update")
Told = TypeVar("Told", covariant=True)


class Node(Protocol[Told]):
    """A node of a graph whose state has messages."""

    def __call__(self, state: Any, config: RunnableConfig) -> Told:
        """Answer with the changes of the state."""


def memory_node(
    node: Callable[[dict[str, Any], RunnableConfig], Update],
    *,
    memory: Memory | Callable[[RunnableConfig], Memory],
    recall: RecallOptions | None = None,
    on_error: OnError | None = None,
) -> Node[Update]:
    """Return a node around one that calls a model.

    It sees what is known of the question before all messages, and the turn is remembered when it
    has answered, in the thread of the graph. What is known is not kept in the state. `memory` may
    be a function of the run's config, where one graph serves many users.
    """

    def with_memory(state: Any, config: RunnableConfig) -> Update:
        chosen = memory if isinstance(memory, Memory) else memory(config)
        question = question_in(state)
        flow = notes_for(chosen._flows, question, recall or {}, on_error)
        update = node(with_notes(state, run(flow, chosen._client)), config)
        turn = remember_turn(
            chosen._flows, question, answer_in(update), thread_of(config), on_error
        )
        run(turn, chosen._client)
        return update

    return with_memory


def async_memory_node(
    node: Callable[[dict[str, Any], RunnableConfig], Awaitable[Update]],
    *,
    memory: AsyncMemory | Callable[[RunnableConfig], AsyncMemory],
    recall: RecallOptions | None = None,
    on_error: OnError | None = None,
) -> Node[Awaitable[Update]]:
    """Return the same for asyncio."""

    async def with_memory(state: Any, config: RunnableConfig) -> Update:
        chosen = memory if isinstance(memory, AsyncMemory) else memory(config)
        question = question_in(state)
        flow = notes_for(chosen._flows, question, recall or {}, on_error)
        update = await node(with_notes(state, await arun(flow, chosen._client)), config)
        turn = remember_turn(
            chosen._flows, question, answer_in(update), thread_of(config), on_error
        )
        await arun(turn, chosen._client)
        return update

    return with_memory


def thread_of(config: RunnableConfig) -> str | None:
    """Return the thread of a run."""
    return cast(str | None, config.get("configurable", {}).get("thread_id"))


def question_in(state: Mapping[str, Any]) -> str:
    """Return the user's last words."""
    messages: list[AnyMessage] = state["messages"]
    asked = [each for each in messages if each.type == "human"]
    return str(asked[-1].text).strip() if asked else ""


def with_notes(state: Mapping[str, Any], notes: str) -> dict[str, Any]:
    """Return the state with notes after the instructions of the application, which come first."""
    messages: list[AnyMessage] = state["messages"]
    if not notes:
        return dict(state)
    at = next((n for n, each in enumerate(messages) if each.type != "system"), len(messages))
    return {**state, "messages": [*messages[:at], SystemMessage(notes), *messages[at:]]}


def answer_in(update: object) -> str:
    """Return what a model says; empty where it calls tools: the step that answers is the turn."""
    messages = update.get("messages", []) if isinstance(update, Mapping) else []
    last = messages[-1] if isinstance(messages, list) and messages else messages
    if not isinstance(last, AIMessage) or last.tool_calls:
        return ""
    return str(last.text)
