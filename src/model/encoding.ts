import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { partCounter } from './tokens/part-counter.js'

/** Treats text that looks like a control token (`<|endoftext|>`) as plain text: never rejected, never one token. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() }

// We remember counts instead. The library would evict single entries, which costs more than merging again.
setMergeCacheSize(0)

/** Count o200k_base tokens, synchronously on this thread, with the ranks of the library. */
export const { countPart, countText } = partCounter((piece) => countTokens(piece, PLAIN_TEXT))

/** Counts for the first time. That compiles the split pattern, once for each width of characters, which takes 15 to 30 ms: no
 * request should wait for it. */
export function warmUp(): void {
  countText('a 1')
  countText('\u4e00 a')
}
