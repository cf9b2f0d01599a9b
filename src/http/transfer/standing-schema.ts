import { z } from 'zod'
import { MAX_ENTRY_CHARS, STANDING_KINDS, STANDING_SOURCES, STANDING_STATES } from '../../domain/standing/entry.js'
import { Seq } from './record-fields.js'

/** An entry that a session stated for its scope. [M11] */
export const StandingRecord = z.strictObject({
  id: z.string().regex(/^std_[\w-]{1,64}$/),
  kind: z.enum(STANDING_KINDS),
  text: z.string().min(1).max(MAX_ENTRY_CHARS),
  source: z.enum(STANDING_SOURCES),
  sessionId: z.string(),
  seq: Seq.nullable(),
  at: z.iso.datetime(),
  state: z.enum(STANDING_STATES),
  closedAt: z.iso.datetime().nullable(),
  supersededBy: z.string().max(80).nullable(),
  reason: z.string().max(1_000).nullable(),
})
