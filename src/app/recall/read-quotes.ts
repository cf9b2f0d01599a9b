import { parseMessage } from '../../domain/formats/index.js'
import { ownRows, type Row } from '../../domain/attribution/own-rows.js'
import type { Role, StoredMessage } from '../../domain/message.js'
import type { Candidate } from '../../domain/recall/candidates.js'
import type { Chosen } from '../../domain/recall/choose.js'
import { quotedSpans, wholeChars } from '../../domain/recall/excerpt.js'
import { usualTokens } from '../../domain/recall/free-tokens.js'
import { withFrames } from '../../domain/recall/frames.js'
import type { Session } from '../../domain/session/session.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { FoundPassage, PartAddress, Ports } from '../../ports/ports.js'
import { readRaw, readStored } from '../shared/read-stored.js'
import { givenTime } from '../shared/time-of.js'

/** Characters of a message above which it is not read for what is beside a hit. */
const MAX_CHARS = 20_000

type Needs = Pick<Ports, 'store' | 'tokenizer'>

/** A message as far as quotes need it. */
interface Source {
  message: StoredMessage
  date: Date
  isDated: boolean
  text: { part: number; text: string; rows(): readonly Row[] } | null
  /** Name of its author, if the message says it. */
  speaker: string | undefined
  tools: ReadonlyMap<number, string>
}

/** Reads what is chosen: who said it and when, and the message beside it. Leaves out what the app took back, and sessions that
 * were deleted meanwhile. [M2] */
export async function readQuotes(
  ports: Needs,
  session: Session,
  chosen: readonly Chosen<FoundPassage>[],
): Promise<Candidate[]> {
  const sources = await readSources(ports, chosen)
  const candidates: Found[] = []
  for (const one of chosen) {
    await pauseWhenDue()
    candidates.push(...quotesOf(ports, session, one, sources))
  }
  const addresses = candidates.flatMap(({ hit, beside }) =>
    [hit, ...(beside ? [beside] : [])].map(({ excerpt }) => excerpt),
  )
  const places = await ports.store.placesOf(session.appId, addresses)
  const isThere = new Set(addresses.filter((_, at) => places[at] && places[at].where !== 'withdrawn'))
  return candidates.flatMap(({ hit, beside }) =>
    isThere.has(hit.excerpt) ? [{ ...hit, beside: beside && isThere.has(beside.excerpt) ? beside : null }] : [],
  )
}

/** A quote, and what is beside it. */
interface Found {
  hit: Omit<Candidate, 'beside'>
  beside: Omit<Candidate, 'beside'> | null
}

function quotesOf(
  ports: Needs,
  session: Session,
  { passage, matches, coverage, beside }: Chosen<FoundPassage>,
  sources: ReadonlyMap<string, Source>,
): Found[] {
  const { sessionId, seq, part } = passage
  const source = sources.get(keyOf(passage))
  // Reasoning was said to no one.
  if (!source || source.message.shape[part]?.kind === 'reasoning') return []
  const isPersons = source.message.role === 'user' && source.message.origin === 'human'
  const spans = quotedSpans(passage.text, matches, wholeChars(isPersons, usualTokens(session)))
  const [hit, ...more] = spans.map(({ from, to }) =>
    candidate(ports, source, { part, start: passage.start + from, text: passage.text.slice(from, to) }, coverage),
  )
  if (!hit) return []
  const other = beside === null ? undefined : sources.get(keyOf({ sessionId, seq: beside }))
  const rest = more.map((one) => ({ hit: one, beside: null }))
  return [{ hit, beside: other ? besideOf(ports, other, seq, coverage) : null }, ...rest]
}

function besideOf(ports: Needs, source: Source, seq: number, coverage: number): Omit<Candidate, 'beside'> | null {
  if (!source.text) return null
  const { part, text } = source.text
  // Of an answer its beginning, of a question its end.
  const at = source.message.seq > seq ? 0 : text.length - 1
  const [span] = quotedSpans(text, [{ start: at, term: 0, weight: 1 }])
  if (!span) return null
  return candidate(ports, source, { part, start: span.from, text: text.slice(span.from, span.to) }, coverage)
}

function candidate(
  { tokenizer }: Needs,
  { message: { sessionId, seq, role }, date, isDated, tools, speaker, text: known }: Source,
  words: { part: number; start: number; text: string },
  coverage: number,
): Omit<Candidate, 'beside'> {
  const { text, part, start } = words
  const score = Math.round(coverage * 100) / 100
  const tool = tools.get(part) ?? null
  const isKnown = known?.part === part && known.text.startsWith(text, start)
  const framed = isKnown
    ? withFrames(known.text, known.rows(), start, start + text.length)
    : withFrames(text, ownRows(text, role === 'user'), 0, text.length)
  return {
    excerpt: { sessionId, seq, ...words, score, tokens: tokenizer.count(text) },
    quote: { sessionId, seq, role, speaker, tool, date, isDated, text: tool === null ? framed : text },
  }
}

async function readSources(ports: Needs, chosen: readonly Chosen<FoundPassage>[]): Promise<Map<string, Source>> {
  const wanted = new Map<string, Set<number>>()
  for (const {
    passage: { sessionId, seq },
    beside,
  } of chosen) {
    const seqs = wanted.get(sessionId) ?? new Set<number>()
    wanted.set(sessionId, seqs.add(seq))
    if (beside !== null) seqs.add(beside)
  }
  const sources = new Map<string, Source>()
  for (const [sessionId, seqs] of wanted)
    for (const message of await ports.store.messages(
      sessionId,
      [...seqs].sort((a, b) => a - b),
    ))
      sources.set(keyOf({ sessionId, seq: message.seq }), await sourceOf({ ...message, sessionId }))
  return sources
}

async function sourceOf(message: StoredMessage): Promise<Source> {
  const tools = new Map(
    message.shape.flatMap((part, at) =>
      part.kind === 'tool_result' && part.name !== '' ? [[at, part.name] as const] : [],
    ),
  )
  if (message.raw.length > MAX_CHARS)
    return { message, date: message.createdAt, isDated: false, text: null, speaker: undefined, tools }
  const value = await readRaw(message.raw)
  const { parts, speaker } = parseMessage(message.format, value, `message ${message.seq}`)
  const part = parts.findIndex((one) => one.type === 'text' && one.text.trim() !== '')
  const first = parts[part]
  const given = givenTime(value)
  return {
    message,
    date: given ?? message.createdAt,
    isDated: given !== null,
    text: first?.type === 'text' ? { part, text: first.text, rows: rowsOf(first.text, message.role) } : null,
    speaker,
    tools,
  }
}

/** Returns a function that reads the rows of a text once: a message may have several quotes. */
function rowsOf(text: string, role: Role): () => readonly Row[] {
  let rows: readonly Row[] | null = null
  return () => (rows ??= ownRows(text, role === 'user'))
}

function keyOf({ sessionId, seq }: Pick<PartAddress, 'sessionId' | 'seq'>): string {
  return `${sessionId} ${seq}`
}

/** Returns the texts of a message. */
export async function textOf(message: StoredMessage): Promise<string> {
  const { parts } = await readStored(message)
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
