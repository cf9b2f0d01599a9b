import { hasDigit } from '../texts.js'
import { ownWords } from '../attribution/own-words.js'
import { exactStrings, type ExactKind } from './exact-strings.js'
import { readPassages, VOICE_WEIGHT, type Passage } from '../source/reading.js'
import { isDecision, isPersonsDecision, isRule } from '../source/decisions.js'
import { sentences } from '../source/sentences.js'
import type { Anchor, SourceMessage } from '../source/types.js'

/** Anchors: the exact strings of a span that must survive, with their weights. [V4] */

/** Minimum weight of an important anchor. */
export const IMPORTANT = 2
/** Maximum distinct anchors. A span with more is mostly listings. */
const MAX_ANCHORS = 20_000
/** Bonus for unimportant anchors. A URL, path or error in tool output is the answer more often than a number is. */
const LIGHT_BONUS: Partial<Record<ExactKind, number>> = { url: 0.1, path: 0.05, error: 0.1 }

/** Returns the anchors of messages, in order of first appearance. */
export function extractAnchors(source: readonly SourceMessage[]): Anchor[] {
  return anchorsIn(readPassages(source))
}

/** Returns the anchors of passages, in order of first appearance. */
export function anchorsIn(passages: readonly Passage[]): Anchor[] {
  const found = new Map<string, Anchor>()
  for (const passage of passages) {
    const weight = VOICE_WEIGHT[passage.voice]
    for (const exact of exactStrings(passage.text)) {
      const bonus = weight < IMPORTANT ? (LIGHT_BONUS[exact.kind] ?? 0) : 0
      note(found, exact.text, exact.kind, weight + bonus, passage.seq)
    }
    if (passage.voice !== 'human' && passage.voice !== 'spoken') continue
    const decides = passage.voice === 'human' ? isPersonsDecision : isDecision
    const words = ownWords(passage.text, passage.voice === 'human')
    for (const sentence of sentences(words.own)) {
      const said = words.unquoted(sentence)
      if (isRule(said)) note(found, sentence, 'constraint', weight, passage.seq)
      else if (decides(said)) note(found, sentence, 'decision', weight, passage.seq)
    }
  }
  return [...found.values()]
}

function note(found: Map<string, Anchor>, text: string, kind: Anchor['kind'], weight: number, seq: number): void {
  const known = found.get(text)
  if (!known) {
    if (found.size < MAX_ANCHORS) found.set(text, { text, kind, weight, seqs: [seq] })
    return
  }
  if (weight > known.weight) known.weight = weight
  if (known.seqs.at(-1) !== seq) known.seqs.push(seq)
}

/** Whether a text contains an anchor verbatim, not as part of a longer word. The tail of a longer path counts, and so
 * does the shortened head of a hash.
 * @param from offset before which the anchor is known to be absent */
export function containsAnchor(anchor: Pick<Anchor, 'text' | 'kind'>, text: string, from = 0): boolean {
  const needle = anchor.text
  if (needle === '') return false
  if (anchor.kind === 'constraint' || anchor.kind === 'decision') return text.includes(needle, from)
  const hash = anchor.kind === 'identifier' && /^[0-9a-f]{7,64}$/.test(needle)
  for (let at = text.indexOf(needle, from); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (startsAtBoundary(anchor, text, at) && (hash || endsAtBoundary(anchor, text, at + needle.length))) return true
  }
  return false
}

const WORDLIKE = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_]/u

function startsAtBoundary(anchor: Pick<Anchor, 'text' | 'kind'>, text: string, at: number): boolean {
  if (at === 0) return true
  const before = text[at - 1] ?? ''
  const first = anchor.text[0] ?? ''
  if (WORDLIKE.test(first) && WORDLIKE.test(before)) return afterEscape(text, at)
  if (anchor.kind === 'number' || anchor.kind === 'version')
    return !('.,'.includes(before) && hasDigit(first) && hasDigit(text[at - 2] ?? ''))
  if (first === '-') return before !== '-' && !WORDLIKE.test(before)
  return true
}

/** Escaped `\n`, `\r` and `\t`, as in JSON inside text, end a word although their last character is a letter. */
function afterEscape(text: string, at: number): boolean {
  return text[at - 2] === '\\' && 'nrt'.includes(text[at - 1]!)
}

function endsAtBoundary(anchor: Pick<Anchor, 'text' | 'kind'>, text: string, end: number): boolean {
  const after = text[end] ?? ''
  if (after === '') return true
  const last = anchor.text.at(-1) ?? ''
  if (anchor.kind === 'number' && hasDigit(last))
    return !hasDigit(after) && !('.,'.includes(after) && hasDigit(text[end + 1] ?? ''))
  if (WORDLIKE.test(last) && WORDLIKE.test(after)) return false
  if (anchor.kind === 'version') return !(after === '.' && hasDigit(text[end + 1] ?? ''))
  if (anchor.kind === 'path' && after === '.') return !WORDLIKE.test(text[end + 1] ?? '')
  if (anchor.text.startsWith('--')) return !(after === '-' && WORDLIKE.test(text[end + 1] ?? ''))
  return true
}
