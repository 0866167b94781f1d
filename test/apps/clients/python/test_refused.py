"""Input that would do something else than its caller means, or whose refusal would quote it."""

import asyncio
import json
from datetime import date
from typing import Any

import httpx
import pytest
from palimpsest_client import AsyncMemory, Memory, PalimpsestError

NOON = "2026-01-01T12:00:00Z"
ANNA = {"url": "http://service.test", "api_key": "key", "app_id": "shop", "user_id": "anna"}


class Network:
    """A service that takes everything, and keeps what it was sent."""

    def __init__(self) -> None:
        self.sent: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        return httpx.Response(202, json={"resourceId": "r1", "itemId": "i1"})


def memory_of(network: Network, **given: Any) -> Any:
    """Return a memory without types, as a caller without a type checker has it."""
    return Memory(**{**ANNA, "transport": httpx.MockTransport(network), **given})


@pytest.mark.parametrize("everything", [None, "no", "false", 1, []])
def test_only_true_deletes_everything(everything: Any) -> None:
    network = Network()
    with pytest.raises(ValueError, match="say which"):
        memory_of(network).forget(everything=everything)

    async def forgets() -> None:
        transport = httpx.MockTransport(network)
        async with AsyncMemory(**{**ANNA, "transport": transport}) as memory:  # type: ignore[arg-type]
            await memory.forget(everything=everything)

    with pytest.raises(ValueError, match="say which"):
        asyncio.run(forgets())
    assert network.sent == []


@pytest.mark.parametrize(
    "content",
    [None, 5, b"x", "", " \n", [], {}, [None], ["a text"], {"role": "user", "content": "one"}]
    + [[{"role": "user", "content": 5}]],
)
def test_what_is_no_text_and_no_messages_is_not_stored_as_words(content: Any) -> None:
    network = Network()
    with pytest.raises(PalimpsestError) as refusal:
        memory_of(network).remember(content)
    assert (refusal.value.code, refusal.value.details["field"]) == ("VALIDATION_ERROR", "content")
    assert network.sent == []


def test_messages_may_have_parts_or_no_content_and_come_from_any_iterable() -> None:
    network = Network()
    said = [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}, {"role": "assistant"}]
    memory_of(network).remember(each for each in said)
    assert json.loads(json.loads(network.sent[0].content)["content"]) == said


def test_an_option_of_none_is_absent() -> None:
    network = Network()
    memory_of(network).remember("Hi", at=None, metadata=None, thread_id=None, content_type=None)
    assert json.loads(network.sent[0].content) == {
        "appId": "shop",
        "userId": "anna",
        "content": '[{"role": "user", "content": "Hi"}]',
        "contentType": "conversation",
    }


