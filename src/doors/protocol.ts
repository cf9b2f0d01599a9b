import type { PlanItem } from '../domain/doors/plan.js'
import type { Format, Json } from '../domain/message.js'
import type { Problem } from '../http/problem.js'

export type { Bound, PlanItem } from '../domain/doors/plan.js'

/** The contract between the core of the doors and a provider's API. A protocol reads bodies, writes what replaces cut
 * messages, reads answers, and knows the shape of errors. It stores nothing and sends nothing. */

export type DoorId = 'ollama' | 'openai' | 'responses' | 'anthropic'

/** Top-level members of a request body, without the list of messages. */
export interface Members {
  /** Parsed value; undefined if absent. */
  value(key: string): Json | undefined
  /** Exact JSON text; null if absent. */
  text(key: string): string | null
}

/** Kinds of elements of the list of messages.
 * - `system`: system text at the head of the list. Never stored as a message, never moved.
 * - `turn`: a message of the conversation, part of the digest chain.
 * - `reminder`: system text in the middle. It stays where it is and is no part of the chain, because clients move it.
 * - `result`: system text that the model answers. It is a message of the conversation, too. */
export type ElementKind = 'system' | 'turn' | 'reminder' | 'result'

/** Whether an element is a message of the conversation. */
export const isMessage = (kind: ElementKind | undefined): boolean => kind === 'turn' || kind === 'result'

/** What a request says, apart from its messages. */
export interface RequestFacts {
  model: string
  /** Whether the client asked for a stream. */
  stream: boolean
  /** System text outside the list of messages, exact JSON text; null: none. */
  system: string | null
  /** Tool schemas, exact JSON text of the array; null: none. */
  tools: string | null
  /** Most tokens the client asked for; null: not given. */
  outputTokens: number | null
  /** Window that the client asked for, in tokens (Ollama `num_ctx`); null: not given. */
  window: number | null
  /** Ids in the body that name the conversation, best first. */
  ids: BodyId[]
  /** Key for the prompt cache of the provider; null or absent: none. Programs use one for many people, so it names no conversation, but requests
   * with different keys are never one. [P14] */
  cacheKey?: string | null
  /** Id of the person who uses the client; null: not given. Their sessions share a scope if the app wants that. [M9] */
  user: string | null
}

export interface BodyId {
  /** Name of the member, such as `metadata.session_id`. Recorded with the session. */
  source: string
  id: string
  /** Id of the conversation that started this one; absent: none. */
  parent?: string
}

/** Why a request passes through without being stored. `stateful`: its messages are at the server. */
export type Quirk = 'title' | 'topic' | 'compaction' | 'warm-up' | 'stateful'

/** What is sent instead of the client's own list of messages. */
export interface Plan {
  items: PlanItem[]
  /** Exact text of the messages of this request that are not sent any more. */
  dropped: string[]
}

export interface Protocol {
  id: DoorId
  /** Format in which messages are stored. */
  format: Format
  /** Paths below the address of the door, such as `/v1/chat/completions`. */
  paths: readonly string[]
  /** Top-level member with the list of messages: `messages` or `input`. */
  list: string
  /** Reads the other members. Throws invalid_request. */
  readFacts(members: Members): RequestFacts
  /** @param leading only system text precedes the element */
  kindOf(value: Json, leading: boolean): ElementKind
  /** Returns the message for a list that is a text instead of an array, as JSON text; absent: refused. */
  readText?(text: string): string
  /** Returns why a request is not a turn; null: it is one. `last`: the newest element. */
  quirkOf?(request: { facts: RequestFacts; members: Members; last: Json; count: number }): Quirk | null
  /** Returns the elements to send, as JSON text. `facts` is for protocols that place `cache_control`. */
  write(plan: Plan, facts: RequestFacts): string[]
  /** Changes members outside the list that depend on the cut, in the body's exact text; absent: none.
   * @param body text with the new list */
  finish?(body: string, plan: Plan, facts: RequestFacts): string
  /** Returns the exact text of a member that makes the upstream use a window of `numCtx` tokens [S1]; null: the body
   * does so already. Absent: the upstream has one window. */
  windowMember?(members: Members, numCtx: number): { name: string; text: string } | null
  /** Returns the exact JSON text of an object with the members that decide how the model is loaded and the prompt is written,
   * for a server that may evaluate a prompt early; absent: none does. [P12] */
  promptMembers?(members: Members): string
  /** Removes reasoning from a message for a request that bypasses the store; absent: reasoning is not bound. */
  withoutReasoning?(raw: string): string
  /** Returns a reader for one answer. @param contentType of the answer, in lower case */
  readAnswer(contentType: string): AnswerReader
  /** Returns our problem as the provider would report it. */
  error(problem: Problem): { status: number; body: string }
  /** Sent after 10 s without a byte, if the answer is a stream; null: nothing can be sent. */
  ping: string | null
  /** Returns a problem as an event, for a stream whose status is already sent. */
  streamError(problem: Problem): string
  /** Returns the window that a refusal for length names, `unknown` if it names none; null: refused for another reason. */
  refusedLength(status: number, body: string): number | 'unknown' | null
}

/** Collects one answer while it streams through. Never throws: garbage gives an answer without messages. Linear in the
 * bytes of the answer, and bounded: an answer over 32 MiB counts as interrupted. */
export interface AnswerReader {
  push(chunk: Uint8Array): void
  /** Whether the end mark of the protocol has arrived, or the reason why the model stopped. */
  hasEnded(): boolean
  end(how: 'complete' | 'interrupted'): Answer
}

export interface Answer {
  /** The messages a client would send next, exact JSON text in the format of the protocol. Empty: nothing to store. */
  messages: string[]
  /** Tokens of the prompt as the model counted them, cached ones included. */
  promptTokens?: number
  outputTokens?: number
  /** Id of the answer, if a later request may name it (`previous_response_id`). */
  id?: string
  /** false: the stream ended before its own end mark. */
  complete: boolean
}

/** Makes an upstream of one API answer a door of another. */
export interface Translation {
  /** Path at the upstream. */
  path: string
  /** Returns the upstream's request. @param body JSON text of the door's request. @param numCtx window in tokens [S1] */
  request(body: string, numCtx: number): TranslatedRequest
  /** Returns a translator for one answer with status 200. @param request of the door */
  answer(request: Members, translated: TranslatedRequest): AnswerTranslator
  /** Returns an error of the upstream in the shape of the door. */
  error(status: number, body: string): { status: number; body: string }
}

export interface TranslatedRequest {
  text: string
  /** The tools of the request, by the names that the model knows. */
  clientTools: ReadonlyMap<string, ClientTool>
}

/** A tool as the client knows it. */
export interface ClientTool {
  name: string
  /** Codex groups tools, such as those of an MCP server, in namespaces; null: in none. */
  namespace: string | null
  /** The tool takes a text instead of arguments. The model knows it with one argument, `input`. */
  isText: boolean
}

/** Translates an answer chunk by chunk into the door's format. */
export interface AnswerTranslator {
  contentType: string
  push(chunk: Uint8Array): Uint8Array
  /** Returns the rest: for an answer without its own end mark, an error in the shape of the door. */
  end(how: 'complete' | 'interrupted'): Uint8Array
  /** Returns what the model server reports as an error, or that its answer has no end mark; null: neither. Call after `end`. */
  failure(): string | null
}
