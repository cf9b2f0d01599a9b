import type { SessionSummary } from '@palimpsest/client'

type Status = Pick<SessionSummary['contextStatus'], 'trigger' | 'untilCompression' | 'used' | 'breakdown'>

/** Returns the tokens in the context at which a compression becomes pending; null: never. While token counts have a
 * margin, that is before the conversation reaches its trigger. */
export function compressionMark({ trigger, untilCompression, used, breakdown }: Status): number | null {
  if (trigger === null || untilCompression === null) return null
  const { system, tools, goals, standing = 0, checkpoints, recall = 0 } = breakdown
  return Math.min(system + tools + goals + standing + checkpoints + recall + trigger, used + untilCompression)
}
