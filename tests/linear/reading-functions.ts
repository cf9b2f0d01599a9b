import { relative } from 'node:path'
import ts from 'typescript'
import { parsed, ROOT, sourceFiles } from './pattern-sources.js'

/** Finds the exported functions that read text, and calls them with a text of a test's choice. */

const FOLDERS = ['src/domain', 'src/doors', 'src/importers', 'src/present', 'src/model', 'src/http/input']

type Make = (text: string) => unknown

const WORD = 'word'
const message = (text: string) => ({ role: 'user', content: text })
const whole = (text: string) => [0, text.length] as const

const entryOf = (text: string) => ({
  ...{ id: WORD, kind: 'rule', text, source: 'message', sessionId: WORD, seq: 1, at: '2026-01-01T00:00:00.000Z' },
  ...{ state: 'open', closedAt: null, supersededBy: null, reason: null },
})

/** Arguments by the type of the parameter, as it is written. A text parameter that is not attacked is a word. */
const BY_TYPE: Record<string, Make> = {
  string: () => WORD,
  'string | null': () => WORD,
  CompactionItem: (text) => ({ digest: WORD, text }),
  Scripts: (text) => new Map([[WORD, text]]),
  LogNames: (text) => new Map([[WORD, text]]),
  number: () => 1_000,
  '(names: string) => boolean': () => () => true,
  '(head: string) => boolean': () => () => true,
  boolean: () => false,
  'readonly string[]': () => [WORD],
  'readonly number[]': () => [1],
  'ReadonlySet<string>': () => new Set([WORD]),
  Json: message,
  unknown: message,
  'Json | undefined': message,
  'Json[]': (text) => [message(text)],
  Format: () => 'openai',
  Buffer: (text) => Buffer.from(text),
  Span: whole,
  'Span | null': () => null,
  'Span | undefined': whole,
  'readonly string[] | null': () => null,
  ViewBounds: () => ({ maxCharacters: 4_000, worthCharacters: 1_000 }),
  'readonly Field[]': (text) =>
    Array.from({ length: text.length / 8 }, (_, at) => ({
      key: WORD,
      value: { kind: 'text', from: at * 8, to: at * 8 + 8 },
    })),
  'readonly Quote[]': (text) => [{ sessionId: WORD, seq: 1, role: 'user', tool: null, date: new Date(0), text }],
  'readonly Row[]': (text) =>
    [...text.matchAll(/[^\n]{1,40}/g)].map(({ 0: row, index: from }) => ({
      from,
      to: from + row.length,
      frame: 'quote',
    })),
  'readonly Match[]': (text) => [{ start: text.length >> 1, weight: 1 }],
  "ScannedJson['members']": () => null,
  JsonLimits: () => ({ depth: 200, nodes: 10_000_000 }),
  Fence: () => ({ sign: '`', length: 3 }),
  Size: () => ({ chars: 1_000_000, bytes: 1_000_000 }),
  PartPath: () => [WORD],
  '(text: string) => string': () => (text: string) => text,
  '(text: string) => number': () => (text: string) => text.length,
  '(name: string, value: Span) => void': () => () => {},
  '(marker: Marker) => boolean': () => () => true,
  TakeWord: () => () => {},
  'Record<string, string | null>': (text) => ({ [WORD]: text }),
  'readonly Closing[]': (text) => [
    { seqs: [1], isEnd: true, pieces: [WORD, text, text].map((one) => ({ text: one, introduces: false })) },
  ],
  'readonly { name: string; alias?: string }[]': (text) => [{ name: text }, { name: WORD, alias: text }],
  'readonly { text: string }[]': (text) => [{ text: WORD }, { text }],
  StandingEntry: (text) => entryOf(text),
  'readonly StandingEntry[]': (text) => [entryOf(text)],
  "Record<'open' | 'superseded' | 'ended' | 'sessions', number>": () => ({
    open: 1,
    superseded: 0,
    ended: 0,
    sessions: 1,
  }),
  '{ entries: readonly StandingEntry[]; sessions: readonly ListedSession[] }': (text) => ({
    entries: [entryOf(text)],
    sessions: [{ id: WORD, externalId: text, messageCount: 1, lastActivityAt: '2026-01-01T00:00:00.000Z' }],
  }),
  CountTokens: () => (text: string) => text.length,
  Held: () => ({ open: [], count: 0 }),
  Ending: (text) => ({ text, about: [text] }),
  '{ stated: readonly StandingEntry[]; endings?: readonly Ending[]; sessionId?: string; at: string }': (text) => ({
    stated: [entryOf(text)],
    at: '2026-01-01T00:00:00.000Z',
  }),
  Rarity: () => ({ of: () => 1 }),
  '{ tokens: number; rarity: Rarity; words?: readonly string[] }': () => ({ tokens: 10, rarity: { of: () => 1 } }),
  "Pick<Anchor, 'text' | 'kind'>": () => ({ text: WORD, kind: 'identifier' }),
  "Pick<Passage, 'voice' | 'tool'>": () => ({ voice: 'assistant', tool: null }),
}

