import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part, ResultBlock } from '../../src/domain/message.js'
import { measuresOf } from '../../src/threads/original-of.js'
import { readableText, type Medium } from '../../src/domain/originals/reading.js'
import { maskText, offloadText, MAX_REFERENCE_TOKENS } from '../../src/domain/reductions/placeholders.js'
import { truncatedArguments } from '../../src/domain/reductions/truncated-arguments.js'
import { isReadingTool, offeredReader } from '../../src/domain/originals/reading-tools.js'
import { countedTexts, fixedTokens, IMAGE_TOKENS } from '../../src/domain/tokens.js'
import { often } from '../support/long-run.js'

const OFFLOADED = { id: 'off_1', toolName: 'Write', tokens: 900, reader: null }

/** A token for every four characters. */
const cost = (text: string) => Math.ceil(text.length / 4)

async function reference(
  content: string,
  media: Medium[] = [],
  toolName = 'Read',
  reader: string | null = 'read_offload',
): Promise<string> {
  return offloadText({ id: 'off_1', toolName, tokens: 9_000, reader }, { content, media, ...measuresOf(content) }, cost)
}

test('[I34] [D1] the reference says tool, size, what it saves, hash, handle, how to read it, and how it begins', async () => {
  const content = Array.from({ length: 40 }, (_, line) => `line ${line} é`).join('\n')
  const text = await reference(content)
  const { size, sha256 } = measuresOf(content)
  expect(text.split('\n')).toEqual([
    `[Result of Read offloaded, saves ${9_000 - cost(text)} of 9000 tokens: 40 lines, ${size.bytes} bytes, sha256 ${sha256.slice(0, 12)}. ` +
      'Stored in full as offload off_1: read it by lines or search in it with read_offload. It begins:]',
    ...Array.from({ length: 10 }, (_, line) => `line ${line} é`),
  ])
})

test('[D5] [D1] a reference names a reading tool only if the client offers one, by the name it has there', async () => {
  const content = 'line\n'.repeat(100)
  expect(await reference(content, [], 'Read', 'mcp__palimpsest__read_offload')).toContain(
    'read it by lines or search in it with mcp__palimpsest__read_offload.',
  )
  const without = await reference(content, [], 'Read', null)
  expect(without).not.toContain('read_offload')
  expect(without).toContain('offload off_1; to see the rest, call Read again if that only reads.')
  const json = (name: string) => JSON.stringify([{ type: 'function', function: { name, parameters: {} } }])
  for (const name of ['read_offload', 'palimpsest_read_offload', 'mcp__memory__read_offload'])
    expect(offeredReader([json(name), 'You are careful.'])).toBe(name)
  expect(offeredReader([null, json('mcp_palimpsest_read_offload')])).toBe('mcp_palimpsest_read_offload')
  for (const text of [json('read_offloads'), json('my_read_offload_x'), 'Call "read_offload" to read.', null])
    expect(offeredReader([text])).toBe(null)
})

test('[D1] what is shown of an original is at most ten lines and 500 characters, and never half a character', async () => {
  const long = await reference(`${'x'.repeat(499)}${'🙂'.repeat(50_000)}`)
  expect(long.split('\n')[1]).toBe(`${'x'.repeat(499)}…`)
  expect(long).toContain('1 line,')
  expect((await reference('x'.repeat(100_000))).length).toBeLessThan(720)
  expect((await reference('\n'.repeat(5_000))).split('\n')).toHaveLength(11)
})

test('[D1] a reference is short in tokens too, whatever the original is made of', async () => {
  const dear = (text: string) => Math.ceil(Buffer.byteLength(text) / 2)
  for (const content of ['語'.repeat(9_000), 'x'.repeat(9_000), '🙂\n'.repeat(9_000)]) {
    const whole = { content, media: [], ...measuresOf(content) }
    const text = offloadText({ id: 'off_1', toolName: 'look', tokens: 9_000, reader: null }, whole, dear)
    expect(dear(text)).toBeLessThanOrEqual(MAX_REFERENCE_TOKENS)
    expect(text).toContain('It begins:')
  }
})

test('[D1] pictures and files in a result are named with type and size', async () => {
  const medium = (number: number): Medium => {
    return {
      number,
      kind: 'image',
      mediaType: 'image/png',
      name: null,
      url: null,
      bytes: 48_213,
      sha256: 'ab'.repeat(32),
      text: null,
    }
  }
  const content = readableText(
    [
      { type: 'text', text: 'a page' },
      { type: 'image', data: 'AAAA' },
    ],
    [medium(1)],
  )
  expect(content).toBe('a page\n[image 1: image/png of 48213 bytes, sha256 abababababab]')
  const text = await reference(content, [medium(1)])
  expect(text).toContain('2 lines, image/png of 48213 bytes, sha256')
  expect(text).toContain('fetch its images and files by number')
  expect(await reference(content, [1, 2, 3, 4, 5].map(medium))).toContain('image/png of 48213 bytes, 2 more, sha256')
})

