import { expect, test } from 'vitest'
import { openScreen, wrapped } from '../../src/cli/demo/screen.js'

const DISPLAY = 'Context: 9,582/13,600 (70%) · 14 compressions · 432 stored, 0 lost · 45 in view, 387 readable'

const CLEAR_LINE = '\r\u001b[K'
// oxlint-disable-next-line no-control-regex -- what a terminal is sent
const CLEAR_OR_END = /(\r\u001b\[K|\n)/

/** A terminal that keeps its rows as a person sees them: a line wider than the terminal takes several rows. */
function terminalOf(columns: number) {
  const rows = ['']
  const write = (text: string) => {
    for (const piece of text.split(CLEAR_OR_END)) {
      if (piece === CLEAR_LINE) rows[rows.length - 1] = ''
      else if (piece === '\n') rows.push('')
      else
        for (const character of piece) {
          if (rows.at(-1)!.length === columns) rows.push('')
          rows[rows.length - 1] += character
        }
    }
  }
  return { isTTY: true, columns, write, rows }
}

test.each([80, 100, 40])('[Q1a] the demo leaves no remains of its bar at %i columns', (columns) => {
  const terminal = terminalOf(columns)
  const screen = openScreen(terminal)
  screen.begin('claude-code-session.jsonl.gz: 432 messages, context size 16K', 432)
  for (let done = 1; done <= 432; done++) {
    if (done % 100 === 0)
      screen.print(`compressed       ${done} messages: 12,345 → 4,567 tokens, ${'a long tail '.repeat(9)}`)
    screen.progress(done, DISPLAY)
  }
  screen.end()
  const shown = terminal.rows.filter((row) => row !== '')
  expect(shown).toHaveLength(6)
  expect(shown.slice(1, 5).every((row) => row.startsWith('  compressed       '))).toBe(true)
  expect(shown[5]).toMatch(/^█{16} 432\/432 {2}Context/)
})

test('[Q1a] results are broken at spaces to the width of the terminal', () => {
  const lines = wrapped(`ses_01: ${DISPLAY}`, 79)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.every((line) => line.length <= 79)).toBe(true)
  expect(lines.map((line) => line.trim()).join(' ')).toBe(`ses_01: ${DISPLAY}`)
})
