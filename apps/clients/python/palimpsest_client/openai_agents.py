"""A session of the OpenAI Agents SDK in a thread of one user's memory.

It gives back the items that were added, tool calls too, and what was said in them is remembered.
"""

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, cast

from agents import SessionSettings, TResponseInputItem
from agents.memory.session import SessionABC

from .async_memory import AsyncMemory
from .connection import arun
from .flows import Flows
from .steps import Flow
from .stored import scope_named
from .transcript import Kept, facts_of, items_in, messages_in

MAX_FACTS = 200
"""As many facts as go in one call."""


class MemorySession(SessionABC):
    """The thread `session_id` of a user. `remembers=False`: only the session keeps what is said."""

    def __init__(
        self,
        session_id: str,
        *,
        memory: AsyncMemory,
        remembers: bool = True,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._memory = memory
        self._remembers = remembers

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return all items, or the newest, in the order in which they were added."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        items: list[Any] = [
            each.item for each in await self._do(kept(self._flows, self.session_id))
        ]
        if limit is None:
            return items
        return items[-limit:] if limit > 0 else []

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Add items; return when they can be read."""
        given = cast(Sequence[Mapping[str, Any]], items)
        await self._do(add(self._flows, self.session_id, given, self._remembers))

    async def pop_item(self) -> TResponseInputItem | None:
        """Take back the last item. What was said in it stays remembered."""
        item = await self._do(pop(self._flows, self.session_id))
        return cast(TResponseInputItem | None, item)

    async def clear_session(self) -> None:
        """Take back all items. What was said in them stays remembered."""
        await self._do(clear(self._flows, self.session_id))

    @property
    def _flows(self) -> Flows:
        return self._memory._flows

    async def _do(self, flow: Flow[Any]) -> Any:
        return await arun(flow, self._memory._client)


def kept(flows: Flows, session_id: str) -> Flow[list[Kept]]:
    """Return the items of a session."""
    scope = scope_named({"session": session_id})
    return items_in((yield from flows.all_items({"only_scope": scope, "current": True})))


def add(
    flows: Flows, session_id: str, items: Sequence[Mapping[str, Any]], remembers: bool
) -> Flow[None]:
    """Keep items; a user's writes take effect in their order, so the last is waited for."""
    facts = facts_of(items, scope_named({"session": session_id}), token_hex(16))
    for start in range(0, len(facts), MAX_FACTS):
        some = facts[start : start + MAX_FACTS]
        writes = [{"kind": "item", "userId": flows.user_id, **fact} for fact in some]
        yield from flows.settled((yield from flows.write_all(writes))[-1])
    said = messages_in(items) if remembers else []
    if said:
        yield from flows.remember(said, {"thread_id": session_id})


def pop(flows: Flows, session_id: str) -> Flow[dict[str, Any] | None]:
    """Take back the last item, and return it."""
    items = yield from kept(flows, session_id)
    if not items:
        return None
    yield from retract(flows, items[-1].parts)
    return items[-1].item


def clear(flows: Flows, session_id: str) -> Flow[None]:
    """Take back all items."""
    items = yield from kept(flows, session_id)
    yield from retract(flows, [part for each in items for part in each.parts])


def retract(flows: Flows, parts: list[str]) -> Flow[None]:
    """Take back facts, and wait for the last."""
    for part in parts[:-1]:
        yield from flows.retract(part, {})
    for part in parts[-1:]:
        yield from flows.retract(part, {"until": "retrievable"})
