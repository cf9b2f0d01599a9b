import type { CheckpointLine, Verification } from '../compression/checkpoint.js'
import { textKey } from '../goal/goal.js'
import { IMPORTANT, containsAnchor } from '../anchors/anchors.js'
import { attributionOf } from '../anchors/attribution.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { indexSource } from '../anchors/source-index.js'
import { neutralize, spokenText } from './neutralize.js'
import { readPassages, sourceText } from '../source/reading.js'
import { renderedLine } from './rendering.js'
import { sentences } from '../source/sentences.js'
import { anchorMatcher } from '../anchors/anchor-matcher.js'
import type { Anchor, CountTokens, ProposedLine, SourceMessage } from '../source/types.js'

/** The check of a summary without a model, both ways: what it lost, and what it invented. [V4] */

export type Refusal = 'invents' | 'keeps-too-little' | 'repeats' | 'empty'
export interface DroppedLine {
  text: string
  reason: string
}
export type Verdict =
  | { accepted: true; lines: CheckpointLine[]; verification: Verification; dropped: DroppedLine[] }
  | { accepted: false; reason: Refusal; verification: Verification; dropped: DroppedLine[] }

/** Refused above this share of invented exact strings, but not for fewer than `INVENTED_AT_LEAST`. */
const INVENTED_SHARE = 1 / 5
const INVENTED_AT_LEAST = 3
/** Refused below this share of the important exact strings; a source with fewer than three says too little to judge by. */
const KEPT_SHARE = 1 / 10
const KEPT_OF_AT_LEAST = 3
/** Refused when fewer of its lines are distinct. */
const DISTINCT_SHARE = 1 / 2
/** A shorter text of a goal may stand in a line by chance. */
const MIN_REPEATED_CHARS = 12
/** A line of which it is a smaller part says something of its own. */
const REPEATED_SHARE = 0.6
/** Longer lines are cut into their sentences. */
const MAX_LINE_CHARS = 600

export interface VerifyInput {
  source: readonly SourceMessage[]
  anchors: readonly Anchor[]
  lines: readonly ProposedLine[]
  count: CountTokens
  /** What the model was told besides the source: goals. It is no news of the source, and no invention. */
  promptTexts?: readonly string[]
}

export function verifySummary({ source, anchors, lines, count, promptTexts: told = [] }: VerifyInput): Verdict {
  const passages = readPassages(source)
  const exact = anchors.filter((anchor) => anchor.kind !== 'constraint' && anchor.kind !== 'decision')
  const sourceIndex = indexSource(
    passages,
    exact.map((anchor) => anchor.text),
  )
  const spoken = spokenText(source)
  const proposed = lines
    .flatMap(short)
    .map((line) => ({ ...line, text: neutralize(line.text, spoken) }))
    .filter((line) => /[\p{L}\p{N}]/u.test(line.text))
  const dropped: DroppedLine[] = []
  const distinct = distinctLines(proposed, dropped)

  const promptText = told.join('\n')
  const repeatsPrompt = promptRepeater(told, sourceText(passages))
  const written = new Set<string>()
  const invented = new Set<string>()
  const grounded = distinct.filter((line) => {
    for (const found of exactStrings(line.text)) written.add(found.text)
    if (repeatsPrompt(line.text)) {
      dropped.push({ text: line.text, reason: 'was told to the model, stands nowhere in the source' })
      return false
    }
    const foreign = sourceIndex.inventedIn(line.text)
    for (const found of foreign) if (!containsAnchor(found, promptText)) invented.add(found.text)
    if (foreign.length > 0)
      dropped.push({
        text: line.text,
        reason: `stands nowhere in the source: ${foreign.map((found) => found.text).join(', ')}`,
      })
    return foreign.length === 0
  })
  const text = grounded.map((line) => line.text).join('\n')
  const verification = verificationOf(anchors, text, invented.size)
  const refuse = (reason: Refusal): Verdict => ({ accepted: false, reason, verification, dropped })
  if (proposed.length === 0) return refuse('empty')
  if (distinct.length < proposed.length * DISTINCT_SHARE) return refuse('repeats')
  if (invented.size >= INVENTED_AT_LEAST && invented.size > written.size * INVENTED_SHARE) return refuse('invents')
  if (grounded.length === 0) return refuse('empty')
  const important = exact.filter((anchor) => anchor.weight >= IMPORTANT)
  const kept = important.filter(anchorMatcher(text, important.length)).length
  if (important.length >= KEPT_OF_AT_LEAST && kept < important.length * KEPT_SHARE) return refuse('keeps-too-little')

  const attribution = attributionOf(passages, anchors)
  const known = new Set(source.map((message) => message.seq))
  const accepted = grounded.map((line): CheckpointLine => {
    const named = line.sources.filter((seq) => known.has(seq))
    const sources = named.length > 0 ? named : attribution.sourcesOf(line.text)
    return {
      kind: line.kind,
      text: line.text,
      importance: clamp(line.importance),
      sources,
      by: 'model',
      tokens: count(renderedLine(line)),
    }
  })
  return { accepted: true, lines: accepted, verification, dropped }
}

/** Whether a line says little more than what the model was told and the source does not say. */
function promptRepeater(told: readonly string[], source: string): (line: string) => boolean {
  if (told.length === 0) return () => false
  const said = source.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  const keys = told.map(textKey).filter((key) => key.length >= MIN_REPEATED_CHARS && !said.includes(key))
  return (line) => {
    const text = textKey(line)
    return keys.some((key) => key.length >= text.length * REPEATED_SHARE && text.includes(key))
  }
}

/** What of the anchors stands in a text. The score is by weight, over the important ones: what tools printed is mostly not worth keeping,
 * and would drown the rest. Without important ones it is over all, and 1 where there is nothing to keep. */
export function verificationOf(anchors: readonly Anchor[], text: string, invented: number): Verification {
  const kept = anchors.filter(anchorMatcher(text, anchors.length))
  const important = anchors.filter((anchor) => anchor.weight >= IMPORTANT)
  const importantKept = kept.filter((anchor) => anchor.weight >= IMPORTANT)
  const weigh = (list: readonly Anchor[]) => list.reduce((sum, anchor) => sum + anchor.weight, 0)
  const [of, weightKept] = important.length > 0 ? [weigh(important), weigh(importantKept)] : [weigh(anchors), weigh(kept)]
  return {
    anchors: anchors.length,
    kept: kept.length,
    important: important.length,
    importantKept: importantKept.length,
    score: of === 0 ? 1 : Math.min(1, weightKept / of),
    invented,
  }
}

/** One line of plain text, or several when it is too long for one. Code keeps its line breaks. */
function short(line: ProposedLine): ProposedLine[] {
  const text =
    line.kind === 'code' ? line.text.replace(/\s+$/, '').replace(/^\n+/, '') : line.text.replace(/\s+/g, ' ').trim()
  if (text.length <= MAX_LINE_CHARS) return [{ ...line, text }]
  return sentences(text).map((sentence) => ({ ...line, text: sentence }))
}

function distinctLines(lines: readonly ProposedLine[], dropped: DroppedLine[]): ProposedLine[] {
  const seen = new Set<string>()
  return lines.filter((line) => {
    const key = line.text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (seen.has(key)) {
      dropped.push({ text: line.text, reason: 'says what another line says' })
      return false
    }
    seen.add(key)
    return true
  })
}

function clamp(importance: number): number {
  return Number.isFinite(importance) ? Math.min(1, Math.max(0, importance)) : 0.5
}
