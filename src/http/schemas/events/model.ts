import { z } from 'zod'
import { MODEL_FAULTS } from '../../../domain/model/breaker.js'
import { Timestamp } from '../common.js'
import type { EventDocs } from './event-doc.js'

const model = {
  server: z.string().describe('Host and port of the model server.'),
  model: z.string().nullable().describe('The model. Null for the whole server.'),
}

export const modelEvents = {
  'model-unavailable': {
    when:
      'The circuit breaker of a model or its server opened after repeated failures. ' +
      'One job probes it from `until` on. Only the app that uses the model receives the event of a model.',
    data: z.strictObject({ ...model, fault: z.enum(MODEL_FAULTS), until: Timestamp.nullable() }),
    example: { server: '127.0.0.1:11434', model: null, fault: 'unavailable', until: '2026-01-01T12:00:30.000Z' },
  },
  'model-available': {
    when: 'A model or its server answers again, or an unfit model passed its trial. As above, by app.',
    data: z.strictObject({
      ...model,
      wasUnavailableSince: Timestamp.nullable().optional(),
      wasUnfitSince: Timestamp.nullable().optional(),
    }),
    example: { server: '127.0.0.1:11434', model: null, wasUnavailableSince: '2026-01-01T12:00:00.000Z' },
  },
  'model-unfit': {
    when:
      'A model wrote too many summaries of an app that failed verification. ' +
      'Checkpoints of the app are extractive until a trial of the model passes.',
    data: z.strictObject({
      ...model,
      reason: z.string(),
      refusedInARow: z.int(),
      nextTrialAt: Timestamp,
      advice: z.string(),
    }),
    example: {
      ...{ server: '127.0.0.1:11434', model: 'smollm2:135m', reason: 'invents', refusedInARow: 5 },
      ...{ nextTrialAt: '2026-01-01T13:00:00.000Z', advice: 'Set SUMMARY_MODEL to a larger model.' },
    },
  },
  'model-window-lowered': {
    when:
      'Two cut prompts in a row showed the same window, smaller than the one that the server reported. Calls use the ' +
      'smaller one until the window is probed again, minutes later.',
    data: z.strictObject({
      ...model,
      model: z.string(),
      from: z.int().describe('Window that was reported, in model tokens.'),
      to: z
        .int()
        .describe('Window in use now, in model tokens: at least 2,048, and no smaller than a prompt answered whole.'),
    }),
    example: { server: '127.0.0.1:11434', model: 'qwen2.5:7b', from: 32_768, to: 8_192 },
  },
} satisfies EventDocs
