import { encodingOf } from '../../domain/model/encodings.js'
import type { Recoded } from '../../domain/session/token-scale.js'
import type { Ports } from '../ports/ports.js'

/** Characters recoded of one request. The ratio needs a sample of a session's texts, not all of them: js-tiktoken takes
 * 25 ms for these on ordinary text. */
const SAMPLE_CHARS = 65_536

/** Counts a sample of texts in the model's own encoding and in base tokens. Returns null if the model has no other known
 * encoding. [T1] [T2] */
export async function countRecoded(
  { tokenizer, log }: Pick<Ports, 'tokenizer' | 'log'>,
  model: string,
  texts: () => readonly string[],
): Promise<Recoded | null> {
  const encoding = encodingOf(model)
  if (encoding === null || encoding === 'o200k_base') return null
  let left = SAMPLE_CHARS
  const sample = texts().flatMap((text) => {
    const start = text.slice(0, left)
    left -= start.length
    return start === '' ? [] : [start]
  })
  try {
    const [base, own] = await Promise.all([tokenizer.countAll(sample), tokenizer.recount(sample, encoding)])
    return { base: sum(base), own: sum(own) }
  } catch (error) {
    // The session keeps its ratio: a second encoder that does not start must not stop an append.
    log.warn({ encoding, err: error }, 'texts were not counted in the encoding of their model')
    return null
  }
}

export function addRecoded(before: Recoded | undefined, more: Recoded): Recoded {
  return { base: (before?.base ?? 0) + more.base, own: (before?.own ?? 0) + more.own }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, tokens) => total + tokens, 0)
}
