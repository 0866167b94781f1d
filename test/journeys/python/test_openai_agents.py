"""The session of the OpenAI Agents SDK over a service, run by the SDK's own runner."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, cast

import pytest
from agents import (
    Agent,
    Model,
    ModelResponse,
    RunConfig,
    Runner,
    Session,
    SQLiteSession,
    TResponseInputItem,
    Usage,
    function_tool,
)
from conftest import eventually
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputItem,
    ResponseOutputMessage,
    ResponseOutputText,
)
from palimpsest_client import AsyncMemory, Memory
from palimpsest_client.openai_agents import MemorySession

ITEMS = cast(
    list[TResponseInputItem],
    [
        {"role": "user", "content": "What is the weather in Köln? 🌧"},
        {
            "type": "function_call",
            "call_id": "c1",
            "name": "weather",
            "arguments": '{"city":"Köln"}',
            "status": "completed",
            "extra": {"nested": [None, 1.5, {"deep": '"\\\n'}]},
        },
        # Longer than a fact, with a part of nothing but spaces, and characters of two units.
        {"type": "function_call_output", "call_id": "c1", "output": " " * 9_000 + "🌧é" * 3_000},
        {"type": "reasoning", "id": "r1", "summary": []},
        {"role": "assistant", "content": [{"type": "output_text", "text": "It rains."}]},
    ],
)
Story = Callable[[Session], Coroutine[Any, Any, None]]


@pytest.fixture(params=["its own session", "a thread of a user"])
def told(request: pytest.FixtureRequest, another: AsyncMemory) -> Callable[[Story], None]:
    """Tell a story of a session."""

    async def tell(story: Story) -> None:
        async with another as memory:
            is_own = request.param == "its own session"
            await story(
                SQLiteSession("chat-1") if is_own else MemorySession("chat-1", memory=memory)
            )

    return lambda story: asyncio.run(tell(story))


def test_gives_back_what_was_added_in_order(told: Callable[[Story], None]) -> None:
    async def story(session: Session) -> None:
        assert session.session_id == "chat-1"
        assert await session.get_items() == []
        await session.add_items([])
        await session.add_items(ITEMS)
        await session.add_items([ITEMS[0], ITEMS[0]])
        every = [*ITEMS, ITEMS[0], ITEMS[0]]
        assert await session.get_items() == every
        assert await session.get_items(3) == every[-3:]
        assert await session.get_items(100) == every

    told(story)


def test_takes_back_the_last_and_all(told: Callable[[Story], None]) -> None:
    async def story(session: Session) -> None:
        assert await session.pop_item() is None
        await session.add_items(ITEMS[:3])
        assert await session.pop_item() == ITEMS[2]
        assert await session.pop_item() == ITEMS[1]
        await session.add_items(ITEMS[3:])
        assert await session.get_items() == [ITEMS[0], *ITEMS[3:]]
        await session.clear_session()
        assert await session.get_items() == []
        await session.add_items(ITEMS[:1])
        assert await session.get_items() == ITEMS[:1]

    told(story)


class Scripted(Model):
    """A stand-in for a model: it gives scripted answers, and keeps what it saw."""

    def __init__(self, *outputs: ResponseOutputItem) -> None:
        self.outputs, self.seen = list(outputs), list[Any]()

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> Any:
        self.seen.append(list(input) if isinstance(input, list) else input)
        return ModelResponse(output=[self.outputs.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def says(text: str) -> ResponseOutputItem:
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(
        id="m", content=[part], role="assistant", status="completed", type="message"
    )


@function_tool
def weather() -> str:
    """Tell the weather."""
    return "rain"


def test_a_conversation_goes_on_from_run_to_run(memory: Memory, another: AsyncMemory) -> None:
    call = ResponseFunctionToolCall(
        call_id="c1", name="weather", arguments="{}", type="function_call"
    )
    model = Scripted(call, says("It rains."), says("I said so."))
    agent = Agent(name="Meteo", model=model, tools=[weather])

    async def story() -> None:
        async with another as own:
            session, config = MemorySession("chat-3", memory=own), RunConfig(tracing_disabled=True)
            asked = "I live in Berlin. How is the weather?"
            first = await Runner.run(agent, asked, session=session, run_config=config)
            assert first.final_output == "It rains."
            await Runner.run(agent, "What did you say?", session=session, run_config=config)
            kinds = [each.get("type") or each.get("role") for each in model.seen[-1]]
            expected = ["user", "function_call", "function_call_output", "message", "user"]
            assert kinds == expected
            assert len(await session.get_items()) == 6
            other = MemorySession("chat-4", memory=own)
            assert await other.get_items() == []

    asyncio.run(story())
    assert eventually(lambda: memory.prompt("Where do I live?") != "")
    found = memory.recall("Where do I live?", min_relevance=0)["relevantItems"]
    assert "live in Berlin" in found[0]["content"]
    assert not any("==" in each["content"] or "1/1 " in each["content"] for each in found)
    memory.forget(everything=True)
    assert list(memory.items()) == []
