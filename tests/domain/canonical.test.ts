import { expect, test } from 'vitest'
import { canonicalMessage } from '../../src/domain/doors/canonical.js'
import type { Json } from '../../src/domain/message.js'

const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1' }
const block = (text: string) => ({ type: 'text', text })
const anthropic = (content: Json, more: { [key: string]: Json } = {}) =>
  canonicalMessage('anthropic', { role: 'user', content: [{ ...RESULT, content, ...more }] })
const openai = (content: Json) => canonicalMessage('openai', { role: 'tool', tool_call_id: 'call_1', content })

test('[10.4] a result that a client sends as a text or as one block of text, with a mark for the cache, is the same message', () => {
  const plain = anthropic('berth 4 is free')
  expect(anthropic([block('berth 4 is free')], { cache_control: { type: 'ephemeral' } })).toBe(plain)
  expect(anthropic([{ ...block('berth 4 is free\n'), cache_control: { type: 'ephemeral' } }])).toBe(plain)
  expect(anthropic([])).toBe(anthropic(''))
  expect(openai([block('berth 4 is free')])).toBe(openai('berth 4 is free'))
})

test('[10.4] results with other texts, or with an image, are other messages', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  const forms = [
    anthropic('berth 4 is free'),
    anthropic([block('berth 4'), block('is free')]),
    anthropic([block('berth 4 is free'), image]),
    anthropic([image]),
    anthropic(''),
  ]
  expect(new Set(forms).size).toBe(forms.length)
})
