# Generated from async_client.py by scripts/sync-python.mjs. Do not edit.
"""The synchronous client."""

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any, cast

import httpx

from . import requests as calls
from .conversation import Conversation
from .errors import UnavailableError, error_of, json_of
from .events import EVENTS_PATH, SILENCE_SECONDS, Follow, items_of
from .requests import Call
from .types import Appended, Context, Event, Format, HistoryMessage, Session


class Palimpsest:
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
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        url, headers = calls.settings(base_url, api_key)
        self._retries = retries
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout, transport=transport)

    def __enter__(self) -> "Palimpsest":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def request(self, method: str, path: str, *, params: dict[str, Any] | None = None, json: Any = None) -> Any:
        """Sends any operation of the API and returns its JSON; None for an empty reply."""
        return self.send(Call(method.upper(), path, params or {}, json))

    def open_session(self, model: str, **settings: Any) -> Session:
        """Opens a session, or returns the one with this `external_id`. Settings: `context_size`, `external_id`,
        `system_prompt`, `tools`, `memory_scope`, `metadata`, and other members of the API."""
        return cast(Session, self.send(calls.open_session(calls.session_body(model, **settings))))

    def append(
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
        return cast(Appended, self.send(call))

    def context(self, session_id: str, *, format: Format = "openai", **query: Any) -> Context:
        """Returns what to send to the model. It always fits. Query: `at`, `reserve`, `explain`."""
        return cast(Context, self.send(Call("GET", calls.session_path(session_id, "/context"), {"format": format, **query})))

    def history(self, session_id: str, *, limit: int = 100) -> Generator[HistoryMessage, None, None]:
        """Yields the whole history, exact, oldest first."""
        after: int | None = 0
        while after is not None:
            page = self.send(Call("GET", calls.session_path(session_id, "/messages"), {"after": after, "limit": limit}))
            for message in page["messages"]:
                yield message
            after = page["nextAfter"]

    def delete_session(self, session_id: str) -> None:
        """Deletes a session with its whole history."""
        self.send(Call("DELETE", calls.session_path(session_id)))

    def conversation(self, model: str, *, format: Format = "openai", **settings: Any) -> Conversation:
        """A conversation that goes on while the daemon is down. Settings: as for open_session."""
        return Conversation(self, calls.session_body(model, **settings), format)

    def events(self, *, after: str | None = None, session_id: str | None = None, types: Sequence[str] = ()) -> Generator[Event, None, None]:
        """Follows the event log: from `after` (`"0"`: all that is kept), or from now. Reconnects without end: close the
        generator to stop (`contextlib.closing`). Raises PalimpsestError if the daemon refuses the stream."""
        follow = Follow(after, session_id, tuple(types))
        while True:
            try:
                with closing(self._connection(follow)) as items:
                    for event in items:
                        yield event
                wait = follow.wait_after(None)
            except (httpx.TransportError, UnavailableError) as error:
                wait = follow.wait_after(error)
            time.sleep(wait)

    def _connection(self, follow: Follow) -> Generator[Event, None, None]:
        timeout = httpx.Timeout(self._http.timeout.connect, read=SILENCE_SECONDS)
        with self._http.stream("GET", EVENTS_PATH, params=follow.params, headers=follow.headers, timeout=timeout) as response:
            if response.status_code != 200:
                response.read()
                follow.refused(error_of(response))
            for event in items_of(response.iter_lines()):
                if follow.take(event):
                    yield event

    def send(self, call: Call, *, retries: int | None = None, timeout: float | None = None) -> Any:
        """Sends a call, again after failures that may pass. Returns its JSON; None for an empty reply."""
        most = self._retries if retries is None else retries
        limit = self._http.timeout if timeout is None else httpx.Timeout(timeout)
        failures = 0
        while True:
            response: httpx.Response | None = None
            cause: httpx.TransportError | None = None
            try:
                response = self._http.request(
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
            time.sleep(wait)
