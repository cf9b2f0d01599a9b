/** Writes the placeholder texts of reduced parts: tool name, size, and the handle that reads the original back. */
import { withoutLast } from '../signs.js'
import { oneLine, startOfCharacter } from '../texts.js'
import { mediumSize, SHORT_HASH, type Medium } from '../originals/reading.js'
import type { Measures } from '../originals/slices.js'
import { lineText, type CondensedView } from './condense/view.js'

const PREVIEW_LINES = 10
const PREVIEW_CHARACTERS = 500
/** Maximum tokens of a reference. Text with many tokens per character (base64, rare scripts) gets a shorter preview. */
export const MAX_REFERENCE_TOKENS = 400
const MIN_PREVIEW_CHARACTERS = 60
/** Images and files listed one by one. */
const MAX_MEDIA_LISTED = 3
const MAX_NAME_CHARACTERS = 80

/** Facts of a reduced part that its placeholder states. */
export interface Offloaded {
  /** Handle `off_…` of a stored original. Another id names a part that only the caller has. */
  id: string
  toolName: string
  /** Tokens of the original part. */
  tokens: number
  /** For a result: the line that names a failure, or that it proves success. Without either, it does not reveal. [V9] */
  failure?: string
  passed?: true
  /** For a call: whether a result confirms it; absent if unknown. */
  confirmed?: boolean
  /** For a text whose head and tail stay: the tokens they may take. */
  maxTokens?: number
  /** Name of the tool with which the model can read offloads; null: it has none. */
  reader: string | null
}

/** Original of a reduced part, as described in the reference. */
export interface Original extends Measures {
  content: string
  media: readonly Medium[]
}

/** Whether the service has the original. `/v1/compact` stores nothing. */
export function isStored(id: string): boolean {
  return id.startsWith('off_')
}

/** Returns where the original is, and how the model gets it: with a tool only if it has one.
 * @param otherwise what the model can do without such a tool; null: nothing */
function whereIs({ id, reader }: Pick<Offloaded, 'id' | 'reader'>, otherwise: string | null): string {
  if (!isStored(id)) return `Not stored here: the caller has the original, ${id}`
  const stored = `Stored in full as offload ${id}`
  if (reader !== null) return `${stored}: read it by lines or search in it with ${nameOf(reader)}`
  return otherwise === null ? stored : `${stored}; ${otherwise}`
}

/** A call may change something, so that it is made again only if it does not. */
function callAgain(toolName: string): string {
  const call = toolName.trim() === '' ? 'make the call' : `call ${nameOf(toolName)}`
  return `to see the rest, ${call} again if that only reads`
}

/** Returns the reference for a large result: tool, size, how to read it back, and its first lines. [D1]
 * @param cost returns the tokens of the part with this text as its content */
export function offloadText(
  { id, toolName, tokens, failure, reader }: Offloaded,
  { content, media, size, sha256 }: Original,
  cost: (text: string) => number,
): string {
  const hash = `sha256 ${sha256.slice(0, SHORT_HASH)}`
  const whole = [
    counted(size.lines, 'line'),
    ...(media.length === 0 ? [counted(size.bytes, 'byte')] : mediaList(media)),
    hash,
  ]
  const canFetch = reader !== null && isStored(id) && media.some(({ bytes }) => bytes !== null)
  const where = `${whereIs({ id, reader }, callAgain(toolName))}${canFetch ? ', or fetch its images and files by number' : ''}`
  const done = isStored(id) ? 'offloaded' : 'removed'
  // Programs report a failure near the end of a long output, which the beginning does not show.
  const failed = failure === undefined ? '' : ` It failed: ${withoutStop(failure)}.`
  const head = (saved: number) =>
    `[Result of ${nameOf(toolName)} ${done}, saves ${saved} of ${tokens} tokens: ${whole.join(', ')}. ${where}.${failed}`
  const written = (saved: number) => withBeginning(head(saved), content, cost)
  // The number is part of the text whose cost it states. Numbers with the same number of digits cost the same.
  const roughly = tokens - cost(written(tokens))
  return written(tokens - cost(written(roughly)))
}

/** Returns the reference for a long text of an assistant or a program: size, how to read it back, and its first lines.
 * [R4]
 * @param cost returns the tokens of the part with this text as its content */
export function offloadedText(
  { id, tokens, reader }: Offloaded,
  { content, size, sha256 }: Original,
  cost: (text: string) => number,
): string {
  const facts = `${counted(size.lines, 'line')}, ${tokens} tokens, sha256 ${sha256.slice(0, SHORT_HASH)}`
  const head = `[Text offloaded because the context did not fit: ${facts}. ${whereIs({ id, reader }, null)}.`
  return withBeginning(head, content, cost)
}

