import { Agent, request } from 'node:http'
import { auditSession } from '../../src/app/context/audit-session.js'
import { readContext } from '../../src/app/context/read-context.js'
import type { BenchContext } from '../support/bench-context.js'
import { atMost, info, median, show, time, type Figure } from '../support/figures.js'
import { writeHistory } from '../support/long-history.js'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Compares reading a context of 300 messages with reading the session, for short and long histories. Also audits. */
export async function measureRead(bench: BenchContext): Promise<Figure[]> {
  const [short, long, large] = await bench.newSessions(3)
  if (short === undefined || long === undefined || large === undefined) throw new Error('no sessions')
  await writeHistory(bench.ports, short, 1_000, 300)
  await writeHistory(bench.ports, long, 100_000, 300)
  await writeHistory(bench.ports, large, 10_000, 10_000)
  const latencies = { short: { session: [0], context: [0] }, long: { session: [0], context: [0] } }
  for (let round = 0; round < 3; round++) {
    for (const [name, id] of [
      ['short', short],
      ['long', long],
    ] as const) {
      latencies[name].session.push(...(await time(100, () => get(bench, `/v1/sessions/${id}`), 20)))
      latencies[name].context.push(...(await time(100, () => get(bench, `/v1/sessions/${id}/context`), 20)))
    }
  }
  const p50 = (samples: number[]) => median(samples.slice(1))
  const [session, context] = [p50(latencies.short.session), p50(latencies.short.context)]
  const [longSession, longContext] = [p50(latencies.long.session), p50(latencies.long.context)]
  const prepare = (format: 'native' | 'openai') =>
    time(20, () => readContext(bench.ports, { sessionId: large, appId: null, format }), 5)
  const audit = await time(3, () => auditSession(bench.ports, { sessionId: long, appId: null }), 1)
  return [
    info('GET session, p50', `${show(session)} ms`),
    atMost('GET context of 300 raw messages against it', context / session, 3, '×', `${show(context)} ms`),
    atMost(
      'GET session, 100,000 messages of history against 1,000',
      longSession / session,
      1.25,
      '×',
      `${show(longSession)} ms`,
    ),
    atMost(
      'GET context, 100,000 messages of history against 1,000',
      longContext / context,
      1.25,
      '×',
      `${show(longContext)} ms`,
    ),
    atMost('preparing a context of 10,000 raw messages, in process', median(await prepare('native')), 50, 'ms'),
    info('  the same, every message translated to another format', `${show(median(await prepare('openai')))} ms`),
    atMost('audit of 100,000 messages', median(audit) / 1_000, 5, 's'),
  ]
}

function get({ url, key }: BenchContext, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
