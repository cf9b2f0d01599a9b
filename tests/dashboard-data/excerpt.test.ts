import { afterAll, beforeAll, expect, test } from 'vitest'
import { piecesOfExcerpt } from '../../dashboard/src/search/excerpt.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'
import { randomNumbers } from '../time/played.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon({ works: true })))
afterAll(() => daemon.stop())

const joined = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join('')

test('[R7] a Chinese hit is quoted as it was stored, although its matches overlap', async () => {
  const session = await daemon.openSession()
  await session.append([{ role: 'user', content: '请帮我买两张去上海的火车票，明天上午出发。' }])
  const search = () => daemon.client.call('searchMessages', { query: { q: '火车票', sessionId: session.id } })
  await until('the message is found', async () => (await search()).hits.length > 0)
  const [hit] = (await search()).hits
  const overlaps = hit!.matches.some(
    ({ offset }, at) => at > 0 && offset < hit!.matches[at - 1]!.offset + hit!.matches[at - 1]!.length,
  )
  expect(overlaps).toBe(true)
  const pieces = piecesOfExcerpt(hit!)
  expect(joined(pieces)).toBe(hit!.excerpt)
  expect(pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['火车票'])
})

test('[R7] the joined pieces are the excerpt, whatever the matches: overlapping, doubled, unordered, or beyond its ends', () => {
  const random = randomNumbers(5)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let round = 0; round < 2_000; round++) {
    const excerpt = Array.from({ length: below(30) }, () => 'ab火車é '[below(6)]).join('')
    const offset = below(50)
    const matches = Array.from({ length: below(8) }, () => ({ offset: offset + below(36) - 3, length: below(9) }))
    const pieces = piecesOfExcerpt({ excerpt, offset, matches })
    expect(joined(pieces)).toBe(excerpt)
    let at = offset
    for (const { text, isMatch } of pieces) {
      const end = at + text.length
      for (; at < end; at++)
        expect(matches.some((one) => one.offset <= at && at < one.offset + one.length)).toBe(isMatch)
    }
  }
})
