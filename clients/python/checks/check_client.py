"""Uses both clients against a daemon: typed calls, a conversation, an outage, and the event stream. Usage: python … URL KEY."""

import asyncio
import itertools
import sys
from contextlib import aclosing

import httpx
from palimpsest import AsyncPalimpsest, LocalWindowError, Palimpsest, PalimpsestError, UnavailableError

URL, KEY = sys.argv[1:3]
SETTINGS = {"context_size": "2K", "system_prompt": "Be terse."}


class Outage(httpx.HTTPTransport):
    """The network to the daemon. `fault`: nothing arrives, or the reply is lost after the daemon executed the request."""

    fault: str | None = None
    sent: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.fault == "refused":
            raise httpx.ConnectError("refused")
        self.sent.append(f"{request.method} {request.url.path}")
        response = super().handle_request(request)
        if self.fault == "lost":
            response.read()
            response.close()
            raise httpx.ReadError("lost")
        return response


def user(content: str) -> dict[str, str]:
    return {"role": "user", "content": content}


def assistant(content: str) -> dict[str, str]:
    return {"role": "assistant", "content": content}


def check_calls() -> None:
    with Palimpsest(URL, KEY) as client:
        session = client.open_session("gpt-4o:7b", external_id="python calls", **SETTINGS)
        assert client.open_session("gpt-4o:7b", external_id="python calls")["id"] == session["id"]
        appended = client.append(session["id"], [user("one"), assistant("1")], context=True)
        assert [one["seq"] for one in appended["messages"]] == [1, 2]
        assert appended["context"] == client.context(session["id"])
        assert client.context(session["id"])["messages"][0] == {"role": "system", "content": "Be terse."}
        assert client.context(session["id"], format="ollama")["options"] == {"num_ctx": 2_000}
        client.append(session["id"], [user(f"number {n}") for n in range(7)])
        assert [one["seq"] for one in client.history(session["id"], limit=4)] == list(range(1, 10))
        assert client.request("GET", f"/v1/sessions/{session['id']}/audit")["ok"] is True
        try:
            client.append(session["id"], [{"role": "nonsense", "content": "x"}])
            raise SystemExit("nonsense was accepted")
        except PalimpsestError as error:
            assert (error.status, error.code) == (400, "invalid_request"), error
            assert error.problem["errors"][0]["path"].startswith("messages[0]")
        events = list(itertools.islice(client.events(after="0", session_id=session["id"]), 3))
        assert [event["type"] for event in events][0] == "session-created", events
        assert [event["seq"] for event in events] == [1, 2, 3], events
        client.delete_session(session["id"])
    try:
        Palimpsest("http://127.0.0.1:9", KEY, retries=0).open_session("m")
        raise SystemExit("nothing answered, and no error was raised")
    except UnavailableError:
        pass


def check_other_server() -> None:
    page = httpx.MockTransport(lambda _: httpx.Response(200, html="<h1>Sign in</h1>"))
    try:
        Palimpsest(URL, KEY, transport=page).open_session("m")
        raise SystemExit("a page was taken for a session")
    except PalimpsestError as error:
        assert (error.status, error.code) == (200, "unexpected_reply"), error


def check_odd_texts() -> None:
    client = Palimpsest(URL, KEY)
    talk = client.conversation("gpt-4o:7b", external_id="python odd", **SETTINGS)
    odd = ["half a pair: \ud83d", "none: \u0000", "whole: \U0001f98a, 中文"]
    for text in odd:
        talk.append([user(text)])
    assert talk.waiting_messages == 0 and talk.reason is None
    assert [one["message"]["content"] for one in client.history(talk.session_id or "")] == odd
    try:
        talk.append([{**user("x"), "score": float("nan")}])
        raise SystemExit("a message that is no JSON was taken")
    except ValueError:
        pass
    assert talk.waiting_messages == 0


def check_lost_reply() -> None:
    network = Outage()
    client = Palimpsest(URL, KEY, transport=network)
    talk = client.conversation("gpt-4o:7b", external_id="python lost", **SETTINGS)
    talk.append([user("once")])
    network.fault = "lost"
    talk.append([assistant("stored, and its reply is lost")])
    assert talk.waiting_messages == 1 and talk.reason is not None
    network.fault = None
    assert talk.flush() and talk.reason is None
    stored = [one["message"]["content"] for one in client.history(talk.session_id or "")]
    assert stored == ["once", "stored, and its reply is lost"], stored


def check_outage() -> None:
    network = Outage()
    client = Palimpsest(URL, KEY, transport=network)
    talk = client.conversation("gpt-4o:7b", format="ollama", external_id="python outage", **SETTINGS)
    said: list[dict[str, str]] = []
    for turn in range(40):
        network.fault = "refused" if turn % 20 < 12 else None
        said.append(user(f"question {turn}: " + "word " * 40))
        context = talk.append_and_context(said[-1:])
        assert context["source"] == ("local" if network.fault else "daemon"), (turn, context["source"])
        assert context["tokens"] <= context["limit"] - 255, context["tokens"]
        assert context["messages"][0] == {"role": "system", "content": "Be terse."}
        assert context["messages"][-1]["content"].endswith(said[-1]["content"]), context["messages"][-1]
        assert context["model"] == "gpt-4o:7b" and context["options"] == {"num_ctx": 2_000}
        said.append(assistant(f"answer {turn}"))
        talk.append(said[-1:])
    assert [one["message"] for one in client.history(talk.session_id or "")] == said
    network.sent.clear()
    talk.append_and_context([user("one request")])
    assert len(network.sent) == 1, network.sent
    network.fault = "refused"
    try:
        talk.append_and_context([user("word " * 9_000)])
        raise SystemExit("a message larger than the window was put into a context")
    except LocalWindowError:
        assert talk.waiting_messages == 1
    network.fault = None
    try:
        talk.append([assistant("after it")])
    except PalimpsestError as error:
        raise SystemExit(f"the refusal of an earlier message was raised by another call: {error}") from error
    assert [error.code for _, error in talk.refused] == ["message_exceeds_window"]


async def check_async() -> None:
    async with AsyncPalimpsest(URL, KEY) as client:
        talk = client.conversation("gpt-4o:7b", external_id="python async", **SETTINGS)
        for turn in range(3):
            context = await talk.append_and_context([user(f"question {turn}")])
            assert context["source"] == "daemon" and context["messages"][-1] == user(f"question {turn}")
            await talk.append([assistant(f"answer {turn}")])
        stored = [one["message"] async for one in client.history(talk.session_id or "")]
        assert len(stored) == 6
        seen = 0
        async with aclosing(client.events(after="0", types=["message-appended"])) as events:
            async for event in events:
                seen += event["sessionId"] == talk.session_id
                if seen == 6:
                    break
    refused = AsyncPalimpsest(URL, "wrong", retries=0)
    try:
        async for _ in refused.events():
            raise SystemExit("a wrong key got events")
    except PalimpsestError as error:
        assert error.status == 401
    await refused.close()


check_calls()
check_other_server()
check_odd_texts()
check_lost_reply()
check_outage()
asyncio.run(check_async())
print("The clients work: calls, lost replies, an outage, and events.")
