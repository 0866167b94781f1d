"""The journey's service, as memories of users that no other test uses."""

import os
import time
import uuid
from collections.abc import Callable, Iterator

import pytest
from palimpsest_client import AsyncMemory, Memory

ADDRESS = {
    "url": os.environ["PALIMPSEST_URL"],
    "api_key": os.environ["PALIMPSEST_API_KEY"],
    "app_id": "python",
}


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(**ADDRESS, user_id=str(uuid.uuid4())) as memory:
        yield memory


@pytest.fixture
def another(memory: Memory) -> AsyncMemory:
    """The memory of the same user, for asyncio."""
    return AsyncMemory(**ADDRESS, user_id=memory.user_id)


def eventually(ask: Callable[[], bool]) -> bool:
    """Ask until the answer is true, or for half a minute."""
    deadline = time.monotonic() + 30
    while not ask():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
