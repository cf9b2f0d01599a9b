"""State of a conversation: what waits for the daemon, and what is known of its last context. Sends nothing itself."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from . import requests as calls
from .errors import OutboxFullError, PalimpsestError
from .local_window import Known, before_first_context, build, messages_in
from .requests import Call
from .types import Context, Format, LocalContext

PATIENCE_SECONDS = 5.0
"""Time for the daemon to answer before a context is built here."""
WAITING_MAX_BYTES = 16 * 1024 * 1024
BATCH_MAX = 1_000
REFUSED_MAX = 100


@dataclass
class Batch:
    """One append. Its key and messages never change, so that the daemon stores a repeated append once."""

    key: str
    messages: list[Any]
    prompt_tokens: int | None
    size: int


class Talk:
    def __init__(self, session: dict[str, Any], format: Format) -> None:
        self.format: Format = format
        self.session_id: str | None = None
        self.outbox: list[Batch] = []
        self.refused: list[tuple[list[Any], PalimpsestError]] = []
        """Messages that waited and were refused later, with the reason. They are in no history."""
        self.reason: str | None = None
        """Why contexts are built here; None: the daemon answers."""
        self.opening = calls.open_session(session)
        self._known: Known = before_first_context(session, format)
        self._since: list[Any] = []

    @property
    def waiting_messages(self) -> int:
        return sum(len(batch.messages) for batch in self.outbox)

    def add(self, messages: Sequence[Any], prompt_tokens: int | None) -> list[Batch]:
        added: list[Batch] = []
        for at in range(0, len(messages), BATCH_MAX):
            # What JSON cannot hold is refused before it waits, since no call could send it.
            text = json.dumps([calls.plain(message) for message in messages[at : at + BATCH_MAX]], allow_nan=False)
            # A count belongs to the context before the first message.
            count = prompt_tokens if at == 0 else None
            added.append(Batch(calls.new_key(), json.loads(text), count, len(text.encode())))
        size = sum(batch.size for batch in [*self.outbox, *added])
        if size > WAITING_MAX_BYTES:
            raise OutboxFullError(f"{size} bytes would wait for the daemon; at most {WAITING_MAX_BYTES} are kept.")
        self.outbox += added
        for batch in added:
            self._since += batch.messages
        return added

    def opened(self, session: dict[str, Any]) -> None:
        self.session_id = str(session["id"])

    def call_for(self, batch: Batch, context: bool) -> Call:
        return calls.append(
            self.session_id or "",
            batch.messages,
            format=self.format,
            prompt_tokens=batch.prompt_tokens,
            context=context and len(self.outbox) == 1,
            key=batch.key,
        )

    def settle(self, batch: Batch) -> None:
        self.outbox.remove(batch)

    def refused_by(self, error: PalimpsestError, batch: Batch, added: Sequence[Batch]) -> PalimpsestError | None:
        """Removes a batch that would be refused again. Returns the error if it is of this call. Raises every other one."""
        if error.status not in (400, 409, 413, 422):
            raise error
        self.settle(batch)
        self._since = [message for message in self._since if not any(message is one for one in batch.messages)]
        if batch in added:
            return error
        self.refused = [*self.refused, (batch.messages, error)][-REFUSED_MAX:]
        return None

    def known_from(self, context: Context | None) -> LocalContext:
        if context is None:
            raise AssertionError("a context was asked for")
        self._known = Known.of(context)
        self._since = []
        return cast(LocalContext, {**context, "source": "daemon", "left_out": 0})

    def local_context(self, error: Exception) -> LocalContext:
        self.reason = str(error)
        return cast(LocalContext, {**build(self._known, messages_in(self._since)), "format": self.format, "source": "local"})
