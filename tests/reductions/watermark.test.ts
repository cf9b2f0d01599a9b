import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembleContext } from '../../src/domain/context/context.js'
import { withoutRemoved } from '../../src/domain/context/removed-parts.js'
import type { Format, ViewEntry } from '../../src/domain/message.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { beforeBoundary } from '../../src/domain/reductions/boundary.js'
import { partKey, type Reduction } from '../../src/domain/context/reduction.js'
import { renderContext } from '../../src/app/shared/render-context.js'
import { advanceWatermark, isNamed, NO_WATERMARK } from '../../src/domain/session/watermark.js'
import { randomLog, takeLog, type TakenLog } from '../support/random-log.js'
import { pairProblems } from '../../testing/validity.js'
import { often } from '../support/long-run.js'

const policy = { ...PRESET_POLICIES.checkpointed, humanTools: ['tool_d'] }

/** The log with everything before the boundary gone, as the store would hold it. */
function cutAt({ entries, session }: TakenLog, boundary: number) {
  const eviction = beforeBoundary({ ...session, policy }, entries, [], boundary)
  const whole = new Set(eviction.seqs)
  const reductions = eviction.parts.map(({ seq, part, toolName, tokens }): Reduction => {
    return {
      id: `off_${seq}_${part}`,
      seq,
      part,
      kind: 'watermark',
      toolName,
      placeholder: null,
      tokensBefore: tokens,
      tokensAfter: 0,
      cutId: 'c',
    }
  })
  const left = withoutRemoved(
    entries.filter(({ seq }) => !whole.has(seq)),
    reductions,
  )
  return { eviction, reductions, left }
}

async function rendered(
  format: Format,
  log: TakenLog,
  left: readonly ViewEntry[],
  reductions: readonly Reduction[],
): Promise<string[]> {
  const context = assembleContext({
    entries: left,
    checkpoints: [],
    lastSpokenSeq: log.session.lastSpokenSeq,
    ledger: null,
    goals: null,
  })
  const bySeq = new Map<number, Reduction[]>()
  for (const reduction of reductions) bySeq.set(reduction.seq, [...(bySeq.get(reduction.seq) ?? []), reduction])
  const messages = new Map(log.messages.map((message) => [message.seq, message]))
  return (await renderContext(format, null, context, { messages, reductions: bySeq })).messages
}

test('[D4] [P5] [I1] whatever the log, a boundary leaves whole pairs, every word, and all that comes after it', async () => {
  await fc.assert(
    fc.asyncProperty(randomLog(), fc.nat(), async (values, place) => {
      const log = takeLog(values)
      const boundary = 1 + (place % (log.session.lastSeq + 1))
      const { eviction, reductions, left } = cutAt(log, boundary)
      for (const format of ['native', 'openai', 'anthropic', 'ollama'] as const) {
        const messages = (await rendered(format, log, left, reductions)).map((json) => JSON.parse(json))
        expect(pairProblems(format, messages), format).toEqual([])
      }
      // Words, thinking beside words, pinned messages and everything from the boundary on stay as they were.
      const shown = JSON.stringify((await rendered('native', log, left, reductions)).map((json) => JSON.parse(json)))
      for (const { seq, raw, pinned } of log.messages) {
        const { parts } = JSON.parse(raw)
        for (const part of parts)
          if (part.type === 'text') expect(shown).toContain(JSON.stringify(part.text).slice(1, -1))
        if (pinned || seq >= boundary) expect(eviction.seqs).not.toContain(seq)
        if (pinned || seq >= boundary) expect(eviction.parts.map((part) => part.seq)).not.toContain(seq)
      }
      // What leaves are calls and results, and never a part twice.
      const shapeOf = new Map(log.messages.map(({ seq, shape }) => [seq, shape]))
      for (const { seq, part } of eviction.parts)
        expect(['tool_call', 'tool_result']).toContain(shapeOf.get(seq)![part]!.kind)
      expect(new Set(eviction.parts.map(({ seq, part }) => partKey(seq, part))).size).toBe(eviction.parts.length)
      // Answers of a person stay with their questions.
      const isProtected = left.flatMap(({ shape }) =>
        shape.flatMap((part) => (part.kind === 'tool_result' ? [part.name] : [])),
      )
      const answers = log.entries.flatMap(({ seq, shape }) =>
        shape
          .filter((part) => part.kind === 'tool_result' && part.name === 'tool_d' && part.callSeq !== null)
          .map(() => seq),
      )
      expect(isProtected.filter((name) => name === 'tool_d').length).toBeGreaterThanOrEqual(answers.length)
    }),
    { seed: 22, numRuns: often(160, 400) },
  )
})

test('[D4] nothing leaves twice: a second cut at the same boundary finds nothing', () => {
  fc.assert(
    fc.property(randomLog(), (values) => {
      const log = takeLog(values)
      const { left, reductions } = cutAt(log, log.session.lastSeq + 1)
      expect(beforeBoundary({ ...log.session, policy }, left, reductions, log.session.lastSeq + 1)).toEqual({
        seqs: [],
        parts: [],
        tokens: 0,
      })
    }),
    { seed: 22 },
  )
})

test('[D4] a tool is named with or without the MCP server it is called through', () => {
  expect(isNamed('deactivate_augments', 'deactivate_augments')).toBe(true)
  expect(isNamed('mcp__memory__deactivate_augments', 'deactivate_augments')).toBe(true)
  expect(isNamed('not_deactivate_augments', 'deactivate_augments')).toBe(false)
  expect(isNamed('x__deactivate_augments', 'deactivate_augments')).toBe(false)
  expect(isNamed('Deactivate_Augments', 'deactivate_augments')).toBe(false)
})

test('[D4] the boundary only moves forward, and a mark that waits is used once', () => {
  const call = fc.record({
    seq: fc.integer({ min: 1, max: 30 }),
    callId: fc.constant('c'),
    name: fc.constantFrom('end', 'other', 'wait'),
  })
  fc.assert(
    fc.property(fc.array(call), fc.integer({ min: 0, max: 30 }), fc.boolean(), (calls, from, waits) => {
      const before = { ...NO_WATERMARK, seq: from, pending: waits ? 'wait' : null }
      const ordered = [...calls].sort((a, b) => a.seq - b.seq)
      const after = advanceWatermark(before, ordered, ['end'])
      const first = ordered.find(({ seq, name }) => seq > from && name === 'wait')
      const ends = ordered.filter(({ seq, name }) => seq > from && name === 'end')
      expect(after.seq).toBe(
        Math.max(from, ...ends.map(({ seq }) => seq), ...(waits && pendingUsed() ? [first!.seq] : [])),
      )
      expect(after.pending).toBe(waits && !pendingUsed() ? 'wait' : null)

      /** The first of its name after the boundary there is: one that a boundary tool has passed does not count. */
      function pendingUsed(): boolean {
        return ordered.some(({ seq, name }, at) => {
          const passed = Math.max(
            from,
            ...ordered.slice(0, at).flatMap((earlier) => (earlier.name === 'end' ? [earlier.seq] : [])),
          )
          return name === 'wait' && seq > passed
        })
      }
    }),
    { seed: 22 },
  )
})
