import { kindAmong } from '../../knowledge/lines/read.js'
import { withoutHead } from '../signs.js'
import { lettersOf, hasLetterOrDigit, oneLine } from '../texts.js'
import { isFiller, WEAK_IMPORTANCE, type CheckpointLine, type Verification } from '../checkpoint/checkpoint.js'
import type { ContentKind, Stated } from '../model/help.js'
import { IMPORTANT } from '../anchors/anchors.js'
import { attributionOf } from '../anchors/attribution.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { withWholePaths } from '../anchors/path-rows.js'
import { UNSAID_ABSENCE } from './absence.js'
import { faultsIn, UNSUPPORTED } from './line-faults.js'
import { neutralize, spokenText } from './neutralize.js'
import { readPassages } from '../source/reading.js'
import { renderedLine } from '../checkpoint/rendering.js'
import { isJunk } from '../source/junk.js'
import { contentWords, isThought, sentences } from '../source/sentences.js'
import { anchorMatcher } from '../anchors/anchor-matcher.js'
import { scrapsIn } from './scraps.js'
import { provenanceIn, type Provenance } from './provenance.js'
import { isDeed, supportIn, type Support } from './support.js'
import type { Anchor, CountTokens, ProposedLine, SourceMessage } from '../source/types.js'

/** Checks a summary without a model, in both directions: lost content and invented content. [V4] */

export type Refusal = 'invents' | 'keeps-too-little' | 'repeats' | 'empty'
export interface DroppedLine {
  text: string
  reason: string
}
/** `stated`: lines that differ, and those of them that say what the source does not. */
export type Verdict = { verification: Verification; dropped: DroppedLine[]; stated: Stated } & (
  | { accepted: true; lines: CheckpointLine[] }
  | { accepted: false; reason: Refusal }
)

/** Maximum share of invented exact strings. Fewer than `INVENTED_AT_LEAST` are always tolerated. */
const INVENTED_SHARE = 1 / 5
const INVENTED_AT_LEAST = 3
/** Minimum share of important exact strings. Not checked if the source has fewer than `KEPT_OF_AT_LEAST`. */
const KEPT_SHARE = 1 / 10
const KEPT_OF_AT_LEAST = 3
/** Minimum share of distinct lines. */
const DISTINCT_SHARE = 1 / 2
/** Minimum share of the lines of a reply that the source supports: below, the rest is no more than a lucky guess. Of four replies of a
 * model with half a billion parameters about a chat, three stayed below. */
const TRUSTED_SHARE = 1 / 3
/** Maximum characters of a line. Longer lines are split into sentences. */
const MAX_LINE_CHARS = 600

/** A line that ends so says nothing without the next one. */
/** Minimum content words of a fact or a step that names nothing: `No matches found` says nothing outside its place. */
const MIN_CONTENT_WORDS = 3

/** A clause that answers nothing: `what is done, and how far`. */
const asking = kindAmong('asking-clause')
const isClause = (text: string) => asking(text) !== null && !text.includes('?')
/** Maximum importance of a fact or a step. With the rank of its kind, it stays below the end of an old turn. */
const MOST_OF_FACTS = 0.6

export interface VerifyInput {
  source: readonly SourceMessage[]
  anchors: readonly Anchor[]
  lines: readonly ProposedLine[]
  count: CountTokens
  /** Goal texts in the prompt beside the source. A line that repeats one is dropped, but does not count as invented. */
  promptTexts?: readonly string[]
  /** Kind of the span that the source is of. Default: `work`. */
  content?: ContentKind
}

/** Returns the lines that the source supports and those dropped, each with its reason; or why the whole answer is refused.
 * [P7] [V3] [V4] */
export function verifySummary({ source, anchors, lines, count, promptTexts = [], content }: VerifyInput): Verdict {
  const passages = readPassages(source)
  const exact = anchors.filter((anchor) => anchor.kind !== 'constraint' && anchor.kind !== 'decision')
  const spoken = spokenText(source)
  const proposed = lines
    .flatMap(splitLine)
    .map((line) => ({ ...line, text: neutralize(line.text, spoken) }))
    .filter((line) => hasLetterOrDigit(line.text))
  const dropped: DroppedLine[] = []
  const distinct = distinctLines(proposed, dropped)

  const support = supportIn(passages, promptTexts, content)
  const [isScrap, provenance] = [scrapsIn(passages), provenanceIn(passages)]
  const exactTexts = exact.map(({ text }) => text)
  const faults = faultsIn({ source, passages, exactTexts, promptTexts, support, provenance, content })
  const { invented, written } = faults
  const stated: Stated = { lines: distinct.length, untrue: 0 }
  const grounded = distinct.filter((line) => {
    const fault = faults.of(line)
    if (fault === null) return true
    dropped.push({ text: line.text, reason: fault.reason })
    stated.untrue += Number(fault.isUntrue)
    return false
  })
  const text = grounded.map((line) => line.text).join('\n')
  const verification = verificationOf(anchors, text, invented.size)
  const refuse = (reason: Refusal): Verdict => ({ accepted: false, reason, verification, dropped, stated })
  if (proposed.length === 0) return refuse('empty')
  if (distinct.length < proposed.length * DISTINCT_SHARE) return refuse('repeats')
  if (invented.size >= INVENTED_AT_LEAST && invented.size > written.size * INVENTED_SHARE) return refuse('invents')
  if (grounded.length === 0)
    return refuse(dropped.some(({ reason }) => reason === UNSUPPORTED) ? 'keeps-too-little' : 'empty')
  const important = exact.filter((anchor) => anchor.weight >= IMPORTANT)
  const kept = important.filter(anchorMatcher(text, important.length)).length
  if (important.length >= KEPT_OF_AT_LEAST && kept < important.length * KEPT_SHARE) return refuse('keeps-too-little')

  const attribution = attributionOf(passages, anchors)
  const known = new Set(source.map((message) => message.seq))
  const accepted = grounded.map((line): CheckpointLine => {
    const named = line.sources.filter((seq) => known.has(seq))
    const sources = named.length > 0 ? named : attribution.sourcesOf(line.text)
    const kind = spokenKind(line, provenance, support)
    const importance = isScrap(line) || isWeak(line, support) ? WEAK_IMPORTANCE : importanceOf(kind, line)
    return { kind, text: line.text, importance, sources, by: 'model', tokens: count(renderedLine(line)) }
  })
  const named = (line: CheckpointLine): CheckpointLine => {
    const text = attributed(line, provenance)
    return text === line.text ? line : { ...line, text, tokens: count(renderedLine({ ...line, text })) }
  }
  const strong = accepted.filter((line) => !isFiller(line))
  const trusted = grounded.filter((line) => !isHollow(line, support)).length
  if (strong.length === 0 || trusted < TRUSTED_SHARE * proposed.length) return refuse('keeps-too-little')
  // A model that mostly copies code and scraps does not know what matters: its scraps are no lines.
  const absences = dropped.filter(({ reason }) => reason === UNSAID_ABSENCE).length
  if (accepted.length + absences <= 2 * strong.length)
    return { accepted: true, lines: accepted.map(named), verification, dropped, stated }
  for (const { text } of accepted.filter(isFiller)) dropped.push({ text, reason: 'weak, as most lines of the reply' })
  return { accepted: true, lines: strong.map(named), verification, dropped, stated }
}