/** Functions that are not called here, and why. A new function belongs here only if its text is short by construction
 * or a function that is called reads the same text through it. */
const NOT_CALLED: Record<string, string[]> = {
  'the text is a reason, a name or a title of our own': [
    ...['src/domain/session/compressor.ts#compressorBackingOff', 'src/domain/session/compressor.ts#isStuckBecause'],
    ...['src/domain/checkpoint/rendering.ts#renderCheckpoint', 'src/domain/goal/item.ts#patchItem'],
    ...['src/domain/model/model-health.ts#healthIssueText', 'src/domain/reductions/on-append.ts#reduceResult'],
    ...['src/doors/protocols/facts.ts#listText', 'src/doors/protocols/facts.ts#idIn'],
    ...['src/doors/request/parse-body.ts#parseRest', 'src/doors/transport/decoded.ts#collect'],
    'src/doors/request/user-scope.ts#inUserScope',
    ...['src/doors/turn/prepare-turn.ts#conversationKey', 'src/doors/turn/upstream-errors.ts#upstreamProblem'],
    ...['src/model/ollama/windows.ts#ollamaWindow', 'src/model/openai/windows.ts#openaiWindow'],
    ...['src/model/openai/connection.ts#apiUrl', 'src/model/openai/connection.ts#rootUrl'],
    ...['src/present/log-markdown.ts#logMarkdown', 'src/http/input/validation.ts#parseAs'],
  ],
  'readLog calls them': [
    ...['claude-code.ts#readClaudeCode', 'codex.ts#readCodex', 'data-sets.ts#readCrossWoz', 'pi.ts#readPi'],
    ...['data-sets.ts#readMemoryBank', 'opencode.ts#readOpencode', 'responses.ts#readResponses'],
  ].map((name) => `src/importers/${name}`),
  'countText calls it with parts of bounded length': ['src/model/encoding.ts#countPart'],
  'tests of their own let the text grow': [
    ...['src/domain/formats/call-id-text.ts#renameCallIds', 'src/domain/formats/envelope.ts#readContent'],
    ...['src/domain/originals/slices.ts#sliceText', 'src/domain/summary/verify.ts#verificationOf'],
  ],
}

/** Parameters that hold a constant of the code, not a text from outside. */
const CONSTANTS = ['wanted']

export interface Reading {
  /** File, function, and the parameter that gets the text. */
  name: string
  /** Calls the function, and takes all that a generator yields. */
  call: Make
}

/** Returns the calls of all exported functions with a text parameter, and the names of those that cannot be called. */
export async function readings(): Promise<{ calls: Reading[]; unknown: string[] }> {
  const calls: Reading[] = []
  const unknown: string[] = []
  const notCalled = new Set(Object.values(NOT_CALLED).flat())
  for (const path of FOLDERS.flatMap(sourceFiles)) {
    for (const found of textFunctions(path)) {
      const id = `${relative(ROOT, path)}#${found.name}`
      const missing = found.types.filter((type) => !(type in BY_TYPE))
      if (notCalled.has(id)) continue
      if (missing.length > 0) unknown.push(`${id}: ${missing.join(', ')}`)
      else calls.push(...(await callsOf(found, path, id)))
    }
  }
  return { calls, unknown }
}

async function callsOf({ name, types, attacked }: TextFunction, path: string, id: string): Promise<Reading[]> {
  const module = (await import(path)) as Record<string, (...args: unknown[]) => unknown>
  return attacked.map((place) => ({
    name: `${id} ${place}`,
    call: (text) =>
      drained(() => module[name]!(...types.map((type, at) => (at === place ? text : BY_TYPE[type]!(text))))),
  }))
}

/** A refusal is an answer, too: only its cost counts. */
function drained(work: () => unknown): void {
  try {
    const made = work()
    // Only what an async function does at once is measured.
    if (made instanceof Promise) made.catch(() => {})
    if (made !== null && typeof made === 'object' && Symbol.iterator in made && 'next' in made) {
      for (const _ of made as Iterable<unknown>);
    }
  } catch {
    // Refused.
  }
}

interface TextFunction {
  name: string
  /** Types of the parameters it needs, as they are written. */
  types: string[]
  /** Places of the parameters that get the text. */
  attacked: number[]
}

/** Returns the exported functions of a file with a text parameter. */
function textFunctions(path: string): TextFunction[] {
  return parsed(path).statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return []
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    const needed = statement.parameters.filter((each) => !each.initializer && !each.questionToken)
    const types = needed.map((each) => each.type?.getText() ?? 'unknown')
    const attacked = needed.flatMap(({ name }, at) =>
      types[at] === 'string' && !CONSTANTS.includes(name.getText()) ? [at] : [],
    )
    return attacked.length > 0 ? [{ name: statement.name.text, types, attacked }] : []
  })
}
