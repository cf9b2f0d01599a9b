"""A history of LangChain that keeps its messages in Palimpsest. Needs the extra `langchain`.

    history = PalimpsestChatMessageHistory("thread-1", model="gpt-4o", context_size="32K")
    history.add_user_message("Hello")

`messages` is the context, which always fits the model, not the whole history.
"""

from collections.abc import Sequence
from typing import Any

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import BaseMessage, convert_to_messages, convert_to_openai_messages

from .client import Palimpsest


class PalimpsestChatMessageHistory(BaseChatMessageHistory):
    """Messages are stored as OpenAI chat messages. Calls raise PalimpsestError and UnavailableError."""

    def __init__(self, session_id: str, *, model: str, client: Palimpsest | None = None, **settings: Any) -> None:
        self._client = client or Palimpsest()
        self._model, self._settings = model, {"external_id": session_id, **settings}

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """The context, oldest first. A system prompt of the session is its first message."""
        return convert_to_messages(self._client.context(self._id(), format="openai")["messages"])

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        if messages:
            self._client.append(self._id(), openai_messages(messages))

    def clear(self) -> None:
        """Deletes the conversation with its history. The next call starts it again."""
        self._client.delete_session(self._id())

    def _id(self) -> str:
        return self._client.open_session(self._model, **self._settings)["id"]


def openai_messages(messages: Sequence[BaseMessage]) -> list[dict[str, Any]]:
    """Returns one OpenAI message for each message."""
    return [convert_to_openai_messages(message) for message in messages]
