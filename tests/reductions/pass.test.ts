import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TOKENS, usedTokens } from '../../src/domain/session/budget.js'
import { PRESET_POLICIES, type Policy } from '../../src/domain/session/policy.js'
import { leavesCompressionDue, mayNeedPass, planPass, type Pass } from '../../src/domain/reductions/pass.js'
import type { ReductionKind } from '../../src/domain/context/reduction.js'
import { toolMatcher } from '../../src/domain/reductions/condense/tool-names.js'
import { recount } from '../../src/domain/context/token-counts.js'
import { NO_WATERMARK } from '../../src/domain/session/watermark.js'
import { randomLog, takeLog } from '../support/random-log.js'
import { often } from '../support/long-run.js'

const call = (callId: string, name: string, content: string) => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', callId, name, args: { file_path: `src/${callId}.ts`, content } }],
})
const result = (callId: string, content: string, isError = false) => ({
  role: 'tool',
  parts: [{ type: 'tool_result', callId, content, isError }],
})
const typed = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] })
/** Parts that the pass reduces, of one kind or of all. */
const partsOf = (pass: Pass | null, kind?: ReductionKind) =>
  (pass?.steps ?? []).flatMap((step) => (kind === undefined || step.kind === kind ? step.candidates : []))
const LONG = 'x'.repeat(900)

function sessionOf(log: readonly object[], { limit, policy = {} }: { limit: number; policy?: Partial<Policy> }) {
  const taken = takeLog(log)
  const session = {
    ...taken.session,
    limit,
    scale: EXACT_SCALE,
    reserve: 0,
    ledger: null,
    policy: { ...PRESET_POLICIES.checkpointed, ...policy },
    tokenCounts: recount({ tokenCounts: NO_TOKENS, lastSpokenSeq: taken.session.lastSpokenSeq }, taken.entries, []),
    watermark: NO_WATERMARK,
  }
  return { session, entries: taken.entries }
}

test('[D3] arguments are removed only from old write and edit calls that a result without an error confirms', () => {
  const { session, entries } = sessionOf(
    [
      typed('go'),
      ...['done', 'failed', 'asked']
        .map((id) => call(id, id === 'asked' ? 'Read' : 'Write', LONG))
        .flatMap((message, at) => [message, result(['done', 'failed', 'asked'][at]!, 'ok', at === 1)]),
      call('unanswered', 'Edit', LONG),
      typed('go on'),
      ...['a', 'b', 'c'].flatMap((id) => [call(id, 'mcp__files__write_file', LONG), result(id, 'ok')]),
    ],
    { limit: 10_000 },
  )
  const pass = planPass({ ...session, limit: 8_000 }, entries, [])
  expect(partsOf(pass, 'truncate-input').map(({ seq, toolName, confirmed }) => [seq, toolName, confirmed])).toEqual([
    [2, 'Write', true],
  ])
  // The three newest tool groups keep theirs; with one of them gone, the MCP tool's arguments are old too.
  const fewer = planPass(
    { ...session, limit: 8_000, policy: { ...session.policy, mask: { above: 0.5, keepGroups: 1 } } },
    entries,
    [],
  )
  expect(partsOf(fewer, 'truncate-input').map(({ toolName }) => toolName)).toEqual([
    'Write',
    'mcp__files__write_file',
    'mcp__files__write_file',
  ])
})

test('[D6] [I28] a pass below the mark, or one that frees too little, is not made', () => {
  const log = [typed('go'), ...['a', 'b', 'c', 'd', 'e'].flatMap((id) => [call(id, 'Read', 'x'), result(id, LONG)])]
  const { session, entries } = sessionOf(log, { limit: 1 })
  const used = usedTokens(session.tokenCounts)
  expect(planPass({ ...session, limit: used * 3 }, entries, [])).toBeNull()
  expect(planPass({ ...session, limit: Math.floor(used * 1.3) }, entries, [])).not.toBeNull()
  // Two old results of which only crumbs could go.
  const small = sessionOf(
    [
      typed('x'.repeat(9_000)),
      ...['a', 'b', 'c', 'd', 'e'].flatMap((id) => [call(id, 'Read', 'x'), result(id, 'y'.repeat(80))]),
    ],
    {
      limit: 10_000,
    },
  )
  expect(planPass(small.session, small.entries, [])).toBeNull()
})

