/** A coding session of any length in OpenAI's format: questions, calls, results and answers with exact strings. */
import type { Json } from '../../src/domain/message.js'

/** One round: the agent reads a file and reports what it found. About 450 tokens. */
export function round(number: number): Json[] {
  const path = `src/room${number}/store${number}.ts` // words: ok
  const callId = `call_${number}`
  return [
    {
      role: 'assistant',
      content: `I will read ${path} next.`,
      tool_calls: [
        { id: callId, type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path }) } },
      ],
    },
    { role: 'tool', tool_call_id: callId, content: fileText(number) },
    {
      role: 'assistant',
      content: `Decided: ${path} keeps its limit of ${4_000 + number} ms because retryAfter${number} must never exceed it. Error E${500 + number} is handled in handleFault${number}().`,
    },
  ]
}

export function question(number: number): Json {
  return {
    role: 'user',
    content: `Question ${number}: please look at room ${number} and never touch the file legacy${number}.ts.`, // words: ok
  }
}

/** Returns a question, followed by rounds. */
export function talk(rounds: number, from = 1): Json[] {
  return [question(from), ...Array.from({ length: rounds }, (_, index) => round(from + index)).flat()]
}

/** Prose without exact strings. The important facts are in the agent's messages. */
function fileText(number: number): string {
  const rows = [
    'the first',
    'the second',
    'the third',
    'the fourth',
    'the fifth',
    'the sixth',
    'the seventh',
    'the eighth',
  ]
  return rows
    .map(
      (row) =>
        `// ${row} part keeps what came in until somebody asks for it, then hands it on and forgets it, as in room ${number}; nothing else happens here, and nobody waits for it to happen either`, // words: ok
    )
    .join('\n')
}

/** A call that writes a file, and its result. Once covered, the file is in the ledger. */
export function fileWritten(path: string): Json[] {
  const fn = { name: 'write_file', arguments: JSON.stringify({ path, content: 'export {}' }) }
  const id = `write_${path}`
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: fn }] },
    { role: 'tool', tool_call_id: id, content: 'The file was written.' },
  ]
}
