import { expect, test } from 'vitest'
import type { Part } from '../../src/domain/message.js'
import { codeBlocks } from '../../src/domain/source/prose.js'
import { toSource } from '../../src/domain/source/source.js'

const SHAPE = {
  kind: 'tool_result' as const,
  tokens: 1,
  callId: 'c',
  name: 'query',
  isError: false,
  callSeq: 1,
  late: false,
}
function textOf(content: string): string {
  const part: Part = { type: 'tool_result', callId: 'c', content }
  const [read] = toSource(2, { role: 'tool', parts: [part] }, [SHAPE]).parts
  return read?.kind === 'result' ? read.text : ''
}

test('[P6] [V2] of a result of many megabytes start and end are read, cut at line ends; up to 120,000 characters all of it', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, row) => `row ${row}: ${row * 7}`).join('\n')
  expect(textOf(rows(6_000))).toBe(rows(6_000))
  const lines = textOf(rows(400_000)).split('\n')
  expect(lines.join('\n').length).toBeLessThanOrEqual(120_001)
  expect(lines[0]).toBe('row 0: 0')
  expect(lines.at(-1)).toBe('row 399999: 2799993')
  for (const line of lines.filter((line) => line !== '')) expect(line).toMatch(/^row (\d+): \d+$/)
})

test('[V2] a result of one endless line is cut all the same, and never inside a character', () => {
  const text = textOf('🙂'.repeat(500_000))
  expect(text.length).toBeLessThanOrEqual(120_003)
  expect(Buffer.from(text).toString()).toBe(text)
})

const said = (text: string): Part => ({ type: 'text', text })
const charsOf = (parts: Part[]) =>
  toSource(2, { role: 'assistant', parts }, []).parts.reduce(
    (sum, part) => sum + (part.kind === 'call' ? part.args : part.text).length,
    0,
  )

test('[T1] of a long message start and end are read, in whole lines; a short one is read whole', () => {
  const text = Array.from({ length: 200_000 }, (_, at) => `line ${at}`).join('\n')
  const [read] = toSource(2, { role: 'assistant', parts: [said(text)] }, []).parts
  const lines =
    read?.kind === 'text'
      ? read.text
          .split('\n')
          .filter(Boolean)
          .map((line) => Number(line.slice(5)))
      : []
  expect(lines[0]).toBe(0)
  expect(lines.at(-1)).toBe(199_999)
  expect(lines).toEqual(lines.toSorted((a, b) => a - b))
  expect(charsOf([said(text)])).toBeLessThanOrEqual(120_000)
  // A row without line breaks is cut between words.
  const [row] = toSource(2, { role: 'assistant', parts: [said('src/auth/login.ts '.repeat(20_000))] }, []).parts
  expect(new Set(row?.kind === 'text' ? row.text.trim().split(/\s+/) : [])).toEqual(new Set(['src/auth/login.ts']))
  expect(charsOf([said('x'.repeat(120_000))])).toBe(120_000)
})

test('[T1] the parts of a message share what is read of it: short parts stay whole, and of many some are read', () => {
  expect(charsOf([said('short'), said('x '.repeat(1_000_000)), said('brief')])).toBeLessThanOrEqual(120_000)
  expect(toSource(2, { role: 'assistant', parts: [said('short'), said('x '.repeat(1_000_000))] }, []).parts[0]).toEqual(
    {
      kind: 'text',
      text: 'short',
    },
  )
  expect(
    toSource(2, { role: 'assistant', parts: Array.from({ length: 50_000 }, () => said('words')) }, []).parts,
  ).toHaveLength(2_000)
})

test('[T1] long arguments are read in part and stay JSON', () => {
  const args = {
    path: 'src/a.ts',
    content: 'const a = 1\n'.repeat(500_000),
    lines: Array.from({ length: 100_000 }, (_, at) => at),
  }
  const [read] = toSource(
    2,
    { role: 'assistant', parts: [{ type: 'tool_call', callId: 'c', name: 'write', args }] },
    [],
  ).parts
  const value = read?.kind === 'call' ? JSON.parse(read.args) : {}
  expect(value.path).toBe('src/a.ts')
  expect(value.content.length).toBeLessThanOrEqual(120_000)
  expect(value.lines.length).toBeLessThan(5_000)
})

test('[C4] a block with two versions of its rows is no code to keep; one with an underlined title is', () => {
  const block = (...rows: string[]) => ['```', ...rows, '```'].join('\n')
  const [old, fresh] = [
    ['total = read(old)', 'print(total)'],
    ['total = read(new)', 'print(total)'],
  ]
  const codes = (text: string) => codeBlocks(text).length
  expect(codes(block('<<<<<<< SEARCH', ...old, '=======', ...fresh, '>>>>>>> REPLACE'))).toBe(0)
  expect(codes(block('<<<<<<< HEAD', ...old, '||||||| base', ...old, '=======', ...fresh, '>>>>>>> topic'))).toBe(0)
  expect(codes(block('Summen', '=======', ...fresh))).toBe(1)
})
