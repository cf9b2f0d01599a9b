import { clearMergeCache, countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'

import { cutForEncoding } from './text-cuts.js'

/** Treats text that looks like a control token (`<|endoftext|>`) as plain text: never rejected, never one token. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() }

/**
 * Characters counted before the library's merge cache is cleared. The library caches how it merged rare words. Evicting
 * single entries costs more than merging again (random letters: 550 ms with eviction, 190 ms without). Its keys are
 * slices that keep their whole source text in memory. So the cache is cleared before it is full, which bounds it to a
 * few MB on ordinary text and about 25 MB on noise.
 */
export const CHARS_PER_CACHE = 400_000
/** More entries than CHARS_PER_CACHE characters can produce. */
export const CACHE_ENTRIES = 1_000_000
setMergeCacheSize(CACHE_ENTRIES)
let charsInCache = 0

/** Counts the tokens of a part from `cutForEncoding`, synchronously on this thread. */
export function countPart(part: string): number {
  charsInCache += part.length
  if (charsInCache > CHARS_PER_CACHE) {
    clearMergeCache()
    charsInCache = part.length
  }
  return countTokens(part, PLAIN_TEXT)
}

/** Counts the o200k_base tokens of a text, synchronously on this thread. Takes linear time on any input. [T1] */
export function countText(text: string): number {
  let tokens = 0
  for (const part of cutForEncoding(text)) tokens += countPart(part)
  return tokens
}