CALLS: dict[str, Any] = {
    "remember": lambda memory, **given: memory.remember("x", **given),
    "give": lambda memory, **given: memory.give("x", **given),
    "correct": lambda memory, **given: memory.correct("i1", "x", **given),
    "pin": lambda memory, **given: memory.pin("i1", **given),
    "retract": lambda memory, **given: memory.retract("i1", **given),
    "report": lambda memory, **given: memory.report(
        event_type="a", source="b", data={}, timestamp="2026-01-01", **given
    ),
    "recall": lambda memory, **given: memory.recall("x", **given),
    "items": lambda memory, **given: list(memory.items(**given)),
    "entities": lambda memory, **given: list(memory.entities(**given)),
    "context": lambda memory, **given: memory.context(**given),
    "categories": lambda memory, **given: memory.categories(**given),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_misspelt_option_is_refused(name: str) -> None:
    network = Network()
    with pytest.raises(TypeError, match="there is no option 'untill'"):
        CALLS[name](memory_of(network), untill="retrievable")
    assert network.sent == []


@pytest.mark.parametrize("name", ["context", "categories"])
def test_a_misspelt_option_is_refused_in_asyncio_too(name: str) -> None:
    network = Network()

    async def asks() -> None:
        transport = httpx.MockTransport(network)
        async with AsyncMemory(**{**ANNA, "transport": transport}) as memory:  # type: ignore[arg-type]
            await getattr(memory, name)(untill="retrievable")

    with pytest.raises(TypeError, match="there is no option 'untill'"):
        asyncio.run(asks())
    assert network.sent == []


def test_an_option_that_says_how_a_correction_is_sent_is_no_change_of_it() -> None:
    network = Network()
    memory_of(network).correct("i1", "x", category="work", idempotency_key="k")
    assert json.loads(network.sent[0].content) == {"text": "x", "category": "work"}
    assert network.sent[0].headers["idempotency-key"] == "k"


@pytest.mark.parametrize("key", ["", "a\nb", "ü", "a b", 5, b"k"])
def test_a_key_of_a_write_that_no_header_can_hold_is_refused(key: Any) -> None:
    network = Network()
    with pytest.raises(PalimpsestError) as refusal:
        memory_of(network).remember("x", idempotency_key=key)
    assert refusal.value.details["field"] == "idempotency_key"
    assert network.sent == []


@pytest.mark.parametrize("name", [None, 5])
def test_a_name_that_is_no_text_is_refused(name: Any) -> None:
    network = Network()
    with pytest.raises(PalimpsestError, match="userId: must be a string"):
        memory_of(network, user_id=name).context()
    assert network.sent == []


@pytest.mark.parametrize(
    "url",
    ["localhost:8080", "", "/v1", "ftp://host", "http://", None, "http://[::1"]
    + [httpx.URL("http://service.test")],
)
def test_an_address_that_is_none_is_refused_at_once(url: Any) -> None:
    with pytest.raises(PalimpsestError, match="url: must be an address such as"):
        memory_of(Network(), url=url)


@pytest.mark.parametrize("key", ["a\nsecret", "ключ"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_quoted(key: str) -> None:
    with pytest.raises(PalimpsestError) as refusal:
        memory_of(Network(), api_key=key)
    assert str(refusal.value) == "api_key: must hold only visible ASCII characters"


@pytest.mark.parametrize("key", [None, 5, b"key"])
def test_a_key_that_is_no_text_is_refused(key: Any) -> None:
    with pytest.raises(PalimpsestError, match="api_key: must be a string"):
        memory_of(Network(), api_key=key)


NO_SECONDS = [-1, float("nan"), "20", True]


@pytest.mark.parametrize(
    ("name", "value", "issue"),
    [
        ("timeout", each, "must be a number of seconds above 0, or None for no limit")
        for each in [0, *NO_SECONDS]
    ]
    + [
        ("max_wait", each, "must be a number of seconds, 0 at least")
        for each in [None, *NO_SECONDS]
    ]
    + [
        ("retries", each, "must be a whole number, 0 at least") for each in [None, 2.5, *NO_SECONDS]
    ],
)
@pytest.mark.parametrize("kind", [Memory, AsyncMemory])
def test_a_number_with_which_no_call_can_be_made_is_refused_at_once(
    kind: Any, name: str, value: Any, issue: str
) -> None:
    with pytest.raises(PalimpsestError) as refusal:
        kind(**{**ANNA, name: value})
    assert refusal.value.details == {"field": name, "issue": issue}


@pytest.mark.parametrize("timeout", [None, float("inf"), 1e300])
def test_an_attempt_may_have_no_limit(timeout: Any) -> None:
    network = Network()
    memory_of(network, timeout=timeout, max_wait=float("inf")).remember("x", until="accepted")
    memory_of(network, timeout=timeout).give("x")

    async def asks() -> None:
        given = {**ANNA, "transport": httpx.MockTransport(network), "timeout": timeout}
        async with AsyncMemory(**given) as memory:
            await memory.give("x")

    asyncio.run(asks())
    assert len(network.sent) == 3


def test_a_key_with_the_end_of_its_line_is_taken() -> None:
    network = Network()
    memory_of(network, api_key="key\n").remember("x")
    assert network.sent[0].headers["authorization"] == "Bearer key"


@pytest.mark.parametrize("name", ["remember", "give", "pin", "retract", "report"])
def test_an_until_that_is_misspelt_does_not_pass_for_one_that_waits(name: str) -> None:
    network = Network()
    with pytest.raises(PalimpsestError, match="until: must be accepted or retrievable"):
        CALLS[name](memory_of(network), until="retrievabel")
    assert network.sent == []


def test_half_of_a_surrogate_pair_in_a_query_is_refused_by_its_name() -> None:
    network = Network()
    with pytest.raises(PalimpsestError, match="category: must hold no halves"):
        CALLS["items"](memory_of(network), category="\ud83d")
    assert network.sent == []


def test_a_day_is_an_instant_in_bodies_as_in_queries() -> None:
    network = Network()
    memory_of(network).remember("x", at=date(2026, 1, 3))
    assert json.loads(network.sent[0].content)["metadata"] == {"timestamp": "2026-01-03"}


ANOTHERS = [b'"relevantItems"', b"5", b"[]", b"null", b"<html>relevantItems</html>", b"[" * 100_000]


@pytest.mark.parametrize("status", [200, 404, 429])
@pytest.mark.parametrize("content", ANOTHERS)
def test_an_answer_that_is_no_object_is_none_of_the_service(content: bytes, status: int) -> None:
    # A digit for the platform, and no number.
    headers = {"retry-after": "²".encode("latin-1")}
    transport = httpx.MockTransport(
        lambda _: httpx.Response(status, headers=headers, content=content)
    )
    memory = memory_of(Network(), transport=transport, retries=1, max_wait=0)
    for ask in (lambda: memory.recall("x"), memory.context, lambda: memory.give("x")):
        with pytest.raises(PalimpsestError) as refusal:
            ask()
        assert refusal.value.code == "UNREACHABLE"


def test_half_of_a_surrogate_pair_is_sent_as_json_has_it() -> None:
    network = Network()
    memory_of(network).give("cut \ud83d")
    assert b'"cut \\ud83d"' in network.sent[0].content
    assert network.sent[0].headers["content-type"] == "application/json"


def test_an_answer_that_cannot_be_unpacked_is_none() -> None:
    def broken(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-encoding": "gzip"}, stream=Packed())

    transport = httpx.MockTransport(broken)
    with pytest.raises(PalimpsestError) as refusal:
        memory_of(Network(), transport=transport, retries=0).context()
    assert refusal.value.code == "UNREACHABLE"


class Packed(httpx.SyncByteStream):
    """A body that is no gzip."""

    def __iter__(self) -> Any:
        yield b"not packed"



ANOTHER_SERVER = [
    lambda memory: memory.remember("x"),
    lambda memory: memory.report(event_type="x", source="x", timestamp=NOON, data={}),
    lambda memory: memory.give("x"),
    lambda memory: memory.correct("1", "x"),
    lambda memory: memory.retract("1"),
    lambda memory: memory.recall("x"),
    lambda memory: memory.prompt("x"),
    lambda memory: memory.forget(everything=True),
    lambda memory: memory.history("1"),
    lambda memory: memory.context(),
    lambda memory: memory.categories(),
    lambda memory: memory.settled("1"),
    lambda memory: list(memory.items()),
    lambda memory: list(memory.entities()),
]
"""Each kind of answer that the client reads."""


@pytest.mark.parametrize("ask", ANOTHER_SERVER)
@pytest.mark.parametrize("status", [200, 404])
def test_the_answer_of_another_server_is_told_as_such(status: int, ask: Any) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(status, json={"status": "ok"}))
    with pytest.raises(PalimpsestError) as refusal:
        ask(memory_of(Network(), transport=transport))
    message = f"the answer (status {status}) does not come from the service: is the address right?"
    assert (refusal.value.code, str(refusal.value)) == ("UNREACHABLE", message)
