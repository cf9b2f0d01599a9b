"""The event log over server-sent events: what both clients share."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import cast

from .errors import PalimpsestError, UnavailableError, is_temporary
from .types import Event

EVENTS_PATH = "/v1/events"
SILENCE_SECONDS = 45.0
"""Silence after which a connection counts as broken. The daemon sends a comment every 15 seconds."""
FIRST_WAIT, MAX_WAIT = 0.5, 15.0


@dataclass
class Follow:
    """Position in the log, and the waits between connections."""

    after: str | None
    session_id: str | None
    types: tuple[str, ...]
    failures: int = field(default=0)

    @property
    def params(self) -> dict[str, str]:
        given = {"after": self.after, "sessionId": self.session_id, "types": ",".join(self.types) or None}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def headers(self) -> dict[str, str]:
        return {"accept": "text/event-stream"}

    def take(self, event: Event) -> bool:
        """Moves the position. Returns whether the item is an event, not a mark of the stream."""
        self.after = event["cursor"]
        self.failures = 0
        return "type" in event

    def refused(self, error: PalimpsestError) -> None:
        if not is_temporary(error):
            raise error
        raise UnavailableError(str(error)) from error

    def wait_after(self, _error: Exception | None) -> float:
        self.failures += 1
        return min(MAX_WAIT, FIRST_WAIT * 2.0 ** (self.failures - 1))


class _Message:
    def __init__(self) -> None:
        self.data: list[str] = []

    def line(self, line: str) -> Event | None:
        """Returns the item that ends with this line. Comments and names of events are skipped: the data has them."""
        if line.startswith("data:"):
            self.data.append(line[5:].removeprefix(" "))
        if line != "" or not self.data:
            return None
        text, self.data = "\n".join(self.data), []
        return cast(Event, json.loads(text))


def items_of(lines: Iterator[str]) -> Iterator[Event]:
    message = _Message()
    for line in lines:
        if (item := message.line(line)) is not None:
            yield item


async def async_items_of(lines: AsyncIterator[str]) -> AsyncIterator[Event]:
    message = _Message()
    async for line in lines:
        if (item := message.line(line)) is not None:
            yield item
