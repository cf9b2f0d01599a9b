import { expect, test } from 'vitest'
import type { Part } from '../../src/domain/message.js'
import { toSource } from '../../src/domain/summary/source.js'

const SHAPE = { kind: 'tool_result' as const, tokens: 1, callId: 'c', name: 'query', isError: false, callSeq: 1, late: false }
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
