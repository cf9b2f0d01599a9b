/** What each provider refuses in a message, and what passes. */
import { expect, test } from 'vitest'
import { messageFormat, sliceArray } from '../../src/domain/formats/index.js'
import { submittedMessages } from '../../src/domain/formats/submitted.js'
import type { Format, Json } from '../../src/domain/message.js'

const call = (change: object = {}) => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'ls', arguments: '{}' },
  ...change,
})

/** Message, and the paths of its faults. */
const CASES: readonly [format: Format, message: Json, paths: string[]][] = [
  ['openai', { role: 'user', content: 'hi' }, []],
  ['openai', { role: 'user', content: [{ type: 'text', text: 'hi' }] }, []],
  ['openai', { role: 'usr', content: 'hi' }, ['.role']],
  ['openai', { role: 'user', content: null }, ['.content']],
  ['openai', { role: 'user' }, ['.content']],
  ['openai', { role: 'user', content: [] }, ['.content']],
  ['openai', { role: 'user', content: [{ type: 'tool_use' }] }, ['.content[0].type']],
  ['openai', { role: 'assistant', content: null }, ['.content']],
  ['openai', { role: 'assistant', content: null, tool_calls: null }, ['.content']],
  ['openai', { role: 'assistant', content: null, refusal: 'no' }, []],
  ['openai', { role: 'assistant', content: '', tool_calls: [] }, []],
  ['openai', { role: 'assistant', content: null, tool_calls: [call()] }, []],
  ['openai', { role: 'assistant', content: 'x', tool_calls: 'no' }, ['.tool_calls']],
  ['openai', { role: 'assistant', tool_calls: [call({ id: undefined })] }, ['.tool_calls[0].id']],
  ['openai', { role: 'assistant', tool_calls: [call({ type: 'x' })] }, ['.tool_calls[0].type']],
  [
    'openai',
    { role: 'assistant', tool_calls: [call({ function: { name: 'ls', arguments: {} } })] },
    ['.tool_calls[0].function.arguments'],
  ],
  ['openai', { role: 'tool', content: 'x' }, ['.tool_call_id']],
  ['openai', { role: 'tool', content: 'x', tool_call_id: 'call_1' }, []],
  ['openai', { role: 'function', name: 'ls', content: 'x' }, []],
  ['anthropic', { role: 'user', content: 'hi' }, []],
  ['anthropic', { role: 'tool', content: 'hi' }, ['.role']],
  ['anthropic', { role: 'user', content: '' }, ['.content']],
  ['anthropic', { role: 'user', content: null }, ['.content']],
  ['anthropic', { role: 'user', content: [{ type: 'text', text: '' }] }, ['.content[0].text']],
  ['anthropic', { role: 'user', content: [{ type: 'image_url' }] }, ['.content[0].type']],
  ['anthropic', { role: 'user', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] }, ['.content[0].type']],
  ['anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] }, []],
  [
    'anthropic',
    { role: 'assistant', content: [{ type: 'tool_use', name: 'n', input: '{}' }] },
    ['.content[0].id', '.content[0].input'],
  ],
  ['anthropic', { role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] }, ['.content[0].signature']],
  ['anthropic', { role: 'assistant', content: [{ type: 'web_search_tool_result' }] }, []],
  ['anthropic', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] }, []],
  [
    'anthropic',
    { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'tool_use' }] }] },
    ['.content[0].tool_use_id', '.content[0].content[0].type'],
  ],
  ['ollama', { role: 'user', content: 'hi', images: ['aGk='] }, []],
  ['ollama', { role: 'user', content: [{ type: 'text', text: 'hi' }] }, ['.content']],
  ['ollama', { role: 'user', content: null }, ['.content']],
  ['ollama', { role: 'assistant', tool_calls: [{ function: { name: 'ls', arguments: {} } }] }, []],
  [
    'ollama',
    { role: 'assistant', tool_calls: [{ function: { name: 'ls', arguments: '{}' } }] },
    ['.tool_calls[0].function.arguments'],
  ],
  ['responses', { role: 'user', content: 'hi' }, []],
  ['responses', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] }, []],
  ['responses', { role: 'user', content: [{ type: 'text', text: 'hi' }] }, ['.content[0].type']],
  ['responses', { role: 'tool', content: 'hi' }, ['.role']],
  ['responses', { type: 'function_call', name: 'ls', arguments: {} }, ['.call_id', '.arguments']],
  ['responses', { type: 'function_call_output', call_id: 'c', output: 'x' }, []],
  ['responses', { type: 'reasoning', id: 'rs_1', summary: [] }, []],
  ['responses', { type: 'tool_use' }, ['.type']],
]

