/** The client of the Palimpsest context service, for browsers and Node. */
export { createClient, take, type ClientOptions, type PalimpsestClient } from './client.js'
export { type Conversation } from './conversation.js'
export type { ConversationOptions, ConversationState, Refused, WindowedContext } from './conversation-types.js'
export { PalimpsestError, UnavailableError, type Problem } from './errors.js'
export { type FollowOptions, type StreamState } from './events.js'
export type {
  AnthropicMessage,
  ContextMessage,
  ContextTool,
  NativeMessage,
  NativePart,
  OllamaMessage,
  OpenAIMessage,
  ResponsesItem,
} from './formats/contexts.js'
export type { InputMessage } from './formats/inputs.js'
export { LocalWindowError } from './local-window.js'
export { OutboxFullError } from './outbox.js'
export { sessionName, sessionTitle } from './session-name.js'
export { type Socket, type SocketConstructor } from './socket.js'
export type { Event, EventType, StreamItem } from './stream.js'
export type {
  Appended,
  AppendOptions,
  CallOptions,
  Context,
  ContextQuery,
  CreateSession,
  Format,
  HistoryMessage,
  HistoryQuery,
  ModelInput,
  Session,
  SessionSummary,
} from './types.js'
export type { components, operations, paths } from './generated/api.js'
