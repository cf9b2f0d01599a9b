import { clearMergeCache, countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'

import { cutForEncoding } from './text-cuts.js'

/** Text that looks like a control token (`<|endoftext|>`) is text: nothing is refused, nothing becomes one token. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() }

/**
 * The library remembers how it merged rare words. Evicting one at a time costs it more than merging again (random letters: 550 ms with,
 * 190 ms without), and its keys are slices that keep the text they come from alive. So it never gets full: it is emptied after so many
 * characters, which bounds it to a few MB on ordinary text and about 25 MB on noise.
 */
export const CHARS_PER_CACHE = 400_000
/** More than so many characters can hold. */
export const CACHE_ENTRIES = 1_000_000
setMergeCacheSize(CACHE_ENTRIES)
let charsInCache = 0

/** Tokens of a part that `cutForEncoding` made, at once, on this thread. */
export function countPart(part: string): number {
  charsInCache += part.length
  if (charsInCache > CHARS_PER_CACHE) {
    clearMergeCache()
    charsInCache = part.length
  }
  return countTokens(part, PLAIN_TEXT)
}

/** o200k_base tokens of a text, at once, on this thread. Linear in the input for any input. [T1] */
export function countText(text: string): number {
  let tokens = 0
  for (const part of cutForEncoding(text)) tokens += countPart(part)
  return tokens
}
