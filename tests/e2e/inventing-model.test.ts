/** A model that makes things up, over real conversations, judged by a check that knows nothing of the service's own. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exactWords, Said } from '../../eval/exact-words.js'
import { inventionsOf } from '../../eval/report-inventions.js'
import { migratedDatabase } from '../support/database.js'
import { often } from '../support/long-run.js'

const EXAMPLES = ['claude-code-session.jsonl.gz', 'airline-tool-calls.json'].map((name) =>
  join(import.meta.dirname, '..', '..', 'examples', name),
)

test.each(['embroidering', 'distorting'] as const)(
  '[V4] %s: of a model’s lines, and of every context handed out, every line is in what was said',
  { timeout: 300_000 },
  async (scenario) => {
    const database = await migratedDatabase()
    try {
      const all = await inventionsOf(EXAMPLES, '8K', scenario, { databaseUrl: database.url, most: often(200, 1_000) })
      expect(all.found).toEqual([])
      expect(all.accepted).toBeGreaterThan(often(5, 10))
      expect(all.refused).toBeGreaterThan(often(5, 10))
      expect(all.words).toBeGreaterThan(often(100, 300))
      expect(all.contextWords).toBeGreaterThan(often(2_000, 5_000))
    } finally {
      await database.drop()
    }
  },
)

describe('the check itself', () => {
  const said = new Said()
  said.add({
    role: 'assistant',
    content:
      'I changed src/server/router.ts:41 for https://x.io/docs/a, see parseReply and MAX_SIZE; 1,204 rows in 35 ms with 2.14.1, #48, AB-12.',
    tool_calls: [
      { function: { name: 'run', arguments: '{"command":"sed -n \'120,155p\' lib/store_2.py | head -400"}' } },
    ],
  })
  const missing = (line: string) =>
    exactWords(line)
      .filter((word) => !said.has(word))
      .map(({ text }) => text)

  test.each([
    'router.ts and server/router.ts at line 41',
    'https://x.io/docs/a',
    'parseReply knows MAX_SIZE',
    '1,204 rows, 35 ms, 2.14.1, #48, AB-12',
    'sed at 120 and 155 of lib/store_2.py, head 400',
    'nothing exact in it, 12 of them',
  ])('[V4] supported: %s', (line) => expect(missing(line)).toEqual([]))

  test.each([
    ['src/server/router2.ts', 'src/server/router2.ts'],
    ['server/route.ts', 'server/route.ts'],
    ['https://x.io/docs/b', 'https://x.io/docs/b'],
    ['parseReplies(x)', 'parseReplies'],
    ['MAX_SIZES', 'MAX_SIZES'],
    ['204 rows', '204'],
    ['12,041 rows', '12,041'],
    ['at 2.14.2', '2.14.2'],
    ['AB-13', 'AB-13'],
    ['#481', '#481'],
    ['head 4000', '4000'],
  ])('[V4] is found out: %s', (line, word) => expect(missing(line)).toContain(word))
})
