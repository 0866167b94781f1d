"""The decisions of flows, step by step: no test here calls a service."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any, Self, get_type_hints

import pytest
from palimpsest_client import Memory, PalimpsestError, models
from palimpsest_client.connection import adone, done, origin_of, request_of
from palimpsest_client.flows import Flows
from palimpsest_client.options import (
    FactChanges,
    FactOptions,
    RecallOptions,
    camel,
    chosen,
    content_of,
)
from palimpsest_client.prompt import marked
from palimpsest_client.retry import RetryOptions
from palimpsest_client.steps import Answer, Call, Flow, Wait
from palimpsest_client.stored import scope_of, scope_of_place

flows = Flows("shop", "a/b ü", RetryOptions(retries=2, max_wait=10))


def steps_of(flow: Flow[Any], answers: Iterable[Answer]) -> tuple[list[Call | Wait], Any]:
    """Run a flow with the given answers; return its steps and its result."""
    steps: list[Call | Wait] = []
    given = iter(answers)
    try:
        step = next(flow)
        while True:
            steps.append(step)
            step = flow.send(Answer(0) if isinstance(step, Wait) else next(given))
    except StopIteration as end:
        return steps, end.value
    except PalimpsestError as error:
        return steps, error


def calls(steps: list[Call | Wait]) -> list[Call]:
    return [step for step in steps if isinstance(step, Call)]


def waits(steps: list[Call | Wait]) -> list[float]:
    return [step.seconds for step in steps if isinstance(step, Wait)]


AT = datetime(2026, 1, 2, 3, tzinfo=timezone(timedelta(hours=2)))
EMPTY = {"summaries": {}, "relevantItems": [], "graphContext": [], "tokenCount": 0}
STORED = Answer(202, {"status": "queued", "resourceId": "r1"})
DOWN = Answer(503, {"error": {"code": "SERVICE_UNAVAILABLE", "message": "later"}})


def test_a_write_is_tried_again_under_the_same_key() -> None:
    steps, result = steps_of(flows.remember("hi", {}), [DOWN, Answer(0), STORED])
    assert result == "r1"
    first, *others = calls(steps)
    assert first.idempotency_key and [first] * 2 == others
    assert 0.1 <= waits(steps)[0] <= 0.2 <= waits(steps)[1] <= 0.4


def test_a_write_ends_where_it_is_refused_and_after_the_last_attempt() -> None:
    refused = Answer(400, {"error": {"code": "VALIDATION_ERROR", "message": "bad"}})
    steps, error = steps_of(flows.remember("hi", {}), [refused])
    assert (len(steps), error.code, error.status) == (1, "VALIDATION_ERROR", 400)
    steps, error = steps_of(flows.remember("hi", {}), [DOWN] * 3)
    assert (len(calls(steps)), error.code, error.status) == (3, "SERVICE_UNAVAILABLE", 503)


def test_what_cannot_be_reached_is_told() -> None:
    cause = ConnectionError("refused")
    _, error = steps_of(flows.get("context", held="summaries"), [Answer(0, cause=cause)] * 3)
    assert (error.code, error.status, error.__cause__) == ("UNREACHABLE", 0, cause)
    _, error = steps_of(flows.get("context", held="summaries"), [Answer(200, None)])
    assert error.code == "UNREACHABLE"


def test_a_write_is_held_for_less_than_the_timeout_that_would_end_its_call() -> None:
    memory = Memory(api_key="key", app_id="shop", user_id="anna", timeout=4.0)
    done = Answer(202, {"resourceId": "r1", "itemId": "i1", "retrievable": True})
    for flow in (
        memory._flows.remember("hi", {"until": "retrievable"}),
        memory._flows.give("hi", {"until": "retrievable"}),
        memory._flows.revise("i1", {}, {"until": "retrievable"}),
    ):
        assert (calls(steps_of(flow, [done])[0])[0].body or {})["wait"] == 2_000
    retraction = memory.of("ben")._flows.retract("i1", {"until": "retrievable"})
    assert calls(steps_of(retraction, [done])[0])[0].query["wait"] == 2_000


def test_the_wait_that_is_asked_for_is_obeyed_up_to_the_longest() -> None:
    busy = Answer(429, {"error": {"code": "RATE_LIMITED", "message": "slow"}}, retry_after=7)
    steps, _ = steps_of(flows.get("context", held="summaries"), [busy, Answer(200, {"summaries": {}})])
    assert waits(steps) == [7]
    later = Answer(429, {"error": {"code": "RATE_LIMITED", "message": "slow"}}, retry_after=11)
    steps, error = steps_of(flows.get("context", held="summaries"), [later])
    assert (waits(steps), error.code) == ([], "RATE_LIMITED")


def test_only_what_may_be_done_twice_is_repeated() -> None:
    assert Call("GET", "/v1/apps").is_repeatable
    assert Call("POST", "/v1/memorize", idempotency_key="k").is_repeatable
    assert Call("POST", "/v1/retrieve").is_repeatable
    assert not Call("POST", "/v1/config/keys").is_repeatable


def test_a_write_that_is_not_retrievable_in_time_is_asked_for() -> None:
    waiting = Answer(200, {"resource": {"status": "queued"}})
    done = Answer(200, {"resource": {"status": "processed"}})
    flow = flows.remember("hi", {"until": "retrievable"})
    steps, result = steps_of(flow, [STORED, waiting, waiting, done])
    assert result == "r1"
    assert calls(steps)[0].body == {
        "appId": "shop",
        "userId": "a/b ü",
        "content": '[{"role": "user", "content": "hi"}]',
        "contentType": "conversation",
        "wait": 10_000,
    }
    assert calls(steps)[1].path == "/v1/resources/shop/a%2Fb%20%C3%BC/r1"
    assert waits(steps) == pytest.approx([0.02, 0.032])


@pytest.mark.parametrize(
    "resource",
    [
        {"status": "failed", "reason": "too long"},
        {"status": "queued", "processing": {"state": "dead-lettered"}},
    ],
)
def test_a_write_that_failed_is_told(resource: dict[str, Any]) -> None:
    _, error = steps_of(flows.settled("r1"), [Answer(200, {"resource": resource})])
    assert error.code == "NOT_PROCESSED"


def test_an_accepted_write_that_cannot_be_asked_for_is_named() -> None:
    refused = Answer(403, {"error": {"code": "FORBIDDEN", "message": "not allowed to read"}})
    flow = flows.give("I own a canoe.", {"until": "retrievable"})
    stored = Answer(202, {"resourceId": "r1", "itemId": "i1"})
    _, error = steps_of(flow, [stored, refused])
    assert (error.code, error.status) == ("NOT_PROCESSED", 403)
    assert error.details == {"resourceId": "r1", "itemId": "i1"}
    assert str(error) == "accepted, but not known to be processed: not allowed to read"


def test_a_memory_without_anything_is_an_empty_context() -> None:
    _, result = steps_of(flows.recall("who?", {}), [Answer(404, EMPTY)])
    assert result == EMPTY
    unknown = Answer(404, {"error": {"code": "NOT_FOUND", "message": "no such path"}})
    _, error = steps_of(flows.recall("who?", {}), [unknown])
    assert error.code == "NOT_FOUND"


def test_a_prompt_is_marked_and_nothing_in_it_ends_the_mark() -> None:
    assert marked(" \n") == ""
    text = marked("a </memory> b < / MEMORY>")
    assert text.count("</memory>") == 1
    assert text.endswith("</memory>")


def test_what_is_given_is_spelled_as_the_service_does() -> None:
    options: FactOptions = {"valid_from": AT, "scopes": ("a",), "until": "retrievable"}
    given = Answer(202, {"itemId": "i1", "resourceId": "r1", "retrievable": True})
    steps, result = steps_of(flows.give("Dan runs.", options), [given])
    owner = {"appId": "shop", "userId": "a/b ü"}
    said = {"text": "Dan runs.", "validFrom": "2026-01-02T03:00:00+02:00", "scopes": ["a"]}
    assert (result, calls(steps)[0].body) == ("i1", {**owner, **said, "wait": 10_000})


def test_every_option_of_a_fact_is_the_service_s() -> None:
    for options, request, own in [
        (FactOptions, models.ItemRequest, {"appId", "userId", "text", "wait"}),
        (FactChanges, models.ItemRevision, {"text", "resolved", "wait"}),
    ]:
        given = set(get_type_hints(options)) - {"until", "idempotency_key"}
        assert {camel(name) for name in given} == set(get_type_hints(request)) - own


def test_a_change_of_an_item_is_tried_again_under_the_same_key() -> None:
    done = Answer(202, {"itemId": "i2", "resourceId": "r2"})
    for flow, method in [
        (flows.correct("i/1", "Dan rows.", {"scopes": ["a"]}), "PATCH"),
        (flows.retract("i/1", {}), "DELETE"),
    ]:
        steps, result = steps_of(flow, [DOWN, done])
        first, second = calls(steps)
        assert (result, first.method, first.idempotency_key) == (
            "i2",
            method,
            second.idempotency_key,
        )
        assert first.idempotency_key and first.path == "/v1/items/shop/a%2Fb%20%C3%BC/i%2F1"
    assert calls(steps_of(flows.correct("i1", None, {"pinned": True}), [done])[0])[0].body == {
        "pinned": True
    }


def test_a_flag_that_is_false_asks_nothing() -> None:
    page = Answer(200, {"data": [], "pagination": {"nextCursor": None}})
    steps, _ = steps_of(flows.items(None, {"pinned": False, "current": True, "as_of": AT}), [page])
    query = {"limit": 200, "current": "true", "asOf": "2026-01-02T03:00:00+02:00"}
    assert calls(steps)[0].query == query


def test_every_option_of_a_recall_is_the_service_s() -> None:
    own = {"appId", "userId", "query", "format"}
    known = set(get_type_hints(models.RetrieveRequest)) - own
    assert {camel(name) for name in get_type_hints(RecallOptions)} == known


def test_instants_are_sent_with_their_offset() -> None:
    at = datetime(2026, 1, 2, 3, tzinfo=timezone(timedelta(hours=2)))
    assert content_of("x", {"at": at})["metadata"] == {"timestamp": "2026-01-02T03:00:00+02:00"}
    given = content_of("x", {"at": at.astimezone(UTC), "metadata": {"lang": "en"}})
    assert given["metadata"] == {"lang": "en", "timestamp": "2026-01-02T01:00:00+00:00"}


def test_a_document_is_no_message() -> None:
    given = content_of("x", {"content_type": "document", "thread_id": "t"})
    assert given == {"content": "x", "contentType": "document", "threadId": "t"}


def test_forgetting_has_no_default() -> None:
    assert chosen(True, None) is None
    assert chosen(False, "work") == "work"
    for everything, category in [(False, None), (True, "work")]:
        with pytest.raises(ValueError, match="say which"):
            chosen(everything, category)


def test_a_scope_is_that_of_the_typescript_client() -> None:
    assert scope_of(("users", "ü")) == '["store","users","ü"]'
    hashed = "#fc08"
    assert scope_of(("x" * 70,)).startswith(hashed) and len(scope_of(("x" * 70,))) == 61
    assert scope_of_place(("n",), "k") == '{"store":["n"],"key":"k"}'


def test_lists_go_on_until_there_is_no_more() -> None:
    page = Answer(200, {"data": [1, 2], "pagination": {"nextCursor": "c"}})
    steps, result = steps_of(flows.listed("items", None, category=None), [page])
    assert (result, calls(steps)[0].query) == (([1, 2], "c"), {"limit": 200})
    more = Answer(200, {"entities": [1], "hasMore": True})
    assert steps_of(flows.entities("4", None, {}), [more])[1] == ([1], "5")
    last = Answer(200, {"entities": [1], "hasMore": False})
    assert steps_of(flows.entities(None, None, {}), [last])[1] == ([1], None)


def test_the_address_may_name_the_version() -> None:
    assert origin_of("http://host/v1/") == origin_of("http://host") == "http://host"


def test_a_read_carries_no_key() -> None:
    assert request_of(Call("GET", "/v1/apps"))["headers"] == {}


@pytest.mark.parametrize("item_id", [".", "..", "", "a\ud83c"])
def test_an_id_that_no_path_can_hold_is_refused_by_its_name(item_id: str) -> None:
    for begin in (
        lambda: next(flows.get("items", item_id, held="item")),
        lambda: next(flows.retract(item_id, {})),
    ):
        with pytest.raises(PalimpsestError) as refused:
            begin()
        error = refused.value
        assert (error.code, error.details["field"]) == ("VALIDATION_ERROR", "itemId")


class Dripping:
    """An HTTP client whose answer comes in parts, ten seconds after one another; or not at all."""

    def __init__(self, parts: list[bytes], clock: list[float]) -> None:
        self.timeout = SimpleNamespace(read=25.0)
        self.status_code = 200
        self.headers: dict[str, str] = {}
        self._parts, self._clock = parts, clock

    @contextmanager
    def stream(self, **_: object) -> Iterator[Self]:
        yield self

    def iter_bytes(self) -> Iterator[bytes]:
        for part in self._parts:
            self._clock[0] += 10
            yield part

    async def request(self, **_: object) -> None:
        await asyncio.Event().wait()


def test_an_answer_that_drips_ends_at_the_time_of_its_attempt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr("palimpsest_client.connection.time.monotonic", lambda: clock[0])
    call = Call("GET", "/v1/context/shop/anna")
    whole: Any = Dripping([b'{"a"', b": 1}"], clock)
    assert done(call, whole) == Answer(200, {"a": 1})
    late: Any = Dripping([b'{"a"', b": ", b"1}"], clock)
    answer = done(call, late)
    assert (answer.status, type(answer.cause).__name__) == (0, "ReadTimeout")


def test_an_attempt_that_is_awaited_ends_at_its_time() -> None:
    silent: Any = Dripping([], [0.0])
    silent.timeout.read = 0.001
    answer = asyncio.run(adone(Call("GET", "/v1/context/shop/anna"), silent))
    assert (answer.status, type(answer.cause)) == (0, TimeoutError)
