"""Replies of the API, with the field names of its JSON. Each may have more fields than are listed here."""

from typing import Any, Literal, TypedDict

Format = Literal["native", "openai", "responses", "anthropic", "ollama"]


class ContextStatus(TypedDict):
    limit: int
    """Token limit of the session."""
    used: int
    """Tokens of the context."""
    available: int
    utilization: float
    level: str
    display: str
    """The status as one line for people."""
    degraded: list[str]


class Session(TypedDict):
    id: str
    externalId: str | None
    appId: str
    model: str
    contextSize: int
    limit: int
    messageCount: int
    createdAt: str
    lastActivityAt: str
    contextStatus: ContextStatus


class _ForModel(TypedDict):
    messages: list[Any]
    """Messages in the format of the request, ready for the provider's library."""
    tokens: int
    limit: int


class Context(_ForModel, total=False):
    """What to send to the model."""

    format: Format
    system: str
    """System text, for formats that keep it outside the messages."""
    tools: list[Any]
    model: str
    """Only with the format `ollama`."""
    options: dict[str, int]
    """Only with the format `ollama`: `num_ctx`, the window that Ollama must use."""
    version: int
    contextStatus: ContextStatus


class LocalContext(Context, total=False):
    """A context of a conversation: of the daemon, or built here while it does not answer."""

    source: Literal["daemon", "local"]
    left_out: int
    """Messages that are not in a local context because they did not fit."""


class StoredMessage(TypedDict):
    id: str
    seq: int
    role: str
    tokens: int


class _Stored(TypedDict):
    messages: list[StoredMessage]
    contextStatus: ContextStatus


class Appended(_Stored, total=False):
    context: Context | None
    """With `context=True`. None: it could not be read, and `contextProblem` says why. The messages are stored."""
    contextProblem: dict[str, Any]


class HistoryMessage(TypedDict):
    id: str
    seq: int
    role: str
    tokens: int
    state: str
    withdrawn: bool
    format: Format
    createdAt: str
    message: Any


class Event(TypedDict):
    cursor: str
    id: str
    type: str
    appId: str
    sessionId: str | None
    seq: int | None
    at: str
    data: dict[str, Any]
