import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../src/domain/errors.js'
import { parseMessage, renderMessage, replaceParts } from '../../src/domain/formats/index.js'
import { FORMATS, type Format, type Json } from '../../src/domain/message.js'
import { often } from '../support/long-run.js'

const parts = (format: Format, value: Json) => parseMessage(format, value, 'm').parts
const faults = (format: Format, value: Json) => {
  try {
    parseMessage(format, value, 'messages[3]')
  } catch (error) {
    if (error instanceof DomainError)
      return error.faults.map(({ path, expected, received }) => `${path}: ${expected} / ${received}`)
    throw error
  }
  return []
}

describe('reading provider formats', () => {
  test('[13] content null, absent, empty or blocks', () => {
    expect(parts('openai', { role: 'assistant', content: null })).toEqual([])
    expect(parts('openai', { role: 'assistant' })).toEqual([])
    expect(parts('openai', { role: 'user', content: '' })).toEqual([])
    expect(parts('openai', { role: 'user', content: [{ type: 'text', text: 'a' }, 'b', 7] })).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'opaque', format: 'openai', block: 7 },
    ])
  })

  test('[13] only what is no message is refused, with its full path', () => {
    expect(faults('openai', 'hi')).toEqual(['messages[3]: a message object / string'])
    expect(faults('anthropic', { content: 'x' })).toEqual(['messages[3].role: string / nothing'])
    expect(faults('ollama', { role: 'user', content: 5 })).toEqual([
      'messages[3].content: string, array of blocks or null / number',
    ])
    expect(faults('openai', { role: 'tool', content: {} })).toEqual([
      'messages[3].content: string, array of blocks or null / object',
    ])
    expect(faults('openai', { role: 'assistant', content: 'x', tool_calls: 'odd', extra: { a: 1 } })).toEqual([])
  })

  test('[13] roles beyond the four are mapped, and unknown ones are not from a person', () => {
    const role = (name: string) => {
      const { role, origin } = parseMessage('openai', { role: name, content: 'x' }, 'm')
      return `${role}/${origin}`
    }
    expect(['developer', 'system', 'user', 'function', 'toolResult', 'exit', 'bashExecution', 'constructor'].map(role)).toEqual([
      'system/app', 'system/app', 'user/human', 'tool/app', 'tool/app', 'user/app', 'user/app', 'user/app',
    ]) // prettier-ignore
  })

  test('[13] calls: null, arguments as string or object or no JSON, legacy, custom, without id', () => {
    const call = (fn: Json, id?: string) =>
      parts('openai', { role: 'assistant', tool_calls: [{ ...(id && { id }), type: 'function', function: fn }] })[0]
    expect(parts('openai', { role: 'assistant', content: 'x', tool_calls: null, function_call: null })).toHaveLength(1)
    expect(call({ name: 'f', arguments: '{"a":1}' }, 'c1')).toEqual({
      type: 'tool_call',
      callId: 'c1',
      name: 'f',
      args: { a: 1 },
    })
    expect(call({ name: 'f', arguments: { a: 1 } })).toEqual({
      type: 'tool_call',
      callId: '',
      name: 'f',
      args: { a: 1 },
    })
    expect(call({ name: 'f', arguments: '{"a":' })).toMatchObject({ args: '{"a":' })
    expect(call({ name: 'f' })).toMatchObject({ args: {} })
    expect(call({ arguments: '{}' })).toMatchObject({ type: 'opaque' })
    expect(
      parts('openai', { role: 'assistant', content: null, function_call: { name: 'g', arguments: '{}' } }),
    ).toEqual([{ type: 'tool_call', callId: '', name: 'g', args: {} }])
    expect(
      parts('openai', {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'h', input: 'plain' } }],
      }),
    ).toEqual([{ type: 'tool_call', callId: 'c', name: 'h', args: 'plain' }])
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(call({ name: 'f', arguments: deep })).toMatchObject({ args: deep })
  })

  test('[13] results by id, by list of ids, by name; with blocks, pictures, errors, nothing', () => {
    expect(parts('openai', { role: 'tool', tool_call_id: 'c', content: 'r' })).toEqual([
      { type: 'tool_result', callId: 'c', content: 'r' },
    ])
    expect(parts('openai', { role: 'tool', tool_call_ids: ['a', 'b'], content: 'r' })).toEqual([
      { type: 'tool_result', callId: 'a', content: 'r' },
      { type: 'tool_result', callId: 'b', content: '' },
    ])
    expect(parts('openai', { role: 'function', name: 'f', content: null })).toEqual([
      { type: 'tool_result', callId: '', content: '', name: 'f' },
    ])
    expect(parts('ollama', { role: 'tool', tool_name: 'f', content: 'r', images: ['iVBO'] })).toEqual([
      { type: 'tool_result', callId: '', name: 'f', content: [{ type: 'text', text: 'r' }, { type: 'image', data: 'iVBO' }] },
    ]) // prettier-ignore
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } }
    const result = (content?: Json) => ({
      type: 'tool_result',
      tool_use_id: 't',
      is_error: true,
      ...(content !== undefined && { content }),
    })
    expect(
      parts('anthropic', { role: 'user', content: [result([image, { type: 'tool_reference', name: 'x' }]), result()] }),
    ).toEqual([
      {
        type: 'tool_result',
        callId: 't',
        isError: true,
        content: [image, { type: 'opaque', format: 'anthropic', block: { type: 'tool_reference', name: 'x' } }],
      },
      { type: 'tool_result', callId: 't', isError: true, content: '' },
    ])
  })

  test('[P5] an Anthropic user message is a tool message if it holds results only', () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: 'r' }
    expect(parseMessage('anthropic', { role: 'user', content: [result, result] }, 'm').role).toBe('tool')
    expect(
      parseMessage('anthropic', { role: 'user', content: [result, { type: 'text', text: 'and?' }] }, 'm'),
    ).toMatchObject({
      role: 'user',
      origin: 'human',
    })
    expect(parseMessage('anthropic', { role: 'user', content: [] }, 'm').role).toBe('user')
  })

  test('[P5] calls outside assistant messages and results inside them are carried unread', () => {
    const use = { type: 'tool_use', id: 't', name: 'f', input: {} }
    const result = { type: 'tool_result', tool_use_id: 't', content: 'r' }
    expect(parts('anthropic', { role: 'user', content: [use] })).toEqual([
      { type: 'opaque', format: 'anthropic', block: use },
    ])
    expect(parts('anthropic', { role: 'assistant', content: [result] })).toEqual([
      { type: 'opaque', format: 'anthropic', block: result },
    ])
    expect(parts('openai', { role: 'user', content: 'x', tool_calls: [{ function: { name: 'f' } }] })).toHaveLength(1)
    expect(parseMessage('anthropic', { role: 'tool', content: 'x' }, 'm')).toMatchObject({
      role: 'user',
      origin: 'app',
    })
  })

  test('[13] thinking of every kind; sealed thinking is carried unread', () => {
    expect(parts('openai', { role: 'assistant', content: 'x', reasoning_content: 'r' })[0]).toEqual({
      type: 'reasoning',
      text: 'r',
    })
    expect(parts('ollama', { role: 'assistant', content: '', thinking: 'r' })).toEqual([
      { type: 'reasoning', text: 'r' },
    ])
    const sealed = { type: 'redacted_thinking', data: 'xyz' }
    expect(
      parts('anthropic', { role: 'assistant', content: [{ type: 'thinking', thinking: 'r', signature: 's' }, sealed] }),
    ).toEqual([
      { type: 'reasoning', text: 'r' },
      { type: 'opaque', format: 'anthropic', block: sealed },
    ])
  })

  test('[13] any JSON object with a role is read without a throw, and every path leads to its value', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 })
    const content = fc.oneof(
      text,
      fc.constant(null),
      fc.array(
        fc.oneof(
          fc.jsonValue({ maxDepth: 3 }),
          fc.record(
            {
              type: fc.constantFrom('text', 'tool_use', 'tool_result', 'image', 'thinking'),
              text,
              name: text,
              thinking: text,
            },
            { requiredKeys: ['type'] },
          ),
        ),
      ),
    )
    const message = fc.record(
      {
        role: fc.oneof(text, fc.constantFrom('system', 'user', 'assistant', 'tool')),
        content,
        tool_calls: fc.jsonValue({ maxDepth: 4 }),
        images: fc.array(text),
        thinking: text,
        function_call: fc.jsonValue(),
      },
      { requiredKeys: ['role'] },
    )
    fc.assert(
      fc.property(message, fc.constantFrom<Format>('openai', 'anthropic', 'ollama'), (value, format) => {
        const json: Json = JSON.parse(JSON.stringify(value))
        const read = parseMessage(format, json, 'm')
        expect(read.paths.length).toBe(read.parts.length)
        const kinds = new Set(read.parts.map(({ type }) => type))
        if (kinds.has('tool_call')) expect(read.role).toBe('assistant')
        if (kinds.has('tool_result')) expect(['user', 'tool']).toContain(read.role)
        if (read.role === 'tool') expect([...kinds]).toEqual(['tool_result'])
        for (const target of FORMATS) {
          const copies = renderMessage(target, { seq: 1, role: read.role, parts: read.parts })
          copies.forEach((copy) => parseMessage(target, copy, 'm'))
        }
        const removed = replaceParts(format, json, read, new Map(read.parts.map((_, index) => [index, null])))
        expect(removed === null || read.parts.length === 0).toBe(true)
        if (read.parts.length > 0) parseMessage(format, replaceParts(format, json, read, new Map([[0, '{}']])), 'm')
        read.parts.forEach((part, index) => {
          const found = valueAt(json, read.paths[index] ?? [])
          if (part.type === 'text') expect(found).toBe(part.text)
          if (part.type === 'opaque') expect(found).toEqual(part.block)
        })
      }),
      { seed: 11, numRuns: often(200, 500) },
    )
  })
})