test.each(CASES)('[13] %s refuses what its API refuses: %j', (format, message, paths) => {
  expect(
    messageFormat(format)
      .faults(message, '')
      .map(({ path }) => path),
  ).toEqual(paths)
})

const submit = (format: Format | null, messages: Json[], validation: 'strict' | 'lenient' = 'strict') => {
  const raw = sliceArray(JSON.stringify({ messages }), 'messages')
  return submittedMessages({ format, raw, values: messages, validation })
}

test('[13] a response object is reduced to its message and its prompt tokens', () => {
  const message = { role: 'assistant', content: 'Hi.' }
  const openai = { id: 'c', object: 'chat.completion', choices: [{ index: 0, message }], usage: { prompt_tokens: 9 } }
  expect(submit('openai', [openai])).toEqual({
    messages: [{ raw: JSON.stringify(message), value: message, index: 0, irregular: false }],
    promptTokens: 9,
  })
  const own = { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] }
  const usage = { input_tokens: 3, cache_creation_input_tokens: 4, cache_read_input_tokens: 5, output_tokens: 1 }
  const anthropic = { id: 'm', type: 'message', ...own, model: 'claude', stop_reason: 'end_turn', usage }
  expect(submit('anthropic', [anthropic])).toMatchObject({
    messages: [{ raw: JSON.stringify(own) }],
    promptTokens: 12,
  })
  const ollama = { model: 'qwen', message, done: true, prompt_eval_count: 7 }
  expect(submit('ollama', [ollama])).toMatchObject({ messages: [{ raw: JSON.stringify(message) }], promptTokens: 7 })
  const items: Json[] = [
    { type: 'reasoning', id: 'rs', summary: [] },
    { type: 'function_call', call_id: 'a', name: 'ls', arguments: '{}' },
    { type: 'function_call', call_id: 'b', name: 'ls', arguments: '{}' },
  ]
  const response = { object: 'response', output: items, usage: { input_tokens: 8 } }
  expect(submit('responses', [response])).toMatchObject({
    messages: [{ raw: JSON.stringify({ output: items }) }],
    promptTokens: 8,
  })
})

test('[13] an older response object of the same request reports no tokens', () => {
  const message = { role: 'assistant', content: 'Hi.' }
  const reply = { choices: [{ message }], usage: { prompt_tokens: 9 } }
  expect(submit('openai', [reply, { role: 'user', content: 'And?' }]).promptTokens).toBeNull()
})

test('[13] a refusal names the path, the expected and the received value, and the likely format', () => {
  const block = { type: 'tool_use', id: 't', name: 'n', input: {} }
  expect(() => submit('openai', [{ role: 'assistant', content: [block] }])).toThrow(
    'messages[0].content[0].type: expected one of text, refusal, received "tool_use". Did you mean format: "anthropic"?',
  )
  const reply = { choices: [{ message: { role: 'assistant', content: 'Hi.' } }] }
  expect(() => submit(null, [reply])).toThrow('Did you mean format: "openai"?')
})

test('[13] a lenient request accepts what a strict one refuses, and marks it', () => {
  expect(submit('openai', [{ role: 'usr', content: 'hi' }], 'lenient').messages[0]!.irregular).toBe(true)
})
