"""A memory of LlamaIndex that keeps its messages in Palimpsest. Needs the extra `llama-index`.

    memory = PalimpsestMemory(session_id="thread-1", llm="gpt-4o", context_size="32K")
    agent = FunctionAgent(tools=tools, llm=llm)
    await agent.run("Hello", memory=memory)

`get` returns the context, which always fits the model. Each message is stored in parts that Palimpsest counts and shrinks, with the
exact message as metadata.
"""

import json
from typing import Any

from llama_index.core.llms import ChatMessage, MessageRole
from llama_index.core.memory.types import BaseMemory
from pydantic import Field, PrivateAttr

from .client import Palimpsest

ROLES = {"system": "system", "developer": "system", "user": "user", "assistant": "assistant", "tool": "tool", "function": "tool"}


class PalimpsestMemory(BaseMemory):
    """Calls raise PalimpsestError and UnavailableError."""

    session_id: str
    llm: str = Field(description="Name of the model, which decides the window and how tokens are counted.")
    settings: dict[str, Any] = Field(default_factory=dict)
    _client: Palimpsest = PrivateAttr()

    def __init__(self, session_id: str, llm: str, client: Palimpsest | None = None, **settings: Any) -> None:
        # Positional, unlike the models of pydantic, so that it reads like the other adapters.
        super().__init__(session_id=session_id, llm=llm, settings=settings.pop("settings", settings))  # type: ignore[call-arg]
        self._client = client or Palimpsest()

    @classmethod
    def class_name(cls) -> str:
        return "PalimpsestMemory"

    @classmethod
    def from_defaults(cls, **kwargs: Any) -> "PalimpsestMemory":
        return cls(**kwargs)

    def get(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        """Returns the context, oldest first. `input` is not searched for: the newest message of a person recalls what answers it."""
        context = self._client.context(self._id(), format="native")
        system = context.get("system")
        first = [ChatMessage(role=MessageRole.SYSTEM, content=system)] if system else []
        return first + [message_of(message) for message in context["messages"]]

    def get_all(self) -> list[ChatMessage]:
        """Returns the whole history."""
        return [message_of(one["message"]) for one in self._client.history(self._id()) if not one["withdrawn"]]

    def put(self, message: ChatMessage) -> None:
        self._client.append(self._id(), [native_of(message)], format="native")

    def put_messages(self, messages: list[ChatMessage]) -> None:
        if messages:
            self._client.append(self._id(), [native_of(message) for message in messages], format="native")

    def set(self, messages: list[ChatMessage]) -> None:
        """Replaces the conversation. Messages that are stored already stay, those after them are deleted with the session."""
        stored = self.get_all()
        if [native_of(one) for one in messages[: len(stored)]] != [native_of(one) for one in stored]:
            self.reset()
            stored = []
        self.put_messages(messages[len(stored) :])

    def reset(self) -> None:
        """Deletes the conversation with its history. The next call starts it again."""
        self._client.delete_session(self._id())

    def _id(self) -> str:
        return self._client.open_session(self.llm, external_id=self.session_id, **self.settings)["id"]


def native_of(message: ChatMessage) -> dict[str, Any]:
    """Returns a native message: its parts, and the exact message as metadata."""
    exact = message.model_dump(mode="json", exclude_none=True)
    return {"role": ROLES.get(message.role.value, "assistant"), "parts": parts_of(message), "metadata": {"message": exact}}


def parts_of(message: ChatMessage) -> list[dict[str, Any]]:
    role = ROLES.get(message.role.value, "assistant")
    call_id = message.additional_kwargs.get("tool_call_id")
    if role == "tool":
        return [{"type": "tool_result", "callId": str(call_id or ""), "content": message.content or ""}]
    parts: list[dict[str, Any]] = []
    for block in message.blocks:
        kind = getattr(block, "block_type", "")
        if kind == "text":
            parts.append({"type": "text", "text": getattr(block, "text", "")})
        elif kind == "tool_call":
            args = parsed(getattr(block, "tool_kwargs", {}))
            parts.append({"type": "tool_call", "callId": str(getattr(block, "tool_call_id", "")), "name": getattr(block, "tool_name", ""), "args": args})
        elif kind == "thinking" and role == "assistant":
            parts.append({"type": "reasoning", "text": getattr(block, "content", "") or ""})
        else:
            parts.append({"type": "opaque", "block": block.model_dump(mode="json", exclude_none=True)})
    known = {part.get("callId") for part in parts}
    for call in message.additional_kwargs.get("tool_calls") or []:
        given = call if isinstance(call, dict) else call.model_dump(mode="json")
        # Some models of LlamaIndex name their calls here and in blocks.
        if str(given.get("id", "")) in known:
            continue
        function = given.get("function", given)
        parts.append({"type": "tool_call", "callId": str(given.get("id", "")), "name": str(function.get("name", "")), "args": parsed(function.get("arguments", {}))})
    return parts or [{"type": "text", "text": ""}]


def message_of(message: dict[str, Any]) -> ChatMessage:
    """Returns the stored message; with the shortened content if it was reduced; or a new one for a checkpoint or a block of goals."""
    parts = message.get("parts") or [{"type": "text", "text": message.get("content", "")}]
    exact = (message.get("metadata") or {}).get("message")
    if exact is not None:
        stored = ChatMessage.model_validate(exact)
        if parts_of(stored) == parts:
            return stored
        if message["role"] == "tool":
            return ChatMessage(role=stored.role, content=text_of(parts), additional_kwargs=stored.additional_kwargs)
        kept = {name: value for name, value in stored.additional_kwargs.items() if name != "tool_calls"}
        calls = [openai_call(part) for part in parts if part["type"] == "tool_call"]
        return ChatMessage(role=stored.role, content=text_of(parts), additional_kwargs={**kept, **({"tool_calls": calls} if calls else {})})
    return ChatMessage(role=MessageRole(message["role"]), content=text_of(parts))


def openai_call(part: dict[str, Any]) -> dict[str, Any]:
    return {"id": part["callId"], "type": "function", "function": {"name": part["name"], "arguments": json.dumps(part["args"])}}


def text_of(parts: list[dict[str, Any]]) -> str:
    texts = [part.get("text", part.get("content")) for part in parts if part["type"] in ("text", "tool_result")]
    return "\n\n".join(text if isinstance(text, str) else json.dumps(text) for text in texts)


def parsed(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value
