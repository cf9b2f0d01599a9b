"""A context built without the daemon: its last one, then the messages since, within the limit. Whole turns leave, oldest
first, then rounds of tool calls of the current turn. Nothing is summarized."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .errors import LocalWindowError
from .types import Context, Format

BYTES_PER_TOKEN = 3
"""English text has 4 and code 3 to 3.5, so the estimate errs to the high side."""
LIMIT_SHARE = 0.85
DEFAULT_SIZE = "16K"


@dataclass(frozen=True)
class Known:
    """What the daemon returned last. Formats that keep the system text among the messages have it there."""

    messages: list[Any]
    members: dict[str, Any]
    """`system`, `tools`, and for Ollama `model` and `options`."""
    tokens: int
    limit: int
    reserve: int

    @staticmethod
    def of(context: Context) -> "Known":
        given: dict[str, Any] = {**context}
        members: dict[str, Any] = {name: given[name] for name in ("system", "tools", "model", "options") if name in given}
        status: Any = context["contextStatus"]
        return Known(context["messages"], members, context["tokens"], context["limit"], status["reserve"])


def before_first_context(session: dict[str, Any], format: Format) -> Known:
    """Returns what is known of a session that the daemon has not opened yet. [S1] [S3]"""
    size = size_of(session.get("contextSize", DEFAULT_SIZE))
    limit = session.get("contextLimit") or math.floor(LIMIT_SHARE * size)
    reserve = session.get("reserve") or math.floor(min(1_000, 0.15 * limit))
    prompt, tools = session.get("systemPrompt"), session.get("tools")
    is_apart = format in ("anthropic", "native")
    messages = [] if prompt is None or is_apart else [{"role": "system", "content": prompt}]
    members: dict[str, Any] = {} if tools is None else {"tools": tools}
    if prompt is not None and is_apart:
        members["system"] = prompt
    if format == "ollama":
        # Without num_ctx, Ollama cuts long prompts silently.
        window = size if "contextSize" in session or "contextLimit" not in session else math.ceil(limit / LIMIT_SHARE)
        members |= {"model": session["model"], "options": {"num_ctx": window}}
    return Known(messages, members, estimate([*members.values(), *messages], 0), limit, reserve)


def size_of(size: str | int) -> int:
    if isinstance(size, int):
        return size
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([KkMm])?", size)
    if found is None:
        return 16_000
    return int(float(found[1]) * {"": 1, "K": 1_000, "M": 1_000_000}[(found[2] or "").upper()])


def build(known: Known, since: Sequence[Any]) -> dict[str, Any]:
    """Returns the members of a context. Raises LocalWindowError."""
    fixed_parts = [value for name, value in known.members.items() if name in ("system", "tools")]
    ratio = known.tokens / max(1, bytes_of([*fixed_parts, *known.messages]))
    everything = [*known.messages, *since]
    first = next((at for at, message in enumerate(everything) if not is_system(message)), len(everything))
    fixed, rest = everything[:first], everything[first:]
    sizes = [estimate([message], ratio) for message in rest]
    fixed_tokens = estimate([*fixed_parts, *fixed], ratio)
    free = known.limit - known.reserve - fixed_tokens
    chosen = choose(rest, sizes, free)
    if chosen is None:
        needed = sum(sizes[last_turn(rest) :])
        raise LocalWindowError(f"The newest messages take about {needed} tokens; {max(0, free)} are free. They wait.")
    return {
        **known.members,
        "messages": [*fixed, *(rest[at] for at in chosen)],
        "tokens": fixed_tokens + sum(sizes[at] for at in chosen),
        "limit": known.limit,
        "left_out": len(rest) - len(chosen),
    }


def choose(rest: Sequence[Any], sizes: Sequence[int], free: int) -> list[int] | None:
    """Returns the indexes of the messages that stay; None if none fit. Calls and results stay or leave together."""
    for at in range(len(rest)):
        # Without an earlier cut the first message may be one of any kind: a checkpoint, for example.
        if (at == 0 or starts_turn(rest[at])) and sum(sizes[at:]) <= free:
            return list(range(at, len(rest)))
    if not rest:
        return []
    turn = last_turn(rest)
    for at in range(turn + 1, len(rest)):
        if is_result(rest[at - 1]) and not is_result(rest[at]) and sizes[turn] + sum(sizes[at:]) <= free:
            return [turn, *range(at, len(rest))]
    return None


def last_turn(messages: Sequence[Any]) -> int:
    return max((at for at, message in enumerate(messages) if starts_turn(message)), default=0)


def bytes_of(values: Sequence[Any]) -> int:
    return sum(len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")) for value in values)


def estimate(values: Sequence[Any], tokens_per_byte: float) -> int:
    return math.ceil(bytes_of(values) * max(tokens_per_byte, 1 / BYTES_PER_TOKEN))


def is_system(message: Any) -> bool:
    return isinstance(message, dict) and message.get("role") in ("system", "developer")


def starts_turn(message: Any) -> bool:
    return isinstance(message, dict) and message.get("role") == "user" and not is_result(message)


def is_result(message: Any) -> bool:
    """Whether a message of any format carries results of tool calls."""
    if not isinstance(message, dict):
        return False
    if message.get("role") == "tool" or str(message.get("type", "")).endswith("_call_output"):
        return True
    blocks = [block for name in ("content", "parts") if isinstance(message.get(name), list) for block in message[name]]
    return any(isinstance(block, dict) and block.get("type") == "tool_result" for block in blocks)


def messages_in(given: Sequence[Any]) -> list[Any]:
    """Returns the messages in a list of messages and responses, as the daemon reduces them."""
    found: list[Any] = []
    for value in given:
        if value.get("object") == "chat.completion":
            found += [choice["message"] for choice in value.get("choices", [])[:1]]
        elif value.get("object") == "response":
            found += value.get("output", [])
        elif isinstance(value.get("done"), bool) and isinstance(value.get("message"), dict):
            found.append(value["message"])
        elif value.get("type") == "message" and isinstance(value.get("usage"), dict):
            found.append({"role": value.get("role"), "content": value.get("content")})
        else:
            found.append(value)
    return found
