import { expect, test } from 'vitest'
import { PRESET_POLICIES, type Policy } from '../../src/domain/session/policy.js'
import type { Reduction } from '../../src/domain/context/reduction.js'
import { maskCandidates, offloadCandidates, placeholdersOf } from '../../src/domain/reductions/candidates.js'
import { resultsToRead, reduceResult } from '../../src/domain/reductions/on-append.js'
import { readPartOf } from '../support/read-part.js'
import { recount } from '../../src/domain/context/token-counts.js'
import { NO_TOKENS } from '../../src/domain/session/budget.js'
import { applyOverrides } from '../../src/domain/session/policy-overrides.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import type { Part, PartShape, ViewEntry } from '../../src/domain/message.js'

type Result = Extract<Part, { type: 'tool_result' }>
const { checkpointed } = PRESET_POLICIES
const count = (text: string) => Math.ceil(text.length / 4)
const outline = (functions: number) =>
  Array.from({ length: functions }, (_, at) => `def function_${at}(argument):\n    return argument`).join('\n')

interface Given {
  name?: string
  content: Result['content']
  isError?: boolean
  pinned?: boolean
  late?: boolean
}

/** What becomes of one result that arrives; null: it stays as it is. */
function result(
  given: Given,
  { policy = checkpointed, limit = 13_600 }: { policy?: Policy; limit?: number } = {},
): Reduction | null {
  const { name = 'Read', content, isError = false, pinned = false, late = false } = given
  const part: Part = { type: 'tool_result', callId: 'a', content, isError }
  const tokens = 6 + (typeof content === 'string' ? count(content) : count(JSON.stringify(content)))
  const shape: PartShape[] = [{ kind: 'tool_result', tokens, callId: 'a', name, isError, callSeq: 1, late }]
  const rules = { policy, limit, scale: EXACT_SCALE }
  const [found] = resultsToRead(rules, [{ seq: 2, pinned, shape }])
  return found ? reduceResult(rules, found, readPartOf(part), { id: 'off_1', reader: 'read_offload' }, count) : null
}
const condensing = (overrides: Partial<NonNullable<Policy['condense']>>) =>
  applyOverrides(checkpointed, { condense: overrides })

test('[D2] the placeholder says what it was, what is kept and how to read all of it', () => {
  const content = outline(300)
  const made = result({ content })
  expect(made).toMatchObject({
    id: 'off_1',
    seq: 2,
    part: 0,
    kind: 'condense',
    resultKind: 'file',
    toolName: 'Read',
    cutId: null,
  })
  const [head, ...view] = made!.placeholder!.split('\n')
  expect(head).toBe(
    `[Result of Read condensed, saves ${made!.tokensBefore - made!.tokensAfter} of ${made!.tokensBefore} tokens: 600 lines, shown: outline, 96 of 300 declarations with line numbers. Stored in full as offload off_1: read it by lines or search in it with read_offload.]`,
  )
  expect(view.slice(0, 2)).toEqual(['1-2 def function_0(argument):', '3-4 def function_1(argument):'])
  expect(made!.tokensAfter).toBe(count(made!.placeholder!) + 6)
})

test('[D2] errors, small results, pinned ones, the user’s own words, what is read back, and pictures are kept as they are', () => {
  const content = outline(300)
  expect(result({ content, isError: true })).toBeNull()
  expect(result({ content, pinned: true })).toBeNull()
  for (const name of ['AskUserQuestion', 'mcp__palimpsest__read_offload', 'recall']) {
    const policy = condensing({ kinds: { search: [], file: ['*'], query: [], api: [] } })
    expect(result({ name, content }, { policy })).toBeNull()
    expect(result({ name: 'any', content }, { policy })).toMatchObject({ kind: 'condense' })
  }
  const image = { type: 'image' as const, source: {} }
  expect(result({ content: [{ type: 'text', text: content }] })).toMatchObject({ kind: 'condense' })
  expect(result({ content: [{ type: 'text', text: content }, image] })?.kind).not.toBe('condense')
  const small = Array.from({ length: 30 }, (_, at) => `src/deep/folder/file.ts:${at * 3}:x`).join('\n')
  expect(count(small)).toBeGreaterThan(200)
  expect(result({ name: 'Grep', content: small })).toMatchObject({ kind: 'condense', resultKind: 'search' })
  expect(result({ name: 'Grep', content: small }, { policy: condensing({ minTokens: 400 }) })).toBeNull()
  expect(result({ name: 'Unheard', content: small })).toBeNull()
})

