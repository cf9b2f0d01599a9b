"""Failures of a call, in the two kinds that a program treats differently: the daemon refused, or nothing answered."""

from typing import Any

import httpx


class PalimpsestError(Exception):
    """The daemon refused a request. `code` is stable; the message names the fault, its numbers, and the remedy."""

    def __init__(self, problem: dict[str, Any], retry_after: float | None = None) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or "The request was refused.")
        self.problem = problem
        self.status = int(problem.get("status", 0))
        self.code = str(problem.get("code", "unexpected_reply"))
        self.retry_after = retry_after
        """Seconds that the daemon asks to wait; None: it names none."""


class UnavailableError(Exception):
    """The daemon did not answer: no connection, a broken one, or no reply in time."""


class LocalWindowError(Exception):
    """Not even the newest messages fit a local context, or nothing is known of the session. The messages wait."""


class OutboxFullError(Exception):
    """Too many messages wait for the daemon. These were not accepted."""


def error_of(response: httpx.Response) -> PalimpsestError:
    """Returns the error for a reply that is not a success, whatever its body."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not (isinstance(body, dict) and "code" in body and "detail" in body):
        detail = f"The server answered {response.status_code} without a problem document. Is it a Palimpsest daemon?"
        body = {"title": response.reason_phrase, "detail": detail, "code": "unexpected_reply", "errors": []}
    return PalimpsestError({**body, "status": response.status_code}, retry_after(response))


def json_of(response: httpx.Response) -> Any:
    """Returns the JSON of a success; None for an empty reply. Another server, or a proxy, may answer with a page."""
    try:
        return response.json() if response.content else None
    except ValueError as error:
        raise error_of(response) from error


def retry_after(response: httpx.Response) -> float | None:
    text = response.headers.get("retry-after", "")
    return float(text) if text.isdigit() else None


def is_temporary(error: Exception) -> bool:
    """Whether the same request may succeed later, without a change by the program."""
    if isinstance(error, UnavailableError):
        return True
    return isinstance(error, PalimpsestError) and (error.status in (408, 429) or error.status >= 500)
