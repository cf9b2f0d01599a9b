/** Creates turns of a fictional coding conversation. The same number gives the same turn. */
export interface WireMessage {
  role: 'user' | 'assistant'
  content: string
}

const TASKS = [
  'the login form',
  'the invoice export',
  'the search index',
  'the upload limit',
  'the nightly backup',
  'the cache headers',
]

/** Returns pairs of a short question and an answer of about 130 tokens with files, versions and decisions. */
export function chatter(turns: number, from = 0): WireMessage[] {
  return Array.from({ length: turns }, (_, i): WireMessage[] => {
    const n = from + i
    const task = TASKS[n % TASKS.length] ?? ''
    return [
      { role: 'user', content: `Please look at ${task} once more, round ${n}.` },
      {
        role: 'assistant',
        content: [
          `I changed src/rooms/room-${n}.ts so that ${task} waits at most ${1_000 + n * 7} ms before it gives up.`, // words: ok
          `Decision ${n}: we keep library version 4.${n}.2 because 5.0 dropped the callback we need in handler_${n}.`,
          `The test tests/room-${n}.test.ts failed with ERR_ROOM_${n} at line ${100 + n}; the cause was a missing await in closeRoom${n}().`, // words: ok
          `Next step: measure ${task} with ${n + 3} users and write the figures to docs/figures-${n}.md.`,
        ].join(' '),
      },
    ]
  }).flat()
}