test('[D5] [V9] an old result is one line, whatever its tool is called', () => {
  expect(maskText(OFFLOADED)).toBe('[Write ran, 900 tokens, stored as offload off_1]')
  expect(maskText({ ...OFFLOADED, passed: true })).toBe('[Write ok, 900 tokens, stored as offload off_1]')
  expect(maskText({ ...OFFLOADED, failure: 'FAIL a.test.ts.' })).toBe(
    '[Write failed: FAIL a.test.ts, 900 tokens, stored as offload off_1]',
  )
  expect(maskText({ ...OFFLOADED, toolName: 'odd\n]name' }).split('\n')).toHaveLength(1)
  expect(maskText({ ...OFFLOADED, toolName: '' })).toContain('[tool ran')
})

test('[I35] [D3] truncated arguments stay an object of the same shape and keep what is short', () => {
  const args = {
    path: 'src/a.ts',
    content: 'x\n'.repeat(2_000),
    edits: [{ old: 'y'.repeat(500), all: true }],
    count: 3,
    none: null,
  }
  const kept = JSON.parse(truncatedArguments(OFFLOADED, args))
  expect(kept).toMatchObject({ path: 'src/a.ts', count: 3, none: null, edits: [{ all: true }] })
  expect(Object.keys(kept)).toEqual(Object.keys(args))
  expect(kept.content).toContain('off_1')
  expect(JSON.parse(truncatedArguments(OFFLOADED, 'not json at all '.repeat(60)))).toHaveProperty('input')
})

test.each([
  ...['source_path', 'old_file', 'dirname_of', 'start_url', 'documentUri', 'hostname', 'message_id'].map((key) => [
    key,
    true,
  ]),
  ...['content', 'identity', 'names'].map((key) => [key, false]),
] as [string, boolean][])('[D3] of a long argument %s, all stays: %s', (key, isWhole) => {
  const kept = JSON.parse(truncatedArguments(OFFLOADED, { [key]: 'a long place '.repeat(20) })) as Record<
    string,
    string
  >
  expect(kept[key] === 'a long place '.repeat(20)).toBe(isWhole)
})

test('[T1] [D3] of very many arguments the first stay, and a text counts the others', () => {
  const names = Array.from({ length: 120_000 }, (_, at): [string, string] => [`name${at}`, `value ${at}`])
  const text = truncatedArguments(OFFLOADED, Object.fromEntries(names))
  expect(text.length).toBeLessThan(100_000)
  const { '…': others, ...kept }: Record<string, string> = JSON.parse(text)
  const count = Object.keys(kept).length
  expect(count).toBeGreaterThan(1_000)
  expect(Object.entries(kept)).toEqual(names.slice(0, count))
  expect(others).toContain(`[${120_000 - count} more of a call of 900 tokens`)
  expect(others).toContain('off_1')
  const list = JSON.parse(truncatedArguments(OFFLOADED, { all: names.map(([name]) => name) })) as { all: string[] }
  expect(list.all.at(-1)).toContain(`[${120_000 - list.all.length + 1} more`)
})

test('[I35] [D3] [P1] any arguments give valid JSON, never half a surrogate pair', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary', minLength: 190, maxLength: 400 }), (value, long) => {
      const text = truncatedArguments(OFFLOADED, { value: value as never, long })
      expect(typeof JSON.parse(text)).toBe('object')
      // A lone half would come out of UTF-8 as another character.
      const cut = JSON.parse(text).long as string
      if (Buffer.from(long).toString() === long) expect(Buffer.from(cut).toString()).toBe(cut)
    }),
    { numRuns: often(80, 200), seed: 20_261_122 },
  )
})

test('[I23] [T3] calls, nested results, pictures and unknown blocks are all counted', () => {
  expect(countedTexts({ type: 'tool_call', callId: 'a', name: 'look', args: { at: 'x' } })).toEqual([
    'look',
    '{"at":"x"}',
  ])
  const blocks: ResultBlock[] = [
    { type: 'text', text: 'seen' },
    { type: 'image', source: {} },
    { type: 'opaque', z: 1 },
  ]
  const nested: Part = { type: 'tool_result', callId: 'a', content: blocks }
  expect(countedTexts(nested)).toEqual(['seen', '', '{"type":"opaque","z":1}'])
  expect(fixedTokens(nested)).toBeGreaterThan(IMAGE_TOKENS)
  expect(countedTexts({ type: 'opaque', anything: [1, 2] })).toEqual(['{"type":"opaque","anything":[1,2]}'])
})

test('[D1] the tools that read back are known with the prefix of an MCP client, and no other tool is', () => {
  for (const name of [
    'recall',
    'read_offload',
    'mcp__palimpsest__recall',
    'mcp_palimpsest_recall',
    'palimpsest_read_offload',
  ])
    expect(isReadingTool(name), name).toBe(true)
  for (const name of ['recall_order', 'product_recall', 'mcp__shop__recall_order'])
    expect(isReadingTool(name), name).toBe(false)
})
