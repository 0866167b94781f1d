"""The client of Palimpsest: one user's memory, as `Memory` or, for asyncio, `AsyncMemory`."""

from .async_memory import AsyncMemory
from .errors import PalimpsestError
from .memory import Memory
from .options import Message

__all__ = ["AsyncMemory", "Memory", "Message", "PalimpsestError"]
