import fc from 'fast-check'
import { hostileJson, hostileString, type JsonText } from './hostile.js'

/** Random messages in the words of every format, and sentences of no format. */

const ROLES = ['user', 'assistant', 'system', 'tool', 'developer', 'function', 'bashExecution']
const TYPES = [
  ...['text', 'tool_call', 'tool_use', 'tool_result', 'image', 'image_url', 'file', 'reasoning', 'thinking', 'opaque'],
  ...['redacted_thinking', 'function_call', 'function_call_output', 'message', 'input_text', 'output_text', 'document'],
]
const MEMBERS = [
  ...['content', 'parts', 'text', 'tool_calls', 'tool_call_id', 'callId', 'call_id', 'id', 'name', 'args', 'arguments'],
  ...['input', 'output', 'function', 'tool_use_id', 'is_error', 'isError', 'source', 'data', 'media_type', 'url'],
  ...[
    'thinking',
    'signature',
    'summary',
    'encrypted_content',
    'origin',
    'pinned',
    'timestamp',
    'externalId',
    'metadata',
  ],
  ...['image_url', 'cache_control', 'refusal', 'annotations', 'tool_name', 'images', 'reasoning_content'],
]
const PROSE = [
  'What port does the archive use?',
  'We decided to use Postgres 16 in src/store/index.ts, because 5.0 failed with ERR_X.',
  '[GOAL] Ship it\n[CHECKPOINT] tests - COMPLETED\n[DECISION] keep it - LOCKED\n[ARTIFACT] Created a.ts\n[NEXT] rest',
  'line\n'.repeat(400),
  '{"rows":[{"id":1},{"id":2}]}',
  'off_00000000000000000000000000',
]

const json = (value: unknown): JsonText => JSON.stringify(value)
const prose = fc.oneof(fc.constantFrom(...PROSE), hostileString).map(json)
const ids = fc.constantFrom('"a"', '"b"', '"call_1"', '""', 'null')

const { value } = fc.letrec<{ value: JsonText; object: JsonText; list: JsonText }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, prose, ids, hostileJson, tie('object'), tie('list')),
  object: fc
    .tuple(fc.constantFrom(...TYPES), fc.array(fc.tuple(fc.constantFrom(...MEMBERS), tie('value')), { maxLength: 5 }))
    .map(([type, members]) => objectOf([['type', json(type)], ...members])),
  list: fc.array(tie('value'), { maxLength: 3 }).map((elements) => `[${elements.join(',')}]`),
}))

function objectOf(members: readonly (readonly [string, JsonText])[]): JsonText {
  return `{${members.map(([name, value]) => `${json(name)}:${value}`).join(',')}}`
}

const anyMessage = fc
  .tuple(fc.constantFrom(...ROLES), fc.array(fc.tuple(fc.constantFrom(...MEMBERS), value), { maxLength: 4 }))
  .map(([role, members]) => objectOf([['role', json(role)], ...members]))
const plain = fc.tuple(fc.constantFrom('user', 'assistant'), prose).map(([role, content]) =>
  objectOf([
    ['role', json(role)],
    ['content', content],
  ]),
)
const called = fc
  .tuple(ids, prose, value)
  .map(([id, content, args]) =>
    [
      `{"role":"assistant","content":null,"tool_calls":[{"id":${id},"type":"function","function":{"name":"read","arguments":${json(args)}}}]}`,
      `{"role":"tool","tool_call_id":${id},"content":${content}}`,
    ].join(','),
  )

/** A list of messages, as JSON text. */
export const messageLists: fc.Arbitrary<JsonText> = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: plain }, { weight: 2, arbitrary: called }, { weight: 3, arbitrary: anyMessage }),
    { minLength: 1, maxLength: 5 },
  )
  .map((messages) => `[${messages.join(',')}]`)
