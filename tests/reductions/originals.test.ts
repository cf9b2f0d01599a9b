import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { exactOriginal, mediumBytes, originalOf } from '../../src/threads/original-of.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import type { Format, ParsedMessage } from '../../src/domain/message.js'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])
const BASE64 = PNG.toString('base64')
const SHORT_HASH = createHash('sha256').update(PNG).digest('hex').slice(0, 12)
const LINE = `[image 1: image/png of 8 bytes, sha256 ${SHORT_HASH}]`

function read(
  format: Format,
  raw: string,
): { message: { format: Format; raw: string }; parsed: ParsedMessage; part: number } {
  const parsed = parseMessage(format, JSON.parse(raw), '')
  return {
    message: { format, raw },
    parsed,
    part: parsed.parts.findIndex(({ type }) => type === 'tool_result' || type === 'tool_call'),
  }
}

/** One picture beside the same words, as each format writes it; numbers and blanks that printing again would lose. */
const BLOCKS: Record<string, [Format, string, string]> = {
  anthropic: [
    'anthropic',
    `[ {"type":"text","text":"seen","n":1.0}, {"type":"image","source":{"type":"base64","media_type":"image/png","data":"${BASE64}"}}]`,
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":@}]}',
  ],
  openai: [
    'openai',
    `[ {"type":"text","text":"seen"}, {"type":"image_url","image_url":{"url":"data:image/png;base64,${BASE64}"}}]`,
    '{"role":"tool","tool_call_id":"c1","content":@}',
  ],
  native: [
    'native',
    `[ {"type":"text","text":"seen"},{"type":"image","mediaType":"image/png","data":"${BASE64}", "n":1E+2}]`,
    '{"role":"tool","parts":[{"type":"tool_result","callId":"c1","content":@}]}',
  ],
}

test.for(Object.entries(BLOCKS))(
  '[D1] [P8] a picture in a result (%s): words and a line in its place, its exact blocks, its bytes',
  ([, [format, blocks, frame]]) => {
    const { message, parsed, part } = read(format, frame.replace('@', blocks))
    const original = originalOf(message, parsed, part)
    expect(original).toMatchObject({ kind: 'text', content: `seen\n${LINE}` })
    expect(original.media).toMatchObject([{ number: 1, kind: 'image', mediaType: 'image/png', bytes: 8 }])
    expect(exactOriginal(message, parsed, part)).toMatchObject({ kind: 'json', content: blocks })
    expect(mediumBytes(parsed, part, 1)).toEqual({ mediaType: 'image/png', bytes: PNG })
    expect(mediumBytes(parsed, part, 2)).toBeNull()
  },
)

test('[D1] [P8] pictures that are beside a result, as in Ollama’s format, belong to its original', () => {
  const raw = `{"role":"tool","tool_name":"look","content":"seen" , "images":[ "${BASE64}" ]}`
  const { message, parsed, part } = read('ollama', raw)
  expect(originalOf(message, parsed, part).content).toBe(`seen\n${LINE}`)
  expect(exactOriginal(message, parsed, part).content).toBe(`{"content":"seen","images":[ "${BASE64}" ]}`)
  expect(mediumBytes(parsed, part, 1)!.bytes).toEqual(PNG)
})

test('[D1] files: a document that is text is read with its words, other files are named, addresses are shown and not followed', () => {
  const blocks = [
    { type: 'document', title: 'notes', source: { type: 'text', media_type: 'text/plain', data: 'first\nsecond' } },
    { type: 'file', file: { filename: 'a\nb.pdf', file_data: `data:application/pdf;base64,${BASE64}` } },
    { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
    { type: 'input_audio', input_audio: { data: BASE64, format: 'mp3' } },
    { type: 'search_result', hits: [1] },
  ]
  const { message, parsed, part } = read(
    'openai',
    JSON.stringify({ role: 'tool', tool_call_id: 'c1', content: blocks }),
  )
  expect(originalOf(message, parsed, part).content.split('\n')).toEqual([
    `[file 1: notes, text/plain of 12 bytes, sha256 ${createHash('sha256').update('first\nsecond').digest('hex').slice(0, 12)}]`,
    'first',
    'second',
    `[file 2: a b.pdf, application/pdf of 8 bytes, sha256 ${SHORT_HASH}]`,
    '[image 3: image, at https://example.org/a.png]',
    `[file 4: audio/mp3 of 8 bytes, sha256 ${SHORT_HASH}]`,
    '{"type":"search_result","hits":[1]}',
  ])
  expect(mediumBytes(parsed, part, 1)!.bytes.toString()).toBe('first\nsecond')
  expect(mediumBytes(parsed, part, 3)).toBeNull()
})

test('[D1] [P8] arguments come back exactly as they were, the string or the object', () => {
  const written = '{"path": "a.ts", "size": 1.0}'
  const openai = read(
    'openai',
    `{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(written)}}}]}`,
  )
  expect(originalOf(openai.message, openai.parsed, openai.part)).toMatchObject({
    kind: 'json',
    content: written,
  })
  const anthropic = read(
    'anthropic',
    `{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${written}}]}`,
  )
  expect(originalOf(anthropic.message, anthropic.parsed, anthropic.part)).toMatchObject({
    kind: 'json',
    content: written,
  })
  const broken = read(
    'openai',
    '{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"not json"}}]}',
  )
  expect(originalOf(broken.message, broken.parsed, broken.part)).toMatchObject({
    kind: 'text',
    content: 'not json',
  })
})
