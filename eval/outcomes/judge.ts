import { digestLines } from '../../src/domain/digest/digest.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { renderCheckpoint } from '../../src/domain/checkpoint/rendering.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import type { Case, Truth } from './cases.js'

/** What a checkpoint says of one call, read from its text as a reader does. */
export interface Said {
  verdict: Truth | 'nothing'
  line: string
}

const WORDS: readonly [Truth, string[]][] = [
  ['failed', ['` failed']],
  ['passed', ['` passed', '` succeeded', '- passed: ', '- succeeded: ']],
  // A script that printed a failure and ended with 0: the line says just that.
  ['ran', ['` ran', '- ran: ', '` exited with 0']],
]

export function saidOf({ tool, args, output, isError }: Case): Said {
  const source: SourceMessage[] = [
    { seq: 1, role: 'assistant', parts: [{ kind: 'call', callId: 'c', name: tool, args: JSON.stringify(args) }] },
    { seq: 2, role: 'tool', parts: [{ kind: 'result', callId: 'c', name: tool, text: output, isError }] },
  ]
  const lines = digestLines(source, UNKNOWN_TURNS, { budgetTokens: 800, count: (text) => Math.ceil(text.length / 4) })
  const rows = renderCheckpoint(lines, 'Checkpoint').split('\n')
  const line = rows.find((row) => WORDS.some(([, words]) => words.some((word) => row.includes(word)))) ?? ''
  const verdict = WORDS.find(([, words]) => words.some((word) => line.includes(word)))?.[0] ?? 'nothing'
  return { verdict, line }
}
