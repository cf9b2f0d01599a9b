import type { Fault } from '../errors.js'
import type { JsonObject } from '../json/json.js'
import type { Json, ParsedMessage, PartPath } from '../message.js'
import type { RenderMessage } from './rendering.js'

/** Everything that differs between message formats. `definitions.ts` lists one definition for each. All other code asks
 * the definition and never compares names, so that a new format changes no other file. */
export interface MessageFormat extends Layout {
  /** Parses one message. Calls and results without ids get `callId: ''`. Throws invalid_request: provider formats only
   * for values that are not messages, the native format for every fault.
   * @param path names the message in faults (`messages[3]`) */
  parse(value: Json, path: string): ParsedMessage
  /** Returns one message as zero or more messages of the format, with results before text. */
  render(message: RenderMessage): Json[]
  /** Returns what the provider would refuse in a message; empty if it is valid.
   * @param path names the message in faults (`messages[3]`) */
  faults(value: Json, path: string): Fault[]
  /** Returns how much a message that was refused looks like one of this format: a number of `LIKENESS`. */
  looksLike(message: JsonObject): number
  /** Returns the message of a response object; null if the value is none of this provider. Absent: it has none. */
  readResponse?(value: JsonObject): ResponseMessage | null
  /** Converts one tool schema; one that is in this format, or in none known, stays unchanged. Absent: schemas are sent as
   * received. */
  renderTool?(tool: Json): Json
  /** Entries that are stored together as one message. Absent: each is a message of its own. */
  turns?: Turns
  /** Where call ids may not repeat: in a request, or among the calls of one message; null: they may. [P5] */
  uniqueCallIds: 'context' | 'message' | null
  /** Whether arguments are JSON text; otherwise they are an object. */
  argsAreText: boolean
  /** List beside the content that holds its images; null: they are blocks of the content. */
  mediaKey: 'images' | null
}

/** How a context is laid out as the body of a request. */
interface Layout {
  /** Where system text goes. `message`: the prompt is a message before all others. `member`: the prompt is a member of its
   * own. `apart`: so are the system messages that follow it, and later ones are sent in the user role, because the format
   * has no role for them. */
  system: 'message' | 'member' | 'apart'
  /** Whether the first message must be the user's. */
  opensWithUser: boolean
  /** Joins adjacent messages of one role into one. Absent: they may be adjacent. */
  joinNeighbours?(messages: Json[]): Json[]
  /** Returns members of the reply besides system text, messages and tools, so that a client can send it as it is.
   * @param request its model, and the context window in tokens that the model server is to use */
  extraMembers?(request: { model: string; numCtx: number }): JsonObject
}

/** How the entries of one model turn become one stored message, so that a cut never separates them. */
export interface Turns {
  /** Whether the model wrote the entry. Adjacent ones are joined. */
  joins(entry: Json): boolean
  join(entries: readonly { raw: string; value: Json }[]): { raw: string; value: Json }
  /** Returns the entries of a stored message as exact text. */
  split(raw: string): string[]
}

/** How a response object contains its message. An app may append one as it came from the model server. [13] */
export interface ResponseMessage {
  /** Where the message is in the object; `keys` names the members that make up the message, `items` the list of its
   * entries. */
  message: { at: PartPath } | { keys: readonly string[] } | { items: string }
  /** Prompt tokens that the server counted; null if it reports none. */
  promptTokens: number | null
}

/** What in a message speaks for a format. The highest decides; of equal ones, the first format of `FORMATS`. */
export const LIKENESS = {
  none: 0,
  /** A block of text, which other formats have too. */
  textBlock: 1,
  /** The name of a block follows the pattern of the format. */
  namePattern: 2,
  /** A block that another format has too. */
  sharedBlock: 3,
  /** A block of this format alone. */
  ownBlock: 4,
  role: 5,
  key: 6,
  /** The whole message is valid, or nothing else has its main key. */
  shape: 7,
} as const
