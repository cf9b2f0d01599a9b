import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import { expect, test } from 'vitest'
import { parseMessage } from '../../src/domain/formats/index.js'
import { readLog, type LoggedConversation } from '../../src/importers/index.js'
import type { Part, PartShape } from '../../src/domain/message.js'
import { linkMessage } from '../../src/domain/context/pairing.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { condense } from '../../src/domain/reductions/condense/condense.js'
import { kindsByName } from '../../src/domain/reductions/condense/kinds.js'
import { resultsToRead, reduceResult } from '../../src/domain/reductions/on-append.js'
import { countText } from '../../src/model/encoding.js'
import { conversationFiles, hasConversations } from '../support/conversations.js'
import { readPartOf } from '../support/read-part.js'
import { inventions } from '../support/inventions.js'
import { often } from '../support/long-run.js'

const { checkpointed: policy } = PRESET_POLICIES
const LIMIT = 13_600
const rules = { policy, limit: LIMIT, scale: EXACT_SCALE }

/** Messages that hold tool results, as appending would see them. */
function* arrivals({
  format,
  messages,
}: LoggedConversation): Generator<{ seq: number; parts: Part[]; shape: PartShape[] }> {
  let state: Parameters<typeof linkMessage>[0] = { openCalls: [], lastSpokenSeq: 0 }
  for (const [index, { value }] of messages.entries()) {
    const parsed = parseMessage(format, value, 'message')
    const tokens = parsed.parts.map((part) =>
      part.type === 'tool_result' ? countText(readPartOf(part).content) + 6 : 0,
    )
    const linked = linkMessage(state, parsed, index + 1, tokens)
    state = linked
    if (parsed.parts.some(({ type }) => type === 'tool_result'))
      yield { seq: index + 1, parts: parsed.parts, shape: linked.shape }
  }
}

test('[D2] every tool result of the real conversations: views are copies and counts, clearly smaller, below the mark for offloads', () => {
  const kindsOf = kindsByName(policy.condense!.kinds)
  const made = new Map<string, number>()
  for (const { name, text } of conversationFiles('', hasConversations ? (at) => at % often(4, 1) === 0 : undefined)) {
    for (const { seq, parts, shape } of readLog(text, name).flatMap((conversation) => [...arrivals(conversation)])) {
      for (const found of resultsToRead(rules, [{ seq, pinned: false, shape }])) {
        const part = parts[found.part]!
        const reduction = reduceResult(rules, found, readPartOf(part), { id: 'off_1', reader: null }, countText)
        if (reduction?.kind !== 'condense') continue
        made.set(reduction.resultKind!, (made.get(reduction.resultKind!) ?? 0) + 1)
        const source = readPartOf(part).content
        const view = condense(
          { text: source, tokens: reduction.tokensBefore, kinds: kindsOf(reduction.toolName) },
          policy.condense!,
          LIMIT,
        )
        expect(inventions(view!, source)).toEqual([])
        expect(reduction.tokensAfter).toBeLessThanOrEqual(reduction.tokensBefore * 0.8)
        expect(reduction.tokensAfter).toBeLessThanOrEqual(0.2 * LIMIT)
      }
    }
  }
  expect(made.get('file')).toBeGreaterThan(0)
  expect(made.get('search')).toBeGreaterThan(0)
  if (hasConversations) expect(made.get('api')).toBeGreaterThan(0)
})