describe('reading our own format, strictly', () => {
  test('[13] a full message is read as it is', () => {
    const value: { [key: string]: Json; parts: Json[] } = {
      role: 'user',
      parts: [
        { type: 'text', text: 'look' },
        {
          type: 'tool_result',
          callId: 'c',
          name: 'f',
          isError: true,
          content: [
            { type: 'text', text: 'r' },
            { type: 'image', url: 'https://a/b.png' },
          ],
        },
        { type: 'opaque', anything: [1] },
      ],
      origin: 'app',
      pinned: true,
      timestamp: '2025-01-01T00:00:00Z',
      externalId: 'x1',
      metadata: { a: 1 },
    }
    expect(parseMessage('native', value, 'm')).toEqual({
      role: 'user', origin: 'app', pinned: true, externalId: 'x1', parts: value.parts,
      paths: [['parts', 0, 'text'], ['parts', 1, 'content'], ['parts', 2]],
    }) // prettier-ignore
    expect(parseMessage('native', { role: 'user', content: 'hi' }, 'm')).toMatchObject({
      origin: 'human',
      parts: [{ type: 'text', text: 'hi' }],
      paths: [['content']],
    })
  })

  test('[13] unknown keys and wrong types are all reported at once, with path, expected and received', () => {
    const value: Json = {
      role: 'usr',
      part: [],
      pinned: 'yes',
      parts: [{ type: 'text', txt: 'a' }, 5, { type: 'tool_call', callId: 1, name: 'f', args: {} }],
      timestamp: 'soon',
      metadata: [],
    }
    expect(faults('native', value)).toEqual([
      'messages[3].part: one of role, parts, content, origin, pinned, timestamp, externalId, metadata / unknown key',
      'messages[3].role: system, user, assistant, tool / "usr"',
      'messages[3].pinned: boolean / "yes"',
      'messages[3].timestamp: ISO 8601 time / "soon"',
      'messages[3].metadata: object / array',
      'messages[3].parts[0].txt: one of type, text / unknown key',
      'messages[3].parts[0].text: string / nothing',
      'messages[3].parts[1]: object / number',
      'messages[3].parts[2].callId: string / number',
    ])
    expect(faults('native', { role: 'user' })).toEqual(['messages[3].parts: array, or content / nothing'])
    expect(faults('native', { role: 'user', parts: [], content: 'x' })).toEqual([
      'messages[3].content: parts or content, not both / "x"',
    ])
    expect(faults('native', { role: 'user', content: null })).toEqual(['messages[3].content: string / null'])
    expect(faults('native', null)).toEqual(['messages[3]: a message object / null'])
  })

  test('[P5] calls are in assistant messages, results in tool and user messages', () => {
    const call = { type: 'tool_call', callId: 'c', name: 'f', args: {} }
    const result = { type: 'tool_result', callId: 'c', content: 'r' }
    expect(faults('native', { role: 'user', parts: [call] })).toHaveLength(1)
    expect(faults('native', { role: 'assistant', parts: [result] })).toHaveLength(1)
    expect(faults('native', { role: 'tool', parts: [{ type: 'text', text: 'x' }] })).toHaveLength(1)
    expect(faults('native', { role: 'tool', content: 'x' })).toHaveLength(1)
    expect(faults('native', { role: 'user', parts: [result, { type: 'text', text: 'x' }] })).toEqual([])
  })
})

function valueAt(value: Json, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)]
    return typeof inner === 'object' && inner !== null ? inner[step] : undefined
  }, value)
}
