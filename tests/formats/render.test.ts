import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinNeighbours } from '../../src/domain/formats/anthropic.js'
import { parseMessage, renderMessage, renderTools } from '../../src/domain/formats/index.js'
import type { Format, Json, Part, Role } from '../../src/domain/message.js'
import { often } from '../support/long-run.js'

const FOREIGN: Format[] = ['openai', 'anthropic', 'ollama', 'native']
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
const id = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/)
const args = fc.dictionary(
  text,
  fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 })),
  {
    maxKeys: 3,
  },
)
const textPart = text.map((text): Part => ({ type: 'text', text }))
const callPart = fc.record({ callId: id, name: id, args }).map((call): Part => ({ type: 'tool_call', ...call }))
const resultPart = fc
  .record({ callId: id, content: fc.oneof(text, fc.constant('')) })
  .map((result): Part => ({ type: 'tool_result', ...result }))
const message = fc.oneof(
  fc.tuple(fc.constantFrom<Role>('user', 'system'), fc.array(textPart, { minLength: 1, maxLength: 3 })),
  fc.tuple(
    fc.constant<Role>('assistant'),
    fc
      .tuple(fc.array(textPart, { maxLength: 2 }), fc.array(callPart, { maxLength: 3 }))
      .map(([said, calls]) => [...said, ...calls]),
  ),
  fc.tuple(fc.constant<Role>('tool'), fc.array(resultPart, { minLength: 1, maxLength: 3 })),
  fc.tuple(
    fc.constant<Role>('user'),
    fc
      .tuple(fc.array(resultPart, { minLength: 1, maxLength: 2 }), fc.array(textPart, { maxLength: 2 }))
      .map(([results, said]) => [...results, ...said]),
  ),
)

