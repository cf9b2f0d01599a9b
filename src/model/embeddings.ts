import { withAnySignal } from '../ports/any-signal.js'
import { ModelError, type EmbedRequest } from '../ports/ports.js'
import { asModelError } from './chat-failure.js'
import type { ModelApi } from './model-api.js'

/** Returns one vector per text, all of equal length. Throws ModelError, also if the server omits some of the texts. */
export async function embed(
  api: Pick<ModelApi, 'embed' | 'addressSetting'>,
  { model, texts, signal }: EmbedRequest,
  closing: AbortSignal,
): Promise<number[][]> {
  try {
    const vectors = await withAnySignal([signal, closing], (stop) => api.embed({ model, texts }, stop))
    const length = vectors[0]?.length ?? 0
    if (vectors.length !== texts.length || length === 0 || vectors.some((vector) => vector.length !== length))
      throw new ModelError('empty', 'The model server did not return one embedding per text.', {
        model,
        texts: texts.length,
        vectors: vectors.length,
      })
    return vectors
  } catch (error) {
    if (closing.aborted) throw new ModelError('aborted', 'The call was aborted by the shutdown.', { model })
    if (signal.aborted) throw new ModelError('timeout', 'The model server did not embed the texts in time.', { model })
    throw asModelError(error, model, api.addressSetting)
  }
}
