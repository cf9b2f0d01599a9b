"""The requests of the API as values, shared by both clients: what to send, and whether it may be sent again."""

import json
import os
import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx

from .errors import retry_after
from .types import Format

BASE_URL = "http://127.0.0.1:7420"
RETRY_AFTER_MAX = 30.0
FIRST_WAIT, MAX_WAIT = 0.25, 5.0


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    params: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    key: str | None = None
    """Idempotency key: the daemon executes a repeated request once."""

    @property
    def is_repeatable(self) -> bool:
        return self.key is not None or self.method in ("GET", "PUT", "DELETE")

    @property
    def headers(self) -> dict[str, str]:
        own = {} if self.body is None else {"content-type": "application/json"}
        return own if self.key is None else {**own, "idempotency-key": self.key}

    @property
    def content(self) -> bytes | None:
        """The body as JSON. Half a surrogate pair has no UTF-8: a text with one is written with escapes."""
        if self.body is None:
            return None
        try:
            return json.dumps(self.body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        except UnicodeEncodeError:
            return json.dumps(self.body, separators=(",", ":"), allow_nan=False).encode()


def new_key() -> str:
    return uuid.uuid4().hex


def settings(base_url: str | None, api_key: str | None) -> tuple[str, dict[str, str]]:
    """Returns the address of the daemon and the headers of every request."""
    url = (base_url or os.environ.get("PALIMPSEST_URL") or BASE_URL).rstrip("/")
    key = api_key or os.environ.get("PALIMPSEST_KEY")
    return url, {} if key is None else {"authorization": f"Bearer {key}"}


def wait_before_retry(call: Call, response: httpx.Response | None, failures: int) -> float | None:
    """Returns the seconds before the next attempt; None if the outcome is final. No response: nothing answered."""
    usual = min(MAX_WAIT, FIRST_WAIT * 2.0 ** (failures - 1)) * random.uniform(0.5, 1.0)
    if response is None:
        return usual if call.is_repeatable else None
    # A request over the rate limit was not executed.
    if response.status_code != 429 and not (response.status_code in (502, 503, 504) and call.is_repeatable):
        return None
    asked = retry_after(response)
    if asked is None:
        return usual
    return None if asked > RETRY_AFTER_MAX else max(asked, usual)


def session_path(session_id: str, rest: str = "") -> str:
    return f"/v1/sessions/{quote(session_id, safe='')}{rest}"


def open_session(body: Mapping[str, Any], key: str | None = None) -> Call:
    return Call("POST", "/v1/sessions", body=dict(body), key=key or new_key())


def session_body(
    model: str,
    *,
    context_size: str | int | None = None,
    external_id: str | None = None,
    system_prompt: str | None = None,
    tools: Sequence[Any] | None = None,
    memory_scope: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Returns the body of a new session. `more`: other members of the API, such as `preset` or `policy`."""
    named = {
        "model": model,
        "contextSize": context_size,
        "externalId": external_id,
        "systemPrompt": system_prompt,
        "tools": None if tools is None else [plain(tool) for tool in tools],
        "memoryScope": memory_scope,
        "metadata": metadata,
    }
    return {**{name: value for name, value in named.items() if value is not None}, **more}


def append(
    session_id: str,
    messages: Sequence[Any],
    *,
    format: Format,
    prompt_tokens: int | None = None,
    context: bool = False,
    key: str | None = None,
) -> Call:
    body: dict[str, Any] = {"format": format, "messages": [plain(message) for message in messages]}
    if prompt_tokens is not None:
        body["usage"] = {"promptTokens": prompt_tokens}
    params = {"context": format} if context else {}
    return Call("POST", session_path(session_id, "/messages"), params, body, key or new_key())


def plain(value: Any) -> Any:
    """Returns a message as JSON: the models of the providers' libraries are dumped without their empty members."""
    dump = getattr(value, "model_dump", None)
    return dump(mode="json", exclude_none=True) if callable(dump) else value
