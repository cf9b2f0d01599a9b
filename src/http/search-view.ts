import type { Hit } from '../app/search/search-messages.js'

/** Characters of the original that the path of a hit reads. */
const READ_CHARS = 4_000

/** Returns a hit as the API shows it, with the paths that read more. */
export function hitView({ excerpt, createdAt, ...hit }: Hit) {
  const { sessionId, seq, offloadId, checkpointId } = hit
  const session = `/v1/sessions/${sessionId}`
  const from = Math.max(0, excerpt.offset - READ_CHARS / 4)
  return {
    ...hit,
    score: Math.round(hit.score * 1_000) / 1_000,
    createdAt: createdAt.toISOString(),
    excerpt: excerpt.text,
    offset: excerpt.offset,
    matches: excerpt.matches,
    read: {
      message: `${session}/messages?from=${seq}&to=${seq}`,
      offload: offloadId && `${session}/offloads/${offloadId}?offset=${from}&limit=${READ_CHARS}`,
      checkpoint: checkpointId && `${session}/checkpoints/${checkpointId}`,
    },
  }
}
