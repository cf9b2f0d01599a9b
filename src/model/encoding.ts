import { clearMergeCache, countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'

import { cutForEncoding } from './text-cuts.js'

/** Text that looks like a control token (`<|endoftext|>`) is text: nothing is refused, nothing becomes one token. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() }

/** Remembered merges of rare words; the library's 100,000 would hold tens of MB. */
const MERGE_CACHE_ENTRIES = 20_000
/** The cache's keys are slices that keep the text they come from alive: it is emptied after this many characters. */
const CHARS_PER_CACHE = 4_000_000
setMergeCacheSize(MERGE_CACHE_ENTRIES)
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
