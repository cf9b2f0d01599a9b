import { z } from 'zod'
import { MODES, PRESETS } from '../../domain/session/policy.js'

/** A policy as data, and what of it a session may override. Shares are 0 to 1. [10.3] */

const share = z.number().min(0).max(1)
const tokens = z.int().min(0).max(4_000_000)
const offload = z.strictObject({ tokens, share })
const names = z.array(z.string().min(1).max(200)).max(200)
const kinds = z.strictObject({ search: names, file: names, query: names, api: names })
const many = z.int().min(1).max(4_000_000)
const condense = z.strictObject({
  kinds: kinds.meta({ description: 'Names of tools by the kind of their results; `*` stands for anything.' }),
  fileLines: many,
  queryRows: many,
  minTokens: many,
  structuredTokens: many,
  verbosity: z.enum(['normal', 'debug']),
})
const mask = z.strictObject({ above: share, keepGroups: z.int().min(0).max(1_000) })
const toolNames = z.array(z.string().min(1).max(200)).max(100)
const truncateInputs = z.strictObject({ above: share, tools: toolNames })
const watermark = z.strictObject({ tools: toolNames })
/** At 0 every append would owe a compression; off is null. */
const summarize = z.strictObject({ at: z.number().min(0.01).max(1), of: z.enum(['available', 'limit']) })
const tail = z.strictObject({ tokens, messages: z.int().min(1).max(10_000) })
const minGain = z.strictObject({ tokens, share })
const checkpoints = z.strictObject({
  detailed: tokens,
  moderate: tokens,
  brief: tokens,
  ultra: tokens,
  totalShare: share,
  running: tokens.nullable(),
})
const reliability = z.strictObject({
  penalty: z
    .enum(['linear', 'geometric'])
    .meta({ description: 'max(1 − 0.15 n, 0.3) after n compressions, or 0.9 to the power of n.' }),
})

export const ModeName = z.enum(MODES)
export const PresetName = z.enum(PRESETS)

export const PolicyReply = z
  .strictObject({
    offload: offload.nullable(),
    condense: condense.nullable(),
    mask: mask.nullable(),
    truncateInputs: truncateInputs.nullable(),
    watermark: watermark.nullable(),
    humanTools: toolNames,
    summarize: summarize.nullable(),
    tail,
    minGain,
    checkpoints,
    userMessages: z.enum(['keep', 'summarize']),
    makeRoom: z.enum(['copy', 'evict']),
    overflow: z.enum(['rollover', 'reject']),
    reliability,
  })
  .meta({
    id: 'Policy',
    description:
      'Every number that rules the context of a session. Token figures are for a limit of 13,600 and shrink with smaller limits.',
  })

export const PolicyOverrides = z
  .strictObject({
    offload: offload.partial().nullable(),
    condense: condense.extend({ kinds: kinds.partial() }).partial().nullable(),
    mask: mask.partial().nullable(),
    truncateInputs: truncateInputs.partial().nullable(),
    watermark: watermark.partial().nullable(),
    humanTools: toolNames,
    summarize: summarize.partial().nullable(),
    tail: tail.partial(),
    minGain: minGain.partial(),
    checkpoints: checkpoints.partial(),
    userMessages: z.enum(['keep', 'summarize']),
    makeRoom: z.enum(['copy', 'evict']),
    overflow: z.enum(['rollover', 'reject']),
    reliability: reliability.partial(),
  })
  .partial()
  .meta({ id: 'PolicyOverrides', description: 'Laid over the preset, number by number; null switches a rule off.' })
