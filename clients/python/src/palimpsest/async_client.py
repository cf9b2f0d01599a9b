"""The asynchronous client: the same calls, awaited."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, cast

import httpx

from . import requests as calls
from .async_conversation import AsyncConversation
from .errors import UnavailableError, error_of, json_of
from .events import EVENTS_PATH, SILENCE_SECONDS, Follow, async_items_of
from .requests import Call
from .types import Appended, Context, Event, Format, HistoryMessage, Session


class AsyncPalimpsest:
    """A client of one daemon. Calls raise PalimpsestError when refused, and UnavailableError when nothing answers.

    `base_url` and `api_key` default to PALIMPSEST_URL and PALIMPSEST_KEY of the environment. `timeout` (seconds) limits
    each attempt; `retries` are the attempts after the first one, for requests that the daemon executes once.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 3,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        url, headers = calls.settings(base_url, api_key)
        self._retries = retries
        self._http = httpx.AsyncClient(base_url=url, headers=headers, timeout=timeout, transport=transport)

    async def __aenter__(self) -> "AsyncPalimpsest":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def request(self, method: str, path: str, *, params: dict[str, Any] | None = None, json: Any = None) -> Any:
        """Sends any operation of the API and returns its JSON; None for an empty reply."""
        return await self.send(Call(method.upper(), path, params or {}, json))

    async def open_session(self, model: str, **settings: Any) -> Session:
        """Opens a session, or returns the one with this `external_id`. Settings: `context_size`, `external_id`,
        `system_prompt`, `tools`, `memory_scope`, `metadata`, and other members of the API."""
        return cast(Session, await self.send(calls.open_session(calls.session_body(model, **settings))))

    async def append(
        self,
        session_id: str,
        messages: Sequence[Any],
        *,
        format: Format = "openai",
        prompt_tokens: int | None = None,
        context: bool = False,
    ) -> Appended:
        """Stores messages permanently: dicts, or objects of the provider's library, responses included."""
        call = calls.append(session_id, messages, format=format, prompt_tokens=prompt_tokens, context=context)
        return cast(Appended, await self.send(call))

    async def context(self, session_id: str, *, format: Format = "openai", **query: Any) -> Context:
        """Returns what to send to the model. It always fits. Query: `at`, `reserve`, `explain`."""
        return cast(Context, await self.send(Call("GET", calls.session_path(session_id, "/context"), {"format": format, **query})))

    async def history(self, session_id: str, *, limit: int = 100) -> AsyncGenerator[HistoryMessage, None]:
        """Yields the whole history, exact, oldest first."""
        after: int | None = 0
        while after is not None:
            page = await self.send(Call("GET", calls.session_path(session_id, "/messages"), {"after": after, "limit": limit}))
            for message in page["messages"]:
                yield message
            after = page["nextAfter"]

    async def delete_session(self, session_id: str) -> None:
        """Deletes a session with its whole history."""
        await self.send(Call("DELETE", calls.session_path(session_id)))

    def conversation(self, model: str, *, format: Format = "openai", **settings: Any) -> AsyncConversation:
        """A conversation that goes on while the daemon is down. Settings: as for open_session."""
        return AsyncConversation(self, calls.session_body(model, **settings), format)

    async def events(self, *, after: str | None = None, session_id: str | None = None, types: Sequence[str] = ()) -> AsyncGenerator[Event, None]:
        """Follows the event log: from `after` (`"0"`: all that is kept), or from now. Reconnects without end: close the
        generator to stop (`contextlib.aclosing`). Raises PalimpsestError if the daemon refuses the stream."""
        follow = Follow(after, session_id, tuple(types))
        while True:
            try:
                async with aclosing(self._connection(follow)) as items:
                    async for event in items:
                        yield event
                wait = follow.wait_after(None)
            except (httpx.TransportError, UnavailableError) as error:
                wait = follow.wait_after(error)
            await asyncio.sleep(wait)

    async def _connection(self, follow: Follow) -> AsyncGenerator[Event, None]:
        timeout = httpx.Timeout(self._http.timeout.connect, read=SILENCE_SECONDS)
        async with self._http.stream("GET", EVENTS_PATH, params=follow.params, headers=follow.headers, timeout=timeout) as response:
            if response.status_code != 200:
                await response.aread()
                follow.refused(error_of(response))
            async for event in async_items_of(response.aiter_lines()):
                if follow.take(event):
                    yield event

    async def send(self, call: Call, *, retries: int | None = None, timeout: float | None = None) -> Any:
        """Sends a call, again after failures that may pass. Returns its JSON; None for an empty reply."""
        most = self._retries if retries is None else retries
        limit = self._http.timeout if timeout is None else httpx.Timeout(timeout)
        failures = 0
        while True:
            response: httpx.Response | None = None
            cause: httpx.TransportError | None = None
            try:
                response = await self._http.request(
                    call.method, call.path, params=call.params, content=call.content, headers=call.headers, timeout=limit
                )
                if response.is_success:
                    return json_of(response)
            except httpx.TransportError as error:
                cause = error
            failures += 1
            wait = calls.wait_before_retry(call, response, failures)
            if wait is None or failures > most:
                if response is not None:
                    raise error_of(response)
                raise UnavailableError(f"No daemon answers at {self._http.base_url} ({cause}).") from cause
            await asyncio.sleep(wait)
