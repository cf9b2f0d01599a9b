import { encodingOf } from '../../domain/model/encodings.js'
import type { Recoded } from '../../domain/session/recoded-texts.js'
import type { Ports } from '../../ports/ports.js'

/** Characters recoded of one request: js-tiktoken takes 25 ms for these on ordinary text. */
const SAMPLE_CHARS = 65_536

/** Counts each text in the model's own encoding and in base tokens; of long texts, their beginning. Returns null if the
 * model has no other known encoding. [T1] [T2] */
export async function countRecoded(
  { tokenizer, log }: Pick<Ports, 'tokenizer' | 'log'>,
  model: string,
  texts: () => readonly string[],
): Promise<Recoded[] | null> {
  const encoding = encodingOf(model)
  if (encoding === null || encoding === 'o200k_base') return null
  let left = SAMPLE_CHARS
  const sample = texts().map((text) => {
    const start = text.slice(0, left)
    left -= start.length
    return { start, ...(start.length < text.length ? { partial: true as const } : {}) }
  })
  const starts = sample.map(({ start }) => start)
  try {
    const [base, own] = await Promise.all([tokenizer.countAll(starts), tokenizer.recount(starts, encoding)])
    return sample.map(({ start: _, ...rest }, at) => ({ base: base[at]!, own: own[at]!, ...rest }))
  } catch (error) {
    // The session keeps its ratio: a second encoder that does not start must not stop an append.
    log.warn({ encoding, err: error }, 'texts were not counted in the encoding of their model')
    return [{ base: 0, own: 0, partial: true }]
  }
}
