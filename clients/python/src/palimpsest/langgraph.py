"""A middleware for agents of LangChain and LangGraph: each model call gets the context of Palimpsest. Needs the extra `langgraph`.

    agent = create_agent(model, tools, checkpointer=InMemorySaver(), middleware=[PalimpsestMiddleware(model="gpt-4o", context_size="32K")])
    agent.invoke({"messages": [("user", "Hello")]}, {"configurable": {"thread_id": "thread-1"}})

The state of the graph keeps every message, as before. Only what the model gets is shorter.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.messages import BaseMessage, convert_to_messages
from langgraph.config import get_config

from .async_client import AsyncPalimpsest
from .client import Palimpsest
from .errors import PalimpsestError
from .langchain import openai_messages
from .types import Appended, Context, Session


class PalimpsestMiddleware(AgentMiddleware):
    """One session for each thread. The messages of the thread must only grow: a thread whose older messages were edited
    or removed needs a new id. The system prompt of the agent is sent unchanged and not stored; `reserve` should leave
    tokens for it and for the tools."""

    def __init__(
        self,
        *,
        model: str,
        client: Palimpsest | None = None,
        async_client: AsyncPalimpsest | None = None,
        prefix: str = "langgraph:",
        **settings: Any,
    ) -> None:
        super().__init__()
        self._client, self._async_client = client, async_client
        self._model, self._prefix, self._settings = model, prefix, settings

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]) -> ModelResponse[Any]:
        client = self._client = self._client or Palimpsest()
        session = client.open_session(self._model, external_id=self._thread(), **self._settings)
        new = unsent(request.messages, session)
        context = (
            context_of(client.append(session["id"], openai_messages(new), context=True))
            if new
            else client.context(session["id"], format="openai")
        )
        return handler(request.override(messages=messages_of(context)))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        client = self._async_client = self._async_client or AsyncPalimpsest()
        session = await client.open_session(self._model, external_id=self._thread(), **self._settings)
        new = unsent(request.messages, session)
        context = (
            context_of(await client.append(session["id"], openai_messages(new), context=True))
            if new
            else await client.context(session["id"], format="openai")
        )
        return await handler(request.override(messages=messages_of(context)))

    def _thread(self) -> str:
        thread = get_config().get("configurable", {}).get("thread_id")
        if thread is None:
            raise ValueError('The run has no thread id. Pass {"configurable": {"thread_id": "…"}}.')
        return f"{self._prefix}{thread}"


def unsent(messages: list[Any], session: Session) -> list[BaseMessage]:
    """Returns the messages that are not stored yet. The session has one message for each earlier one of the thread."""
    stored = session["messageCount"]
    if stored > len(messages):
        raise ValueError(
            f"The thread has {len(messages)} messages and its session {stored}. Messages were removed from the thread: "
            "use a new thread id."
        )
    return messages[stored:]


def messages_of(context: Context) -> list[Any]:
    return list(convert_to_messages(context["messages"]))


def context_of(appended: Appended) -> Context:
    context = appended.get("context")
    if context is None:
        raise PalimpsestError(appended.get("contextProblem", {}))
    return context