/** Only people make rules and requests, and a decision must be one in the source, whatever the model calls it. [C4] */
function spokenKind({ kind, text }: ProposedLine, { isPersons }: Provenance, support: Support): CheckpointLine['kind'] {
  if (kind === 'constraint' || kind === 'intent') return isPersons(text) ? kind : 'fact'
  if (kind === 'artifact') return exactStrings(text).some((found) => found.kind === 'path') ? kind : 'fact'
  if (kind !== 'decision') return kind
  return isThought(text) ? 'progress' : support.isDecided(text) ? kind : 'fact'
}

/** Returns the line with the tool or quote that alone says it. Files and code name themselves. [P14] */
function attributed({ kind, text }: CheckpointLine, { foreignSource }: Provenance): string {
  if (kind === 'code' || kind === 'artifact' || kind === 'decision') return text
  const label = foreignSource(text)
  const [tool = ''] = label?.split(' ') ?? []
  return label === null || text.toLowerCase().includes(tool.toLowerCase()) ? text : `${label}: ${text}`
}

/** Whether the source hardly supports a line, or the line says nothing outside its place. */
function isWeak(line: ProposedLine, support: Support): boolean {
  return (line.kind !== 'code' && isJunk(line.text)) || isHollow(line, support)
}

function isHollow({ kind, text }: ProposedLine, support: Support): boolean {
  if (kind === 'code') return false
  const exact = exactStrings(text)
  const namesNothing = kind !== 'artifact' && exact.every((found) => found.kind === 'number')
  if (namesNothing && (contentWords(text).length < MIN_CONTENT_WORDS || isClause(text))) return true
  return support.levelOf(text, exact.length > 0, isDeed(kind)) !== 'supported'
}

/** Counts the anchors that a text keeps. The score is the kept share by weight of the important anchors, because the
 * many anchors in tool output are mostly not worth keeping. Without important anchors it covers all anchors. The score
 * is 1 if there are none. */
export function verificationOf(anchors: readonly Anchor[], text: string, invented: number): Verification {
  const kept = anchors.filter(anchorMatcher(withWholePaths(text), anchors.length))
  const important = anchors.filter((anchor) => anchor.weight >= IMPORTANT)
  const importantKept = kept.filter((anchor) => anchor.weight >= IMPORTANT)
  const weigh = (list: readonly Anchor[]) => list.reduce((sum, anchor) => sum + anchor.weight, 0)
  const [of, weightKept] =
    important.length > 0 ? [weigh(important), weigh(importantKept)] : [weigh(anchors), weigh(kept)]
  return {
    anchors: anchors.length,
    kept: kept.length,
    important: important.length,
    importantKept: importantKept.length,
    score: of === 0 ? 1 : Math.min(1, weightKept / of),
    invented,
  }
}

/** Normalizes spacing and splits a line that is too long. Code keeps its line breaks. */
function splitLine(line: ProposedLine): ProposedLine[] {
  const text = line.kind === 'code' ? withoutHead(line.text.trimEnd(), '\n') : oneLine(line.text).trim()
  if (text.length <= MAX_LINE_CHARS) return [{ ...line, text }]
  return sentences(text).map((sentence) => ({ ...line, text: sentence }))
}

function distinctLines(lines: readonly ProposedLine[], dropped: DroppedLine[]): ProposedLine[] {
  const seen = new Set<string>()
  return lines.filter((line) => {
    const key = lettersOf(line.text).trim()
    if (seen.has(key)) {
      dropped.push({ text: line.text, reason: 'repeats another line' })
      return false
    }
    seen.add(key)
    return true
  })
}

/** Returns the importance that the model gave, within bounds. A small model calls most facts important: how turns ended ranks
 * above them. */
function importanceOf(kind: CheckpointLine['kind'], { importance }: ProposedLine): number {
  const most = kind === 'fact' || kind === 'progress' ? MOST_OF_FACTS : 1
  return Number.isFinite(importance) ? Math.min(most, Math.max(2 * WEAK_IMPORTANCE, importance)) : 0.5
}
