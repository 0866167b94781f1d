"""Does the steps of flows over HTTP, waiting or awaiting."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

import httpx

from .errors import is_number, refused
from .flows import Page
from .steps import Answer, Call, Flow, Wait

TIMEOUT = 30.0
"""Seconds that one attempt may take. httpx itself limits each operation of it, such as a read."""

LONGEST = 2_000_000.0
"""Seconds, more than three weeks: no timer of the platform is asked for more."""

WAITED = Answer(0)
"""What a flow is sent after a wait."""

T = TypeVar("T")
PageOf = Callable[[str | None], Flow[Page[T]]]
"""Gives the page behind a cursor; None: the first one."""


def origin_of(url: str) -> str:
    """Return the address without the version, which every path begins with."""
    return re.sub(r"/v1$", "", url.rstrip("/"))


def limit_of(timeout: float | None) -> float:
    """Return the seconds of an attempt; None stands for no limit, as it does for httpx."""
    if timeout is None:
        return LONGEST
    if not is_number(timeout) or not timeout > 0:
        raise refused("timeout", "must be a number of seconds above 0, or None for no limit")
    return min(LONGEST, timeout)


def settings_of(url: str, api_key: str, timeout: float) -> dict[str, Any]:
    """Return the options of both kinds of HTTP client.

    What no request can have is refused here, because it would be told as a service that cannot be
    reached, or by an error that quotes the key.
    """
    if not is_address(url):
        raise refused("url", "must be an address such as http://localhost:8080")
    if not isinstance(api_key, str):
        raise refused("api_key", "must be a string")
    key = api_key.strip()
    if not re.fullmatch(r"[\x20-\x7e]*", key):
        raise refused("api_key", "must hold only visible ASCII characters")
    headers = {"authorization": f"Bearer {key}"}
    return {"base_url": origin_of(url), "headers": headers, "timeout": timeout}


def is_address(url: str) -> bool:
    """Return whether it is an address of HTTP; `localhost:8080` has the protocol `localhost`."""
    if not isinstance(url, str):
        return False
    try:
        return httpx.URL(url).scheme in ("http", "https") and httpx.URL(url).host != ""
    except httpx.InvalidURL:
        return False


def request_of(call: Call) -> dict[str, Any]:
    """Return a call as an HTTP client takes it."""
    key = call.idempotency_key
    headers = {"idempotency-key": key} if key else {}
    if call.body is not None:
        headers["content-type"] = "application/json"
    return {
        "method": call.method,
        "url": call.path,
        "params": dict(call.query),
        # In ASCII, because httpx cannot send half of a surrogate pair, which a cut text may have.
        "content": None if call.body is None else json.dumps(call.body, allow_nan=False).encode(),
        "headers": headers,
    }


def answer_of(response: httpx.Response, content: bytes) -> Answer:
    """Return a response as flows know it."""
    asked = response.headers.get("retry-after", "")
    seconds = float(asked) if asked.isdecimal() else None
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        body = None
    return Answer(response.status_code, body, seconds)


def seconds_of(client: httpx.Client | httpx.AsyncClient) -> float:
    """Return how long one attempt may take."""
    return client.timeout.read or TIMEOUT


def until(ends: float, parts: Iterable[bytes]) -> Iterator[bytes]:
    """Pass on the parts of a body; raise where one comes too late.

    The clock is looked at when a part has come, so an attempt that stalls takes up to one read
    longer than it may.
    """
    for part in parts:
        if time.monotonic() > ends:
            raise httpx.ReadTimeout("the answer took longer than one attempt may")
        yield part


def run(flow: Flow[T], client: httpx.Client) -> T:
    """Do a flow to its end."""
    reply: Answer | None = None
    while True:
        try:
            step = flow.send(reply) if reply else next(flow)
        except StopIteration as end:
            return cast(T, end.value)
        reply = done(step, client)


def done(step: Call | Wait, client: httpx.Client) -> Answer:
    """Do a step."""
    if isinstance(step, Wait):
        time.sleep(step.seconds)
        return WAITED
    ends = time.monotonic() + seconds_of(client)
    try:
        with client.stream(**request_of(step)) as response:
            return answer_of(response, b"".join(until(ends, response.iter_bytes())))
    except httpx.RequestError as error:
        return Answer(0, cause=error)


async def arun(flow: Flow[T], client: httpx.AsyncClient) -> T:
    """Do a flow to its end, awaiting."""
    reply: Answer | None = None
    while True:
        try:
            step = flow.send(reply) if reply else next(flow)
        except StopIteration as end:
            return cast(T, end.value)
        reply = await adone(step, client)


async def adone(step: Call | Wait, client: httpx.AsyncClient) -> Answer:
    """Do a step, awaiting."""
    if isinstance(step, Wait):
        await asyncio.sleep(step.seconds)
        return WAITED
    try:
        async with asyncio.timeout(seconds_of(client)):
            response = await client.request(**request_of(step))
            return answer_of(response, response.content)
    except (httpx.RequestError, TimeoutError) as error:
        return Answer(0, cause=error)


def pages(page_of: PageOf[T], client: httpx.Client) -> Iterator[T]:
    """Iterate over a list; a page is asked for when it is needed, and not before."""
    cursor: str | None = None
    while True:
        found, cursor = run(page_of(cursor), client)
        yield from found
        if cursor is None:
            return


async def apages(page_of: PageOf[T], client: httpx.AsyncClient) -> AsyncIterator[T]:
    """Iterate over a list, awaiting each page."""
    cursor: str | None = None
    while True:
        found, cursor = await arun(page_of(cursor), client)
        for each in found:
            yield each
        if cursor is None:
            return
