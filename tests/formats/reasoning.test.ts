import { expect, test } from 'vitest'
import { linkMessage } from '../../src/domain/context/pairing.js'
import { parseMessage, renderMessage, replaceParts } from '../../src/domain/formats/index.js'
import type { Format, Json } from '../../src/domain/message.js'
import { countedTexts, fixedTokens } from '../../src/domain/tokens.js'

const SEAL = 'EqQBCgIYAhIM0/'.repeat(400)
const said = { type: 'text', text: 'Done.' }

function counted(format: Format, message: Json): { texts: string[]; kinds: string[] } {
  const parsed = parseMessage(format, message, 'm')
  const { shape } = linkMessage({ openCalls: [], lastSpokenSeq: 0 }, parsed, 1, [])
  expect(parsed.parts.map(fixedTokens)).toEqual(parsed.parts.map(() => 0))
  return { texts: parsed.parts.flatMap(countedTexts), kinds: shape.map(({ kind }) => kind) }
}

test.each<[string, Format, Json, string[]]>([
  ['signed thinking', 'anthropic', { type: 'thinking', thinking: 'hm', signature: SEAL }, ['hm']],
  ['thinking whose text is withheld', 'anthropic', { type: 'thinking', thinking: '', signature: SEAL }, []],
  ['redacted thinking', 'anthropic', { type: 'redacted_thinking', data: SEAL }, []],
  ['encrypted reasoning', 'openai', { type: 'reasoning', summary: [], encrypted_content: SEAL }, []],
  [
    'a summary beside encrypted reasoning',
    'openai',
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: SEAL },
    ['hm'],
  ],
  ['a sealed native part', 'native', { type: 'opaque', block: { type: 'redacted_thinking', data: SEAL } }, []],
])('[T4] %s counts by its visible text alone', (_, format, block, visible) => {
  const content = format === 'native' ? 'parts' : 'content'
  const { texts, kinds } = counted(format, { role: 'assistant', [content]: [block, said] })
  expect(texts).toEqual([...visible, 'Done.'])
  expect(kinds).toEqual(['reasoning', 'text'])
})

test('[T4] sealed reasoning goes back into its own format as it came, and into no other', () => {
  const block: Json = { type: 'thinking', thinking: '', signature: SEAL }
  const { parts } = parseMessage('anthropic', { role: 'assistant', content: [block, said] }, 'm')
  const render = (format: Format) => JSON.stringify(renderMessage(format, { seq: 1, role: 'assistant', parts }))
  expect(render('anthropic')).toContain(JSON.stringify(block))
  expect(render('openai') + render('ollama')).not.toContain('EqQBCgIYAhIM')
})

test('[D7] reasoning that a server repeats under several keys leaves whole', () => {
  const message: Json = {
    role: 'assistant',
    content: 'Done.',
    reasoning: 'hm',
    reasoning_details: [{ type: 'reasoning.encrypted', data: SEAL }],
    extra: 1,
  }
  const parsed = parseMessage('openai', message, 'm')
  expect(replaceParts('openai', message, parsed, new Map([[0, null]]))).toEqual({
    role: 'assistant',
    content: 'Done.',
    extra: 1,
  })
})
