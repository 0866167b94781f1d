"""LangGraph over a service: the same questions go to LangGraph's own store."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from conftest import eventually
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.base import BaseStore, GetOp, InvalidNamespaceError, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore
from palimpsest_client import AsyncMemory, Memory, PalimpsestError
from palimpsest_client.langgraph import MemoryStore, async_memory_node, memory_node


@pytest.fixture(params=["its own store", "the memory of a user"])
def store(request: pytest.FixtureRequest, memory: Memory) -> BaseStore:
    return InMemoryStore() if request.param == "its own store" else MemoryStore(memory)


def test_gives_back_what_was_put_of_one_place_alone(store: BaseStore) -> None:
    value = {"food": "pizza", "nested": {"list": [1, None, "ü🍕", True]}, "odd key": '"</a>\n'}
    store.put(("users", "ana"), "taste", value)
    found = store.get(("users", "ana"), "taste")
    assert found and (found.value, found.namespace, found.key) == (value, ("users", "ana"), "taste")
    assert found.created_at.tzinfo
    others = [(("users", "ana"), "Taste"), (("users",), "taste"), (("users", "ana", "x"), "taste")]
    assert [store.get(*each) for each in others] == [None] * 3


def test_puts_one_value_in_the_place_of_another(store: BaseStore) -> None:
    store.put(("n",), "k", {"n": 1})
    first = store.get(("n",), "k")
    for n in (-1, 1, 1):
        store.put(("n",), "k", {"n": n})
        found = store.get(("n",), "k")
        assert first and found and found.value == {"n": n}
        assert found.created_at <= found.updated_at
        # LangGraph's own store does not keep the first creation time.
        assert first.created_at == found.created_at or isinstance(store, InMemoryStore)
    assert len(store.search(("n",))) == 1


def test_deletes(store: BaseStore) -> None:
    store.put(("n",), "a", {"same": 1})
    store.put(("n",), "b", {"same": 1})
    store.delete(("n",), "a")
    store.delete(("n",), "nothing")
    assert store.get(("n",), "a") is None
    assert [each.key for each in store.search(("n",))] == ["b"]
    store.put(("n",), "a", {"again": 1})
    found = store.get(("n",), "a")
    assert found and found.value == {"again": 1}


def test_searches_below_a_namespace_by_fields_in_pages(store: BaseStore) -> None:
    for n in (1, 2, 3, 4):
        place = ("docs", "odd" if n % 2 else "even")
        store.put(place, f"k{n}", {"n": n, "of": {"kind": "docs", "list": [n]}})
    store.put(("docsx",), "k9", {"n": 9})

    def keys(*prefix: str, **asked: Any) -> list[str]:
        return sorted(each.key for each in store.search(prefix, **asked))

    assert keys() == ["k1", "k2", "k3", "k4", "k9"]
    assert keys("docs") == ["k1", "k2", "k3", "k4"]
    assert keys("docs", "odd") == ["k1", "k3"]
    assert keys("docs", filter={"n": 2}) == ["k2"]
    assert keys("docs", filter={"n": {"$gte": 2, "$lt": 4}, "of": {"kind": "docs"}}) == ["k2", "k3"]
    assert keys(filter={"n": {"$ne": 9}}) == ["k1", "k2", "k3", "k4"]
    assert keys(filter={"of": {"list": [3]}}) == ["k3"]
    assert keys(filter={"missing": 1}) == []
    pages = [keys(limit=3, offset=offset) for offset in (0, 3, 6)]
    assert sorted(sum(pages, [])) == ["k1", "k2", "k3", "k4", "k9"]


def test_lists_namespaces_by_beginning_end_and_depth(store: BaseStore) -> None:
    for path in ("a/b/c", "a/b/d/e", "a/b/d/i", "a/b/f", "a/c/f", "b/c"):
        store.put(tuple(path.split("/")), "k", {"v": 1})

    def listed(**asked: Any) -> list[str]:
        return ["/".join(each) for each in store.list_namespaces(**asked)]

    assert listed(prefix=("a", "b"), max_depth=3) == ["a/b/c", "a/b/d", "a/b/f"]
    assert listed(suffix=("f",)) == ["a/b/f", "a/c/f"]
    assert listed(prefix=("*", "c")) == ["a/c/f", "b/c"]
    assert listed(prefix=("a",), suffix=("*", "f"), limit=1, offset=1) == ["a/c/f"]
    assert len(listed()) == 6


def test_does_a_batch(store: BaseStore) -> None:
    store.put(("n",), "k", {"v": 1})
    puts = [PutOp(("n",), "k", {"v": 2}), PutOp(("n",), "k", {"v": 3})]
    before, put, _, found = store.batch([GetOp(("n",), "k"), *puts, SearchOp(("n",))])
    assert getattr(before, "key", None) == "k" and put is None
    assert isinstance(found, list) and len(found) == 1
    after = store.get(("n",), "k")
    assert after and after.value == {"v": 3}
    for namespace in ((), ("a.b",), ("",), ("langgraph", "x")):
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "k", {"v": 1})
    with pytest.raises(NotImplementedError, match="TTL"):
        store.put(("n",), "k", {"v": 1}, ttl=5)


def test_does_all_of_it_for_asyncio(store: BaseStore) -> None:
    async def story() -> None:
        await store.aput(("a", "b"), "k", {"v": 1})
        found = await store.aget(("a", "b"), "k")
        assert found and found.value == {"v": 1}
        assert [each.key for each in await store.asearch(("a",))] == ["k"]
        assert await store.alist_namespaces(max_depth=1) == [("a",)]
        await store.adelete(("a", "b"), "k")
        assert await store.aget(("a", "b"), "k") is None

    asyncio.run(story())


def test_finds_by_meaning_what_is_nearest_first(memory: Memory) -> None:
    memory.remember("I like the sea.", until="retrievable")
    store = MemoryStore(memory)
    store.put(("likes",), "food", {"text": "She loves pizza with olives."})
    store.put(("likes",), "sport", {"text": "She plays tennis on Sundays."})
    found = store.search(("likes",), query="Which pizza does she love?")
    assert [each.key for each in found] == ["food", "sport"]
    assert found[0].score
    assert "pizza with olives" in memory.prompt("Which pizza does she love?")


def test_long_names_are_apart_and_each_user_has_their_own(memory: Memory) -> None:
    store, long = MemoryStore(memory), ("x" * 70, "ü" * 40)
    store.put(long, "a", {"v": 1})
    store.put((long[0], f"{long[1]}y"), "a", {"v": 2})
    found = store.get(long, "a")
    assert found and found.value == {"v": 1}
    assert MemoryStore(memory.of("somebody-else")).search(()) == []
    with pytest.raises(PalimpsestError) as refused:
        store.put(("n",), "k", {"text": "x" * 4_000})
    assert refused.value.details["field"] == "text"
    memory.forget(everything=True)
    assert store.list_namespaces() == []


SEEN: list[str] = []


def model(state: dict[str, Any], _: RunnableConfig) -> dict[str, Any]:
    """A stand-in for a model, which always gives the same answer."""
    SEEN.append("\n".join(f"{each.type}: {each.text}" for each in state["messages"]))
    asks = str(state["messages"][-1].text).startswith("Look")
    calls = [{"name": "look", "args": {}, "id": "c1"}] if asks else []
    return {"messages": [AIMessage("You could climb.", tool_calls=calls)]}


def graph_of(node: Callable[..., Any]) -> Any:
    return StateGraph(MessagesState).add_node("model", node).add_edge(START, "model").compile()


CONFIG: RunnableConfig = {"configurable": {"thread_id": "chat-9", "user_id": "x"}}
ASKED = [SystemMessage("Be brief."), HumanMessage("I like rocks. What to do?")]


def is_remembered(memory: Memory) -> bool:
    """Return whether the turn is remembered; a write is listed a moment after it was accepted."""
    return eventually(
        lambda: any("like rocks" in each["content"] for each in memory.items()),
    )


def test_a_node_shows_what_is_known_and_remembers_the_turn(memory: Memory) -> None:
    memory.remember("I am afraid of heights.", until="retrievable")
    graph = graph_of(memory_node(model, memory=lambda config: memory))
    graph.invoke({"messages": [HumanMessage("Look it up: I like rocks.")]}, CONFIG)
    memory.remember("I am brave.", until="retrievable")
    assert not any("rocks" in each["content"] for each in memory.items())
    answered = graph.invoke({"messages": ASKED}, CONFIG)
    assert SEEN[-1].startswith("system: Be brief.\nsystem: <memory>") and "heights" in SEEN[-1]
    assert [each.type for each in answered["messages"]] == ["system", "human", "ai"]
    assert is_remembered(memory)
    assert [each["threadId"] for each in memory.threads()] == ["chat-9"]


def test_a_node_for_asyncio_answers_also_where_memory_fails(
    memory: Memory, another: AsyncMemory
) -> None:
    async def amodel(state: dict[str, Any], config: RunnableConfig) -> dict[str, Any]:
        return model(state, config)

    async def story() -> None:
        async with another as own:
            await graph_of(async_memory_node(amodel, memory=own)).ainvoke(
                {"messages": ASKED}, CONFIG
            )
        errors: list[PalimpsestError] = []
        address = str(memory._client.base_url)
        away = AsyncMemory(url=address, api_key="wrong-key-0123456789", app_id="a", user_id="b")
        node = async_memory_node(amodel, memory=away, on_error=errors.append)
        update = await node({"messages": ASKED}, {})
        assert update["messages"][0].text == "You could climb."
        assert [each.code for each in errors] == ["UNAUTHORIZED"] * 2
        await away.aclose()

    asyncio.run(story())
    assert is_remembered(memory)
