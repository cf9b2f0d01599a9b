"""A conversation that goes on while the daemon is down: messages wait in order, and contexts are built here."""

from collections.abc import Sequence
from typing import Any, Protocol

from .errors import PalimpsestError, UnavailableError, is_temporary
from .requests import Call
from .talk import PATIENCE_SECONDS, Batch, Talk
from .types import Context, Format, LocalContext


class Sender(Protocol):
    """What a conversation needs of its client."""

    async def send(self, call: Call, *, retries: int | None = None, timeout: float | None = None) -> Any: ...

    async def context(self, session_id: str, *, format: Format = "openai") -> Context: ...


class AsyncConversation(Talk):
    """Made by `AsyncPalimpsest.conversation`. One request a turn: `append_and_context`. Calls of one conversation must not overlap."""

    def __init__(self, client: Sender, session: dict[str, Any], format: Format, patience: float = PATIENCE_SECONDS) -> None:
        super().__init__(session, format)
        self._client, self._patience = client, patience

    async def append_and_context(self, messages: Sequence[Any], *, prompt_tokens: int | None = None) -> LocalContext:
        """Stores messages and returns what to send to the model. While the daemon does not answer, the messages wait and
        the context is built here (`source`: "local"). Raises PalimpsestError if the daemon refuses the messages,
        OutboxFullError if too many wait, LocalWindowError if the newest do not fit a local context."""
        added = self.add(messages, prompt_tokens)
        try:
            return self.known_from(await self._deliver(added, context=True))
        except (UnavailableError, PalimpsestError) as error:
            if not is_temporary(error):
                raise
            return self.local_context(error)

    async def append(self, messages: Sequence[Any], *, prompt_tokens: int | None = None) -> None:
        """Stores messages, for example the answer of the model. To save this request, give the answer to the next
        `append_and_context`, together with the question. While the daemon does not answer, they wait."""
        added = self.add(messages, prompt_tokens)
        try:
            await self._deliver(added, context=False)
        except (UnavailableError, PalimpsestError) as error:
            if not is_temporary(error):
                raise
            self.reason = str(error)

    async def flush(self) -> bool:
        """Sends what waits. Returns whether nothing waits any more. Later calls do it by themselves."""
        await self.append([])
        return self.waiting_messages == 0

    async def _deliver(self, added: Sequence[Batch], *, context: bool) -> Context | None:
        if self.session_id is None:
            self.opened(await self._client.send(self.opening, retries=0, timeout=self._patience))
        reply: Context | None = None
        refusal: PalimpsestError | None = None
        while self.outbox:
            batch = self.outbox[0]
            try:
                sent = await self._client.send(self.call_for(batch, context), retries=0, timeout=self._patience)
                reply = sent.get("context")
            except PalimpsestError as error:
                refusal = self.refused_by(error, batch, added) or refusal
                continue
            self.settle(batch)
        self.reason = None
        if refusal is not None:
            raise refusal
        if not context or reply is not None:
            return reply
        return await self._client.context(self.session_id or "", format=self.format)
