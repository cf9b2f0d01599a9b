import type { Origin, Role } from '../message.js'

/** One parsed message of a span, as the summary code reads it. */
export interface SourceMessage {
  seq: number
  role: Role
  /** Author of text in the user role: a person, if absent. */
  origin?: Origin
  /** Name of its author, if its message says it. Then its text begins with the name and a colon. */
  speaker?: string
  parts: SourcePart[]
}
export type SourcePart =
  | { kind: 'text'; text: string }
  | { kind: 'thought'; text: string } // what a model concluded before a call, if its message says nothing else
  | { kind: 'call'; callId: string; name: string; args: string } // args as compact JSON
  | { kind: 'result'; callId: string; name: string; text: string; isError: boolean }

/** An exact string that must survive. [V4] */
export interface Anchor {
  text: string
  /** path, url, identifier, number, version, date, error, constraint, decision */
  kind: 'path' | 'url' | 'identifier' | 'number' | 'version' | 'date' | 'error' | 'constraint' | 'decision'
  /** 3 in assistant text and errors, 2 in call arguments, 0.3 in results. 2 and more is important. */
  weight: number
  /** Seqs of the messages that contain it, ascending. */
  seqs: number[]
}

/** A line proposed by a summarizer, before verification. */
export interface ProposedLine {
  kind: LineKind
  text: string
  importance: number
  /** Source messages; if empty, the verification attributes the line. */
  sources: number[]
}

/** Counts the tokens of a short text synchronously. */
export type CountTokens = (text: string) => number

/** Kinds of lines in a checkpoint. */
export const LINE_KINDS = [
  'intent',
  'constraint',
  'decision',
  'artifact',
  'error',
  'next',
  'question',
  'progress',
  'fact',
  'code',
] as const

export type LineKind = (typeof LINE_KINDS)[number]
