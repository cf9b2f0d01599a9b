import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planCompression, type PlanRules } from '../../src/domain/compression/compression-plan.js'
import { assembleContext } from '../../src/domain/context/context.js'
import { FORMATS, type Json, type ViewEntry } from '../../src/domain/message.js'
import { isBeside, openSeqs } from '../../src/domain/context/pairing.js'
import { renderContext } from '../../src/app/shared/render-context.js'
import type { Reduction } from '../../src/domain/context/reduction.js'
import { randomLog, takeLog, type TakenLog } from '../support/random-log.js'
import { pairProblems } from '../../testing/validity.js'
import { often } from '../support/long-run.js'

const RUNS = { numRuns: often(120, 300), seed: 20_261_122 }

async function rendered(log: TakenLog, entries: readonly ViewEntry[], reductions: readonly Reduction[] = []) {
  const context = assembleContext({
    entries,
    checkpoints: [],
    lastSpokenSeq: log.session.lastSpokenSeq,
    ledger: null,
    goals: null,
  })
  const messages = new Map(log.messages.map((message) => [message.seq, message]))
  const bySeq = new Map(entries.map(({ seq }) => [seq, reductions.filter((reduction) => reduction.seq === seq)]))
  return Promise.all(
    FORMATS.map(async (format) => {
      const texts = (await renderContext(format, null, context, { messages, reductions: bySeq })).messages
      return { format, messages: texts.map((json) => JSON.parse(json) as Json) }
    }),
  )
}

test('[I1] [I2] [P5] every context over a random log has whole pairs in every format', async () => {
  await fc.assert(
    fc.asyncProperty(randomLog(), async (values) => {
      const log = takeLog(values)
      for (const { format, messages } of await rendered(log, log.entries))
        expect(pairProblems(format, messages), format).toEqual([])
    }),
    RUNS,
  )
})

test('[I1] [I3] [P5] [C1] random compressions never part a pair, never take an open call or a human message', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomLog(60),
      fc.array(fc.record({ tokens: fc.nat(400), messages: fc.nat(8) }), { maxLength: 4 }),
      async (values, tails) => {
        const log = takeLog(values)
        let { entries } = log
        const reductions: Reduction[] = []
        for (const tail of tails) {
          const rules: PlanRules = { tail, minGain: 0, ceiling: 0, spanTokens: 2_000 }
          const { plan } = planCompression(log.session, entries, rules)
          if (!plan) continue
          const open = openSeqs(log.session, entries)
          const taken = entries.filter(({ seq }) => plan.seqs.includes(seq))
          expect(
            taken.some(
              ({ role, origin, pinned, seq }) => pinned || open.has(seq) || (role === 'user' && origin === 'human'),
            ),
          ).toBe(false)
          for (const entry of entries.filter(({ seq }) => plan.humanMessagesWithResults.includes(seq))) {
            for (const [part, shape] of entry.shape.entries())
              if (isBeside(shape)) reductions.push(eviction(entry.seq, part, shape.tokens))
          }
          entries = entries.filter(({ seq }) => !plan.seqs.includes(seq))
        }
        for (const { format, messages } of await rendered(log, entries, reductions))
          expect(pairProblems(format, messages), format).toEqual([])
      },
    ),
    RUNS,
  )
})

test('[I25] [P12] appending only adds to the end of the context', async () => {
  await fc.assert(
    fc.asyncProperty(randomLog(), async (values) => {
      const log = takeLog(values)
      let before: string[] = []
      for (let count = 1; count <= values.length; count++) {
        const sofar = takeLog(values.slice(0, count))
        const now = (await rendered(sofar, sofar.entries))
          .find(({ format }) => format === 'openai')!
          .messages.map((message) => JSON.stringify(message))
        expect(now.slice(0, before.length)).toEqual(before)
        before = now
      }
      expect(log.entries.length).toBe(values.length)
    }),
    { ...RUNS, numRuns: often(40, 100) },
  )
})

function eviction(seq: number, part: number, tokens: number): Reduction {
  return {
    id: `off_${seq}_${part}`,
    seq,
    part,
    kind: 'covered',
    toolName: '',
    placeholder: null,
    tokensBefore: tokens,
    tokensAfter: 0,
    cutId: 'cut_1',
  }
}
