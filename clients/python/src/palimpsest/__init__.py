"""Client of the Palimpsest context service, synchronous and asynchronous."""

from .async_client import AsyncPalimpsest
from .async_conversation import AsyncConversation
from .client import Palimpsest
from .conversation import Conversation
from .errors import LocalWindowError, OutboxFullError, PalimpsestError, UnavailableError
from .types import Appended, Context, ContextStatus, Event, Format, LocalContext, Session

__all__ = [
    "Appended",
    "AsyncConversation",
    "AsyncPalimpsest",
    "Context",
    "ContextStatus",
    "Conversation",
    "Event",
    "Format",
    "LocalContext",
    "LocalWindowError",
    "OutboxFullError",
    "Palimpsest",
    "PalimpsestError",
    "Session",
    "UnavailableError",
]
__version__ = "0.1.0"
