"""The verbs of the client, over a service."""

import asyncio
from datetime import datetime, timedelta

import pytest
from palimpsest_client import AsyncMemory, Memory, PalimpsestError


def test_a_fact_is_given_corrected_pinned_settled_and_retracted(memory: Memory) -> None:
    given = memory.give("Dan is left-handed.", pinned=True, type="fact", until="retrievable")
    assert [each["id"] for each in memory.recall("comets")["relevantItems"]] == [given]
    corrected = memory.correct(given, "Dan is ambidextrous.", until="retrievable")
    assert [each["id"] for each in memory.history(corrected)["history"]] == [given]
    memory.unpin(corrected, until="retrievable")
    assert memory.recall("comets")["relevantItems"] == []
    memory.pin(corrected, until="retrievable")
    assert [each["id"] for each in memory.items(pinned=True)] == [corrected]
    memory.retract(corrected, until="retrievable")
    assert memory.history(corrected)["item"]["state"] == "retracted"
    question = memory.give("Does Dan draw?", type="open_question", until="retrievable")
    assert [each["id"] for each in memory.items(current=True)] == [question]
    memory.resolve(question, until="retrievable")
    assert memory.history(question)["item"]["state"] == "resolved"
    with pytest.raises(PalimpsestError, match="item") as refused:
        memory.pin("nothing")
    assert refused.value.code == "NOT_FOUND"


def test_a_fact_is_filed_otherwise_and_keeps_its_words(memory: Memory) -> None:
    given = memory.give("Dan runs.", scopes=["club"], until="retrievable")
    moved = memory.correct(given, scopes=["team"], until="retrievable")
    memory.give("Dan reads.", until="retrievable")
    assert [each["content"] for each in memory.items(only_scope="team")] == ["Dan runs."]
    assert {each["id"] for each in memory.items(scope="team", current=True)} > {moved}


def test_another_time_is_asked_for(memory: Memory) -> None:
    memory.remember("I live in Berlin.", at="2026-01-02T10:00:00Z", until="retrievable")
    moved = "I have moved, I now live in Madrid."
    memory.remember(moved, thread_id="chat-7", until="retrievable")
    berlin = next(each for each in memory.items() if each["value"] == "Berlin")
    closed = datetime.fromisoformat(berlin["closedAt"] or "")
    before = closed - timedelta(milliseconds=1)
    for time in ({"known_at": before}, {"as_of": "2026-01-03T00:00:00Z"}):
        assert [each["value"] for each in memory.items(**time)] == ["Berlin"]
        assert "Berlin" in memory.prompt("Where do I live?", **time)
        found = memory.recall("Where do I live?", **time)["relevantItems"]
        assert [each["id"] for each in found] == [berlin["id"]]
        assert sum(each["itemCount"] for each in memory.categories(**time)) == 1
    assert list(memory.entities(known_at="2001-01-01T00:00:00Z")) == []
    assert memory.context(known_at="2001-01-01T00:00:00Z")["summaries"] == {}
    assert memory.history(berlin["id"], known_at=before)["history"] == []
    assert [each["change"] for each in memory.diff(from_=before)] == ["came", "changed"]
    assert list(memory.diff(from_="2001-01-01T00:00:00Z", to="2001-01-02T00:00:00Z")) == []
    assert "asserted" in {each["what"] for each in memory.timeline()}
    assert [each["threadId"] for each in memory.threads()] == ["chat-7"]


def test_all_of_it_for_asyncio(another: AsyncMemory) -> None:
    async def story() -> None:
        async with another as memory:
            given = await memory.give("Eve skis.", until="retrievable")
            corrected = await memory.correct(given, "Eve skates.", until="retrievable")
            await memory.pin(corrected, until="retrievable")
            assert [each["id"] async for each in memory.items(pinned=True)] == [corrected]
            await memory.unpin(corrected, until="retrievable")
            assert [each["id"] async for each in memory.items(pinned=True)] == []
            past = "2001-01-01T00:00:00Z"
            assert [each async for each in memory.items(known_at=past)] == []
            assert {each["change"] async for each in memory.diff(from_=past)} == {"came"}
            assert [each async for each in memory.timeline()] != []
            await memory.resolve(corrected, until="retrievable")
            assert (await memory.history(corrected))["item"]["state"] == "resolved"
            other = await memory.give("Eve rows.", until="retrievable")
            await memory.retract(other, until="retrievable")
            assert (await memory.history(other))["item"]["state"] == "retracted"

    asyncio.run(story())