const READS = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((id) => [call(id, 'Read', 'x'), result(id, LONG)])

test('[D5] [P12] marks are shares of what the fixed part leaves, not of the limit', () => {
  const { session, entries } = sessionOf([typed('go'), ...READS], { limit: 1 })
  const used = usedTokens(session.tokenCounts)
  // A fixed part as large as three conversations: the context fills 80% of the limit, the conversation 50% of the rest.
  const fixed = { ...session, tokenCounts: { ...session.tokenCounts, tools: 3 * used } }
  expect(planPass({ ...fixed, limit: 3 * used + 2.2 * used }, entries, [])).toBeNull()
  expect(planPass({ ...fixed, limit: 3 * used + 1.5 * used }, entries, [])).not.toBeNull()
})

test('[P12] [D6] a pass frees a quarter of what the fixed part leaves, or takes the place of a compression that is due', () => {
  const { session, entries } = sessionOf([typed('word '.repeat(1_500)), ...READS], { limit: 1 })
  const used = usedTokens(session.tokenCounts)
  const planned = (limit: number) => planPass({ ...session, limit: Math.floor(limit) }, entries, [])
  const pass = planned(1.2 * used)
  // The same parts free a fifth: too little for a cut of their own, enough to be made instead of a compression.
  expect(pass).not.toBeNull()
  expect(pass!.tokens).toBeLessThan(0.25 * 1.2 * used)
  expect(planned(1.3 * used)).toBeNull()
  // What a compression would cover anyway is not reduced just before it.
  expect(leavesCompressionDue({ ...session, limit: Math.floor(1.2 * used) }, pass!)).toBe(false)
  expect(leavesCompressionDue({ ...session, limit: Math.floor(0.7 * used) }, pass!)).toBe(true)
})

test('[D6] what a pass finds is what the sums predicted, and no part is reduced twice', () => {
  const policies = fc.record({
    mask: fc.option(fc.record({ above: fc.constantFrom(0, 0.5, 0.9), keepGroups: fc.nat(4) })),
    truncateInputs: fc.option(fc.record({ above: fc.constantFrom(0, 0.5), tools: fc.constant<string[]>(['tool_*']) })),
  })
  fc.assert(
    fc.property(
      randomLog(),
      policies,
      fc.integer({ min: 200, max: 6_000 }),
      fc.nat(40),
      (log, policy, limit, boundary) => {
        const { session, entries } = sessionOf(log, { limit, policy })
        const marked = { ...session, watermark: { ...NO_WATERMARK, seq: boundary } }
        const pass = planPass(marked, entries, [])
        if (!pass) return
        expect(mayNeedPass(marked)).toBe(true)
        const parts = [...partsOf(pass), ...pass.eviction.parts].map(({ seq, part }) => `${seq}/${part}`)
        expect(new Set(parts).size).toBe(parts.length)
        for (const { seq } of partsOf(pass)) expect(pass.eviction.seqs).not.toContain(seq)
        // Never a human word, never a pinned message, never an error.
        for (const { seq, part } of partsOf(pass, 'mask')) {
          const entry = entries.find((candidate) => candidate.seq === seq)!
          expect(entry.pinned).toBe(false)
          expect(entry.shape[part]).toMatchObject({ kind: 'tool_result', isError: false })
        }
      },
    ),
    { seed: 22, numRuns: often(120, 300) },
  )
})

test('[D3] tools are named by pattern, whatever the case and the server they are called through', () => {
  const writes = toolMatcher(['write*', 'apply_patch', '*.save'])
  expect(['Write', 'write_file', 'mcp__fs__write_file', 'APPLY_PATCH', 'doc.save'].map(writes)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['rewrite', 'apply_patches', 'docxsave', 'mcp__write__read', ''].map(writes)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(toolMatcher([])('write')).toBe(false)
})
