import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMessage, replaceParts } from '../../src/domain/formats/index.js'
import { readLog } from '../../src/importers/index.js'
import { FORMATS, type Format, type Json, type Part } from '../../src/domain/message.js'
import { conversationFiles, hasConversations } from '../support/conversations.js'
import { often } from '../support/long-run.js'

function replace(format: Format, value: Json, ...replacements: [number, string | null][]): Json | null {
  return replaceParts(format, value, parseMessage(format, value, 'm'), new Map(replacements))
}

const ASSISTANT = {
  role: 'assistant', content: 'look', reasoning_content: 'hm', extra: { kept: true },
  tool_calls: [
    { id: 'a', index: 0, type: 'function', function: { name: 'f', arguments: '{"path":"x"}' } },
    { id: 'b', index: 1, type: 'function', function: { name: 'g', arguments: '{}' } },
  ],
} // prettier-ignore

describe('placeholders inside a message of its own format', () => {
  test('[P8] replacing nothing copies everything', () => {
    expect(replace('openai', ASSISTANT)).toEqual(ASSISTANT)
  })

  test('[D3] OpenAI: arguments stay a string, unknown keys stay; parts leave one by one', () => {
    expect(replace('openai', ASSISTANT, [2, '{"path":"see off_1"}'])).toEqual({
      ...ASSISTANT,
      tool_calls: [
        { ...ASSISTANT.tool_calls[0], function: { name: 'f', arguments: '{"path":"see off_1"}' } },
        ASSISTANT.tool_calls[1],
      ],
    })
    expect(replace('openai', ASSISTANT, [1, null], [2, null])).toEqual({
      ...ASSISTANT,
      content: null,
      tool_calls: [ASSISTANT.tool_calls[1]],
    })
    expect(replace('openai', ASSISTANT, [2, null], [3, null])).toEqual({
      role: 'assistant',
      content: 'look',
      reasoning_content: 'hm',
      extra: { kept: true },
    })
    expect(replace('openai', ASSISTANT, [0, null])).toEqual({
      role: 'assistant',
      content: 'look',
      extra: { kept: true },
      tool_calls: ASSISTANT.tool_calls,
    })
  })

  test('[D4] a message of which only thinking is left is nothing', () => {
    expect(replace('openai', ASSISTANT, [1, null], [2, null], [3, null])).toBeNull()
    const sealed: Json = {
      role: 'assistant',
      content: [
        { type: 'redacted_thinking', data: 'x' },
        { type: 'tool_use', id: 'a', name: 'f', input: {} },
      ],
    }
    expect(replace('anthropic', sealed, [1, null])).toBeNull()
  })

  test('[D1] results become text wherever they are', () => {
    expect(replace('openai', { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'long' }], extra: 1 }, [0, 'short'])).toEqual({
      role: 'tool', tool_call_id: 'a', content: 'short', extra: 1,
    }) // prettier-ignore
    const block = {
      type: 'tool_result',
      tool_use_id: 'a',
      content: [{ type: 'text', text: 'long' }],
      cache_control: { type: 'ephemeral' },
    }
    const said = { type: 'text', text: 'go on' }
    expect(replace('anthropic', { role: 'user', content: [block, said] }, [0, 'short'])).toEqual({
      role: 'user',
      content: [{ ...block, content: 'short' }, said],
    })
    expect(replace('anthropic', { role: 'user', content: [block, said] }, [0, null])).toEqual({
      role: 'user',
      content: [said],
    })
    expect(replace('anthropic', { role: 'user', content: [block] }, [0, null])).toBeNull()
    expect(
      replace('ollama', { role: 'tool', tool_name: 'f', content: 'long', images: ['iVBO'] }, [0, 'short']),
    ).toEqual({
      role: 'tool',
      tool_name: 'f',
      content: 'short',
    })
    expect(replace('native', { role: 'tool', parts: [{ type: 'tool_result', callId: 'a', content: 'long' }], metadata: { a: 1 } }, [0, 'short'])).toEqual({
      role: 'tool', parts: [{ type: 'tool_result', callId: 'a', content: 'short' }], metadata: { a: 1 },
    }) // prettier-ignore
  })

  test('[D3] arguments keep the type they came in', () => {
    const use = { type: 'tool_use', id: 'a', name: 'f', input: { big: 'x' }, caller: 'direct' }
    expect(replace('anthropic', { role: 'assistant', content: [use] }, [0, '{"ref":1}'])).toEqual({
      role: 'assistant',
      content: [{ ...use, input: { ref: 1 } }],
    })
    const called = {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'f', arguments: { big: 'x' } } }],
    }
    expect(replace('ollama', called, [0, '{"ref":1}'])).toEqual({
      ...called,
      tool_calls: [{ function: { name: 'f', arguments: { ref: 1 } } }],
    })
    const native = { role: 'assistant', parts: [{ type: 'tool_call', callId: 'a', name: 'f', args: { big: 'x' } }] }
    expect(replace('native', native, [0, '{"ref":1}'])).toEqual({
      role: 'assistant',
      parts: [{ type: 'tool_call', callId: 'a', name: 'f', args: { ref: 1 } }],
    })
  })

  test('[D3] arguments that a call lacks get the type of its format', () => {
    const chat = { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: { name: 'f' } }] }
    const written = (args: Json) => ({ ...chat, tool_calls: [{ id: 'a', function: { name: 'f', arguments: args } }] })
    expect(replace('openai', chat, [0, '{"ref":1}'])).toEqual(written('{"ref":1}'))
    expect(replace('ollama', chat, [0, '{"ref":1}'])).toEqual(written({ ref: 1 }))
    const item = { type: 'function_call', call_id: 'a', name: 'f' }
    expect(replace('responses', item, [0, '{"ref":1}'])).toEqual({ ...item, arguments: '{"ref":1}' })
  })

  test('[D1] pictures give way to words', () => {
    expect(replace('ollama', { role: 'user', content: 'see', images: ['a', 'b'] }, [1, '[picture]'])).toEqual({
      role: 'user',
      content: 'see\n\n[picture]',
      images: ['b'],
    })
    const image = { type: 'image', source: { type: 'url', url: 'https://a' } }
    expect(replace('anthropic', { role: 'user', content: [image] }, [0, '[picture]'])).toEqual({
      role: 'user',
      content: [{ type: 'text', text: '[picture]' }],
    })
  })

  test('[P8] what is replaced does not touch the original', () => {
    const before = JSON.stringify(ASSISTANT)
    replace('openai', ASSISTANT, [1, 'x'], [2, null], [3, '{}'])
    expect(JSON.stringify(ASSISTANT)).toBe(before)
  })

  test('[P5] a replaced message parses to the same parts with the replaced ones changed', () => {
    const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 10 })
    const native = fc.record({
      role: fc.constant('user'),
      parts: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('text'), text: word }),
          fc.record({ type: fc.constant('tool_result'), callId: word, content: word }),
          fc.record({ type: fc.constant('opaque'), any: word }),
        ),
        { minLength: 1, maxLength: 6 },
      ),
    })
    fc.assert(
      fc.property(native, fc.array(fc.option(word), { minLength: 6, maxLength: 6 }), (value, placeholders) => {
        const json: Json = JSON.parse(JSON.stringify(value))
        const parsed = parseMessage('native', json, 'm')
        const chosen = new Map(
          placeholders.flatMap((text, index) =>
            index % 2 === 0 && index < parsed.parts.length ? [[index, text] as const] : [],
          ),
        )
        const replaced = replaceParts('native', json, parsed, chosen)
        const expected = parsed.parts.flatMap((part, index): Part[] => {
          const text = chosen.get(index)
          if (text === undefined) return [part]
          if (text === null) return []
          return part.type === 'tool_result' ? [{ ...part, content: text }] : [{ type: 'text', text }]
        })
        if (expected.length === 0) expect(replaced).toBeNull()
        else if (expected.every((part) => part.type === 'tool_result'))
          expect(replaced).toMatchObject({ parts: expected })
        else expect(replaced && parseMessage('native', replaced, 'm').parts).toEqual(expected)
      }),
      { seed: 5, numRuns: often(120, 300) },
    )
  })

  test('[D5] in real logs every result can be masked, and nothing else changes', () => {
    for (const { name, text } of conversationFiles().filter(
      ({ name }) => !hasConversations || /session-share|function-calling__|marshmallow-1343|large-session/.test(name),
    )) {
      for (const { format, messages } of readLog(text, name)) {
        expect(FORMATS).toContain(format)
        for (const { value } of messages) {
          const parsed = parseMessage(format, value, name)
          const masks = new Map(
            parsed.parts.flatMap((part, index) => (part.type === 'tool_result' ? [[index, '[masked]'] as const] : [])),
          )
          const masked = replaceParts(format, value, parsed, masks)
          const back = parseMessage(format, masked, name)
          const wanted = parsed.parts.map((part) =>
            part.type === 'tool_result' ? { ...part, content: '[masked]' } : part,
          )
          expect(back.parts).toEqual(wanted)
        }
      }
    }
  })
})