/** Share of an excerpt that the head takes; the tail takes the rest. */
const HEAD_SHARE = 2 / 3
/** Sizes of an excerpt that are tried. */
const MAX_ATTEMPTS = 20

/** Returns head and tail of a text, verbatim, with a line between them that names the omitted size and the handle. [D8]
 * @param cost returns the tokens of the part with this text as its content */
export function excerptText(
  { id, tokens, maxTokens = MAX_REFERENCE_TOKENS, reader }: Offloaded,
  { content }: Pick<Original, 'content'>,
  cost: (text: string) => number,
): string {
  const where = whereIs({ id, reader }, 'ask for the part that matters')
  const excerpt = (characters: number) => {
    const headEnd = startOfCharacter(content, Math.floor(characters * HEAD_SHARE))
    const tailStart = startOfCharacter(content, content.length - Math.floor(characters * (1 - HEAD_SHARE)))
    const omitted = `[${tailStart - headEnd} of ${content.length} characters omitted here: this message of ${tokens} tokens does not fit. ${where}.]`
    return `${content.slice(0, headEnd)}\n${omitted}\n${content.slice(tailStart)}`
  }
  // The estimate is the average of the whole text; head and tail may take more tokens per character.
  let characters = Math.floor((content.length * maxTokens) / Math.max(1, tokens))
  for (let attempt = 0; characters > 0 && attempt < MAX_ATTEMPTS; attempt++) {
    const text = excerpt(characters)
    const taken = cost(text)
    if (taken <= maxTokens) return text
    // Just below the share that is too large, so that little of what is free stays unused.
    characters = Math.floor(characters * Math.min(0.98, (0.98 * maxTokens) / taken))
  }
  return excerpt(0)
}

/** Returns the head and as much of the first lines as fit into the token limit. */
function withBeginning(head: string, content: string, cost: (text: string) => number): string {
  for (
    let characters = PREVIEW_CHARACTERS;
    characters >= MIN_PREVIEW_CHARACTERS;
    characters = Math.floor(characters / 2)
  ) {
    const text = `${head} It begins:]\n${firstLines(content, characters)}`
    if (cost(text) <= MAX_REFERENCE_TOKENS) return text
  }
  return `${head}]`
}

/** Returns the placeholder of a condensed result: tool, size, the condensed view, and how to read the rest. [D2]
 * @param cost returns the tokens of the part with this text as its content */
export function condenseText(
  { id, toolName, tokens, reader }: Offloaded,
  { size }: Pick<Measures, 'size'>,
  { kept, lines }: CondensedView,
  cost: (text: string) => number,
): string {
  const view = lines.map(lineText).join('\n')
  const where = whereIs({ id, reader }, callAgain(toolName))
  const written = (saved: number) =>
    `[Result of ${nameOf(toolName)} condensed, saves ${saved} of ${tokens} tokens: ${counted(size.lines, 'line')}, shown: ${kept}. ${where}.]\n${view}`
  const roughly = tokens - cost(written(tokens))
  return written(tokens - cost(written(roughly)))
}

/** Returns the line that replaces an old result. [D5] */
export function maskText({ id, toolName, tokens, failure, passed }: Offloaded): string {
  const where = isStored(id) ? `stored as offload ${id}` : `removed; the caller has the original, ${id}`
  const outcome = failure !== undefined ? `failed: ${withoutStop(failure)}` : passed ? 'ok' : 'ran'
  return `[${nameOf(toolName)} ${outcome}, ${tokens} tokens, ${where}]`
}

/** Returns a line without the mark at its end, so that another can follow. */
function withoutStop(line: string): string {
  return withoutLast(line, '.,;')
}

function mediaList(media: readonly Medium[]): string[] {
  const more = media.length - MAX_MEDIA_LISTED
  return [...media.slice(0, MAX_MEDIA_LISTED).map(mediumSize), ...(more > 0 ? [`${more} more`] : [])]
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

/** Returns the tool name on one line, with a length limit. */
function nameOf(toolName: string): string {
  return clip(oneLine(toolName).trim(), MAX_NAME_CHARACTERS) || 'tool'
}

function firstLines(content: string, characters: number): string {
  // One character more than shown, so that `clip` marks the cut.
  const start = content.slice(0, characters + 1)
  return clip(start.split('\n').slice(0, PREVIEW_LINES).join('\n'), characters)
}

/** Cuts `text` to `characters` without splitting a surrogate pair. */
export function clip(text: string, characters: number): string {
  if (text.length <= characters) return text
  return `${text.slice(0, startOfCharacter(text, characters))}…`
}
