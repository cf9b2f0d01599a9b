import { expect, test } from 'vitest'
import { artifactsOf } from '../../src/domain/anchors/artifacts.js'
import { renderLedger } from '../../src/domain/ledger/ledger-block.js'
import { departure, evictedMessage } from '../../src/domain/ledger/departing.js'
import { ledgerEntriesOf, settleLedger } from '../../src/domain/ledger/ledger.js'
import type { Json } from '../../src/domain/message.js'
import { takeLog } from '../support/random-log.js'

interface Done {
  name?: string
  args: Json
  result?: string
  isError?: boolean
}
const bash = (command: string, result = '', isError = false): Done => ({ args: { command }, result, isError })

function sourceOf(done: readonly Done[]) {
  const log = done.flatMap(({ name = 'Bash', args, result = 'ok', isError = false }, at) => [
    { role: 'assistant', parts: [{ type: 'tool_call', callId: `c${at}`, name, args }] },
    { role: 'tool', parts: [{ type: 'tool_result', callId: `c${at}`, content: result, isError }] },
  ])
  const { messages } = takeLog(log)
  return messages
    .map(departure({ seqs: messages.map(({ seq }) => seq), parts: [], removed: new Set() }))
    .map(evictedMessage)
}

/** The rows of the ledger's block, without its heading. */
function block(...done: Done[]): string[] {
  const entries = settleLedger(ledgerEntriesOf(sourceOf(done)))
  const text = renderLedger(entries, 10_000, (words) => words.length)?.text ?? ''
  return text.split('\n').slice(1)
}

const lines = (...done: Done[]) =>
  artifactsOf(sourceOf(done)).map(({ action, path, movedTo }) => [action, path, ...(movedTo ? [movedTo] : [])])

test.each([
  ['mv src/a.ts src/b.ts', ['- src/a.ts → src/b.ts']],
  ['git mv -k a.ts b.ts utils/', ['- a.ts → utils/a.ts', '- b.ts → utils/b.ts']],
  ['mv README.md ..', ['- README.md → ../README.md']],
  ['mv src/old src/new', ['- src/old → src/new']],
  ['mv bericht.md ablage/übersicht.md', ['- bericht.md → ablage/übersicht.md']],
  ['mv "meine notizen.md" notizen.md', ['- meine notizen.md → notizen.md']],
])('[C9] a move names the new place, and says of no file that it was deleted: %s', (command, rows) => {
  expect(block(bash(command))).toEqual(['Moved:', ...rows])
})

test('[C9] [P14] where the new place is a variable, or the sources are a pattern, no place is invented', () => {
  expect(block(bash('mv report.md "$DIR"'))).toEqual(['Files deleted:', '- report.md'])
  expect(block(bash('mv *.log logs/'))).toEqual([])
})

test('[C9] [P14] a move that failed did not happen', () => {
  const failed = bash('mv a.ts b.ts', "mv: cannot stat 'a.ts': No such file or directory\nexit code 1", true)
  expect(block(failed)).toEqual([])
  expect(lines(failed)).toEqual([])
})

test('[C9] tools that move, and patches with a new place', () => {
  const tool = { name: 'mcp__fs__move_file', args: { source: 'a.md', destination: 'docs/a.md' } }
  expect(block(tool)).toEqual(['Moved:', '- a.md → docs/a.md'])
  const patch = '*** Begin Patch\n*** Update File: lib/a.py\n*** Move to: lib/b.py\n@@\n-x\n+y\n*** End Patch'
  expect(block({ name: 'apply_patch', args: { input: patch } })).toEqual(['Moved:', '- lib/a.py → lib/b.py'])
})

test('[C9] each path has its last action: a file edited where it moved, moved over another, moved back', () => {
  const write = (file_path: string) => ({ name: 'Write', args: { file_path, content: 'x' }, result: 'File created' })
  const edit = (file_path: string) => ({ name: 'Edit', args: { file_path, old_string: 'x', new_string: 'y' } })
  const edited = [write('a.ts'), bash('mv a.ts b.ts'), edit('b.ts')]
  expect(block(...edited)).toEqual(['Files modified:', '- b.ts', 'Moved:', '- a.ts → b.ts'])
  expect(lines(...edited)).toEqual([
    ['moved', 'a.ts', 'b.ts'],
    ['modified', 'b.ts'],
  ])
  expect(block(bash('rm b.ts'), bash('mv a.ts b.ts'))).toEqual(['Moved:', '- a.ts → b.ts'])
  expect(block(bash('mv a.ts b.ts'), bash('mv b.ts a.ts'))).toEqual(['Moved:', '- b.ts → a.ts'])
  expect(block(bash('mv a.ts b.ts'), bash('rm b.ts'))).toEqual(['Files deleted:', '- b.ts', 'Moved:', '- a.ts → b.ts'])
})
