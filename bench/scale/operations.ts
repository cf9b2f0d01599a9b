import { auditSample } from '../../src/app/context/audit-sample.js'
import { recountSample } from '../../src/app/context/recount-sample.js'
import { applyRetention } from '../../src/app/apps/apply-retention.js'
import { requeuePending } from '../../src/app/compression/requeue-pending.js'
import { indexPending } from '../../src/app/search/index-messages.js'
import { cursorOf } from '../../src/store/tables/rows.js'
import type { BenchContext } from '../support/bench-context.js'
import type { Random } from '../support/random.js'
import { OTHER_APP, sessionIdOf } from './fill.js'

export interface Operation {
  what: string
  runs: number
  run(number: number): Promise<unknown>
}

const DAY_MS = 86_400_000

/** What requests and background loops do, on random sessions of the first `sessions`. */
export function operations(bench: BenchContext, random: Random, sessions: number): Operation[] {
  const { store } = bench.ports
  const any = () => sessionIdOf(random.int(1, sessions))
  const mine = () => sessionIdOf(random.int(0, Math.floor(sessions / 10) - 1) * 10 + 1)
  const get = (path: string) => bench.call('GET', path)
  const now = () => new Date()
  const requests: Operation[] = [
    {
      what: 'append of one message',
      runs: 200,
      run: (n) =>
        bench.call('POST', `/v1/sessions/${mine()}/messages`, { messages: [{ role: 'user', content: `${n}` }] }),
    },
    { what: 'read a context', runs: 200, run: () => get(`/v1/sessions/${mine()}/context`) },
    { what: 'list 50 sessions', runs: 100, run: () => get('/v1/sessions?limit=50') },
    { what: 'list sessions by metadata', runs: 100, run: (n) => get(`/v1/sessions?limit=20&metadata.user=${n}`) },
    {
      what: 'search two words',
      runs: 100,
      run: () => get(`/v1/search?q=w${random.int(5, 3_000)}+w${random.int(5, 3_000)}`),
    },
    { what: 'search in a session', runs: 100, run: () => get(`/v1/search?q=w3+keep&sessionId=${mine()}`) },
    { what: 'page of events of an app, from the start', runs: 30, run: () => get('/v1/events?after=0&limit=100') },
    {
      what: 'page of events of an app, in the middle',
      runs: 30,
      run: async () =>
        store.events(
          cursorOf({ tx: String(1_000_000 + sessions / 2), n: '1', incarnation: '' }),
          { appId: 'default' },
          100,
        ),
    },
    {
      what: 'page of events of 20 sessions, from the start',
      runs: 30,
      run: () => store.events('0', { appId: 'default', sessionIds: Array.from({ length: 20 }, any) }, 100),
    },
    {
      what: 'events of the live tail',
      runs: 100,
      run: async () => store.events(await store.head(null), { appId: null }, 500),
    },
    { what: 'app with its usage', runs: 20, run: () => get('/v1/apps/default') },
    { what: 'state of the queue', runs: 50, run: () => get('/v1/queue') },
    {
      what: 'largest window of a model',
      runs: 100,
      // Another name each time: the answer is kept for a second.
      run: (n) => store.largestLimit(`model${n < 5 ? n : `-${n}`}`),
    },
  ]
  const loops: Operation[] = [
    { what: 'claim', runs: 100, run: () => store.claim(1) },
    {
      what: 'sweep: pending work and imports',
      runs: 100,
      run: async () => [await requeuePending(bench.ports), await store.sweepImports()],
    },
    {
      what: 'sweep: checkpoints a model may rewrite',
      runs: 20,
      run: () =>
        store.upgradable({ idleSince: new Date(Date.now() - 300_000), triedBefore: new Date(Date.now() - DAY_MS) }, 20),
    },
    { what: 'look of the search index', runs: 20, run: () => indexPending(bench.ports) },
    { what: 'audit round of 50 sessions', runs: 5, run: () => auditSample(bench.ports) },
    { what: 'recount round of 10 sessions', runs: 5, run: () => recountSample(bench.ports) },
    { what: 'retention: find idle sessions', runs: 10, run: () => store.idleSessions(now(), 50) },
    { what: 'retention: a whole run', runs: 3, run: () => applyRetention(bench.ports) },
    { what: 'retention: due deletions', runs: 20, run: () => store.expiredSessions(now(), 50) },
    { what: 'delete a session', runs: 20, run: (n) => store.deleteSession(sessionIdOf(sessions - 10 * n), OTHER_APP) },
  ]
  return [...requests, ...loops]
}
