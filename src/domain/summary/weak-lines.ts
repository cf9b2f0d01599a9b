import { isFileTool } from '../digest/looks.js'
import { isShell } from '../anchors/shell-files.js'
import type { Passage } from '../source/reading.js'

/** Recognizes sentences of a working session that say nothing outside their place. They are lines only if a span has no
 * others. [C4] */

/** A sentence with fewer words that names nothing is a verdict on what is no longer there: `The fix is straightforward.` */
const MIN_WORDS_UNNAMED = 9
/** Openings that point to a sentence before. */
const POINTS_BACK =
  /^(?:(?:and|but|so|or|also|now|then|both|all|each|one|none|neither|either|here|there)\b,? )?(?:this|that|these|those|it|they|he|she|here|there|the (?:first|second|third|former|latter|other|same|issue|problem|fix|error|test|change|plan|edit|file|code))\b(?:['’]s\b)?/i
/** What an agent is doing now, and guesses. */
const NARRATES =
  /\b(?:maybe|perhaps)\b|^(?:(?:now|next|then|first),? )?(?:adding|applying|building|checking|committing|creating|continuing|executing|fixing|implementing|looking|moving|pushing|reading|running|searching|starting|testing|updating|using|verifying|working|writing)\b|[,;:.—–-] ?(?:so )?(?:let me|let['’]s|i['’]ll|i will)\b|^i(?:['’]m| am) (?:\w+ing)\b|^i(?:['’]ve| have) (?:read|seen|reviewed|looked|checked)\b/i
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]/
const NAMED = /[`\d"“/]|\w_\w|\w\(\)|[a-z][A-Z]|\b[A-Z]{2,}/

/** Whether the span is of an agent that works with tools: then its words are about what the tools show. */
export function worksWithTools(passages: readonly Passage[]): boolean {
  return passages.some(({ voice }) => voice === 'call')
}

/** @param exact whether the sentence has exact strings */
export function saysNothingAlone(
  text: string,
  { voice, tool }: Pick<Passage, 'voice' | 'tool'>,
  exact: boolean,
): boolean {
  // Files can be read again, and commands run again.
  if (voice === 'call' || voice === 'result') return isFileTool(tool) || isShell(tool)
  if (voice !== 'spoken' || WIDE.test(text)) return false
  if (NARRATES.test(text)) return true
  if (exact || NAMED.test(text)) return false
  return POINTS_BACK.test(text) || text.split(/\s+/).length < MIN_WORDS_UNNAMED
}
