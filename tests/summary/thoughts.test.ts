import { expect, test } from 'vitest'
import { extractionSource } from '../support/extraction.js'
import type { Part } from '../../src/domain/message.js'
import { closingOf } from '../../src/domain/digest/closing.js'
import { conclusionOf } from '../../src/domain/source/conclusion.js'
import { toSource } from '../../src/domain/source/source.js'
import { extractLines } from '../../src/domain/summary/extractive.js'
import { count, returned } from './spans.js'

const THOUGHT = [
  'Let me look at the trace again. Maybe the parser is at fault?',
  'The trace shows that `errors` is set before the block runs. So the bug is in schema.py line 894, where `data` is `None`.',
].join('\n\n')

const call: Part = { type: 'tool_call', callId: 'call_1', name: 'Bash', args: { command: 'python debug.py' } }
const thinking: Part = { type: 'reasoning', text: THOUGHT }
const sourceOf = (parts: Part[]) =>
  toSource(
    1,
    { role: 'assistant', parts },
    parts.map(({ type }) =>
      type === 'tool_call' ? { kind: type, callId: 'call_1', name: 'Bash', tokens: 1 } : { kind: 'text', tokens: 1 },
    ),
  )

test('[C10] a thought is read as what it came to, without plans, questions and what it weighed', () => {
  expect(conclusionOf(THOUGHT)).toBe(
    'The trace shows that `errors` is set before the block runs.\nSo the bug is in schema.py line 894, where `data` is `None`.',
  )
  expect(conclusionOf('Let me run it. Should we wait?')).toBe('')
  expect(conclusionOf('')).toBe('')
})

test('[C10] the conclusion before a call is read only if nothing was said beside it', () => {
  expect(sourceOf([thinking, call]).parts.map(({ kind }) => kind)).toEqual(['thought', 'call'])
  const said: Part = { type: 'text', text: 'I run the script.' }
  expect(sourceOf([thinking, said, call]).parts.map(({ kind }) => kind)).toEqual(['text', 'call'])
  expect(sourceOf([thinking]).parts).toEqual([{ kind: 'thought', text: THOUGHT }])
})

test('[C10] a checkpoint of an agent that only thinks and calls holds its findings, marked as thoughts', () => {
  const span = [sourceOf([thinking, call]), returned(2, 'Bash', 'ok')]
  const lines = extractLines(extractionSource(span), { budgetTokens: 200, count })
  expect(lines.find(({ text }) => text.includes('line 894'))).toMatchObject({
    kind: 'fact',
    text: 'thought: So the bug is in schema.py line 894, where `data` is `None`.',
  })
  const turn = { number: 1, messages: span, request: null, next: null, isClosed: true }
  expect(closingOf(turn)).toMatchObject({ isThought: true, isEnd: false, seqs: [1] })
})

test('[P14] a thought makes no rule or decision', () => {
  const text = 'We decided to use parser_two instead of parser_one. You must never delete the table archive_2019.'
  const span = [sourceOf([{ type: 'reasoning', text }, call]), returned(2, 'Bash', 'ok')]
  const lines = extractLines(extractionSource(span), { budgetTokens: 200, count })
  expect(lines.filter(({ kind }) => kind === 'decision' || kind === 'constraint')).toEqual([])
})