describe('writing messages', () => {
  test('[13] any words, calls, results and ids survive the way into every format and back', () => {
    fc.assert(
      fc.property(message, fc.constantFrom(...FOREIGN), ([role, parts], format) => {
        const written = JSON.stringify(renderMessage(format, { seq: 1, role, parts }))
        const list: unknown = JSON.parse(written)
        const back = (Array.isArray(list) ? list : []).flatMap((value) => parseMessage(format, value, 'm').parts)
        expect(gist(back)).toEqual(gist(parts))
      }),
      { seed: 3, numRuns: often(200, 500) },
    )
  })

  test('[P5] results come first, each as a message of its own where the format wants it, then the words', () => {
    const parts: Part[] = [
      { type: 'text', text: 'and now this' },
      { type: 'tool_result', callId: 'a', content: 'ra', name: 'f' },
      { type: 'tool_result', callId: 'b', content: [{ type: 'text', text: 'rb' }], isError: true },
    ]
    const render = (format: Format) => renderMessage(format, { seq: 4, role: 'user', parts })
    expect(render('openai')).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'ra' },
      { role: 'tool', tool_call_id: 'b', content: 'rb' },
      { role: 'user', content: 'and now this' },
    ])
    expect(render('ollama')).toEqual([
      { role: 'tool', content: 'ra', tool_name: 'f', tool_call_id: 'a' },
      { role: 'tool', content: 'rb', tool_call_id: 'b' },
      { role: 'user', content: 'and now this' },
    ])
    expect(render('anthropic')).toEqual([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'ra' },
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'rb' }], is_error: true },
          { type: 'text', text: 'and now this' },
        ],
      },
    ])
  })

  test('[P5] calls in every format; ids that never came are named by place', () => {
    const parts: Part[] = [
      { type: 'reasoning', text: 'hm' },
      { type: 'tool_call', callId: '', name: 'f', args: { a: 1 } },
      { type: 'tool_call', callId: 'c2', name: 'g', args: 'no json' },
    ]
    const render = (format: Format) => renderMessage(format, { seq: 9, role: 'assistant', parts })
    expect(render('openai')).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_9_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
          { id: 'c2', type: 'function', function: { name: 'g', arguments: 'no json' } },
        ],
      },
    ])
    expect(render('anthropic')).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'call_9_1', name: 'f', input: { a: 1 } },
          { type: 'tool_use', id: 'c2', name: 'g', input: { input: 'no json' } },
        ],
      },
    ])
    expect(render('ollama')).toEqual([
      {
        role: 'assistant',
        content: '',
        thinking: 'hm',
        tool_calls: [
          { function: { name: 'f', arguments: { a: 1 } } },
          { id: 'c2', function: { name: 'g', arguments: { input: 'no json' } } },
        ],
      },
    ])
  })

  test('[13] pictures and files change their clothes, or leave a note where a format has none', () => {
    const picture: Json = {
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO', detail: 'low' } },
      ],
    }
    const { parts } = parseMessage('openai', picture, 'm')
    const to = (format: Format, parts: Part[], role: Role = 'user') => renderMessage(format, { seq: 1, role, parts })
    expect(to('openai', parts)).toEqual([picture])
    expect(to('anthropic', parts)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
        ],
      },
    ])
    expect(to('ollama', parts)).toEqual([{ role: 'user', content: 'see', images: ['iVBO'] }])
    expect(to('ollama', [{ type: 'image', url: 'https://a/b.png' }])).toEqual([
      { role: 'user', content: '[image: https://a/b.png]' },
    ])
    const [fromOllama] = to(
      'openai',
      parseMessage('ollama', { role: 'user', content: '', images: ['/9j/4A'] }, 'm').parts,
    )
    expect(fromOllama).toEqual({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/4A' } }],
    })
    const pdf = {
      type: 'document',
      title: 'a.pdf',
      source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
    }
    expect(to('openai', parseMessage('anthropic', { role: 'user', content: [pdf] }, 'm').parts)).toEqual([
      {
        role: 'user',
        content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } }],
      },
    ])
    expect(
      to(
        'openai',
        [{ type: 'tool_result', callId: 'c', content: [{ type: 'image', data: 'x', mediaType: 'image/png' }] }],
        'tool',
      ),
    ).toEqual([{ role: 'tool', tool_call_id: 'c', content: '[image]' }])
  })

  test('[13] unknown blocks go back into their own format, and are JSON text in others; sealed thinking is left out there', () => {
    const unknown = { type: 'server_tool_use', id: 's', name: 'web' }
    const sealed = { type: 'redacted_thinking', data: 'x' }
    const { parts } = parseMessage('anthropic', { role: 'assistant', content: [unknown, sealed] }, 'm')
    expect(renderMessage('anthropic', { seq: 1, role: 'assistant', parts })).toEqual([
      { role: 'assistant', content: [unknown, sealed] },
    ])
    expect(renderMessage('openai', { seq: 1, role: 'assistant', parts })).toEqual([
      { role: 'assistant', content: JSON.stringify(unknown) },
    ])
  })

  test('[C8] neighbours of one role are joined: strings by a blank line, the rest as blocks, results first', () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'r' }
    expect(
      joinNeighbours([
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
        { role: 'assistant', content: 'c' },
      ]),
    ).toEqual([
      { role: 'user', content: 'a\n\nb' },
      { role: 'assistant', content: 'c' },
    ])
    expect(
      joinNeighbours([
        { role: 'user', content: 'a' },
        { role: 'user', content: [result] },
        { role: 'user', content: 'b', extra: 1 },
      ]),
    ).toEqual([{ role: 'user', content: [result, { type: 'text', text: 'a' }, { type: 'text', text: 'b' }], extra: 1 }])
    expect(joinNeighbours([])).toEqual([])
  })

  test('[13] tool schemas change between the two shapes; what is neither passes', () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } } }
    const ours = [{ type: 'function', function: { name: 'f', description: 'd', parameters: schema } }]
    const theirs = [{ name: 'f', description: 'd', input_schema: schema }]
    expect(renderTools('anthropic', ours)).toEqual(theirs)
    expect(renderTools('openai', theirs)).toEqual(ours)
    expect(renderTools('ollama', ours)).toEqual(ours)
    expect(renderTools('native', theirs)).toBe(theirs)
    expect(renderTools('anthropic', [{ type: 'web_search_20250305', name: 'web_search' }, 5])).toEqual([
      { type: 'web_search_20250305', name: 'web_search' },
      5,
    ])
    expect(renderTools('openai', { odd: true })).toEqual({ odd: true })
  })
})

function gist(parts: Part[]) {
  return {
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n'),
    calls: parts.filter((part) => part.type === 'tool_call').map(({ callId, name, args }) => ({ callId, name, args })),
    results: parts.filter((part) => part.type === 'tool_result').map(({ callId, content }) => ({ callId, content })),
  }
}