test('[D2] the policy decides: off, debug, its own names, its own figures', () => {
  const content = outline(260)
  for (const preset of ['tiered', 'truncate', 'off', 'watermark'] as const)
    expect(result({ content }, { policy: PRESET_POLICIES[preset] })?.kind).not.toBe('condense')
  expect(result({ content }, { policy: PRESET_POLICIES.simple })).toMatchObject({ kind: 'condense' })
  expect(result({ content }, { policy: condensing({ verbosity: 'debug' }) })?.kind).not.toBe('condense')
  expect(result({ content }, { policy: condensing({ fileLines: 600 }) })?.kind).not.toBe('condense')
  const named = applyOverrides(checkpointed, { condense: { kinds: { file: ['fetch_scroll'] } } })
  expect(named.condense?.kinds.search).toEqual(checkpointed.condense?.kinds.search)
  expect(result({ content }, { policy: named })?.kind).not.toBe('condense')
  expect(result({ name: 'FetchScroll', content }, { policy: named })).toMatchObject({ kind: 'condense' })
  // Switched on where the preset has it off, it takes the default's figures.
  expect(applyOverrides(PRESET_POLICIES.off, { condense: { queryRows: 7 } }).condense).toEqual({
    ...checkpointed.condense,
    queryRows: 7,
  })
  expect(applyOverrides(checkpointed, { condense: null }).condense).toBeNull()
})

test('[D2] [D1] what cannot be condensed and is too large is offloaded; what is not clearly smaller stays', () => {
  const log = Array.from({ length: 900 }, (_, at) => `12:00:${at % 60} worker ${at} did it`).join('\n')
  expect(result({ content: log })).toMatchObject({ kind: 'offload' })
  expect(result({ content: log }, { policy: applyOverrides(checkpointed, { offload: null }) })).toBeNull()
  // Condensed, it would still be above the threshold: then the reference is used.
  const strict = applyOverrides(checkpointed, { offload: { tokens: 100 } })
  expect(result({ content: outline(300) }, { policy: strict })).toMatchObject({ kind: 'offload' })
  // Every path of its own: nothing can be said shorter.
  const apart = Array.from(
    { length: 20 },
    (_, at) =>
      `folder-${at}/a-name-of-some-length-${at}.ts:${at}:a line that was found there and is long enough to count`,
  )
  expect(count(apart.join('\n'))).toBeGreaterThan(200)
  expect(result({ name: 'grep', content: apart.join('\n') })).toBeNull()
})

test('[D2] [S5] token figures shrink with the window', () => {
  const fields = JSON.stringify({ id: 7, status: 'ok', notes: 'words '.repeat(200) })
  expect(count(fields)).toBeLessThan(400)
  expect(result({ name: 'get_thing', content: fields })).toBeNull()
  expect(result({ name: 'get_thing', content: fields }, { limit: 6_800 })).toMatchObject({
    kind: 'condense',
    resultKind: 'api',
  })
})

test('[D2] [T3] a late result pays for the words around it whatever is in it', () => {
  const [beside, late] = [false, true].map((isLate) => result({ content: outline(300), late: isLate })!)
  expect(late!.tokensAfter - beside!.tokensAfter).toBe(24)
})

test('[D2] [D5] a condensed result is masked when it is old, and never condensed again', () => {
  const first = result({ content: outline(300) })!
  const shape = (seq: number): PartShape[] => [
    {
      kind: 'tool_result',
      tokens: first.tokensBefore,
      callId: 'a',
      name: 'Read',
      isError: false,
      callSeq: seq - 1,
      late: false,
    },
  ]
  const entries = [2, 4].map((seq): ViewEntry => {
    const shared = { seq, role: 'tool' as const, origin: 'app' as const, pinned: false, turn: 1, shape: shape(seq) }
    return { ...shared, state: 'reduced', tokens: first.tokensBefore + 4, viewTokens: first.tokensAfter + 4 }
  })
  const session = { openCalls: [], lastSeq: 4, lastSpokenSeq: 3, turn: 1, policy: checkpointed }
  const standing = placeholdersOf([first, { ...first, seq: 4 }])
  const [old, ...others] = maskCandidates(session, entries, standing, 1)
  expect(others).toEqual([])
  // It frees what is there now; its size is reported as it came.
  expect(old).toMatchObject({ seq: 2, tokens: first.tokensAfter, originalTokens: first.tokensBefore })
  expect(
    maskCandidates(session, entries, placeholdersOf([first, { ...first, kind: 'mask' }]), 0).map(({ seq }) => seq),
  ).toEqual([4])
  expect(offloadCandidates(session, entries, standing, first.tokensAfter)).toEqual([])
  expect(recount({ tokenCounts: NO_TOKENS, lastSpokenSeq: 3 }, entries, []).tool).toBe(2 * (first.tokensAfter + 4))
})
