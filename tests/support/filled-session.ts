import { startDaemon, type Daemon } from './daemon.js'
import type { Compression } from './session.js'
import type { Body } from './client.js'
import type { TestDatabase } from './database.js'
import type { ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from './until.js'

/** A clock that tests put forward: on a slow machine the waits of a breaker must not run out by themselves. */
export class MovedClock {
  private atMs = Date.now()
  now(): Date {
    return new Date(this.atMs)
  }
  monotonicMs(): number {
    return performance.now()
  }
  forward(ms: number): void {
    this.atMs += ms
  }
}

export interface CareRoom {
  daemon: Daemon
  clock: MovedClock
}

/** A working daemon on a database that outlives it, with its model server and a clock that can be put forward. */
export async function careRoom(
  ollama: Pick<ScriptedOllama, 'url'>,
  database: TestDatabase,
  {
    clock = new MovedClock(),
    works = true,
    env = {},
  }: { clock?: MovedClock; works?: boolean; env?: Record<string, string> } = {},
): Promise<CareRoom> {
  const daemon = await startDaemon({
    works,
    env: { DATABASE_URL: database.url, OLLAMA_HOST: ollama.url, ...env },
    ports: (ports) => ({ ...ports, clock }),
  })
  return { daemon, clock }
}

/** `turns` pairs with an exact string in every fourth answer of about 110 tokens: a copy and a summary can both keep them all. */
export function plainTalk(turns: number): { role: 'user' | 'assistant'; content: string }[] {
  return Array.from({ length: turns }, (_, i) => [
    {
      role: 'user' as const,
      content: `And what about the ${ORDINALS[i % ORDINALS.length]} part of the plan, is it any better now?`,
    },
    {
      role: 'assistant' as const,
      content: [
        ...(i % 4 === 0 ? [`The ${ORDINALS[i % ORDINALS.length]} part is in docs/plan-${i}.md.`] : []),
        'I have gone over it again and it reads well enough, though some of the wording could be a little plainer for people who were not there.',
        'It says why the thing is done at all, what it would cost to leave it, and who is going to be asked before anything is moved about.',
        'Nobody has said anything against it so far, and I would leave it as it stands until the others have had the time to look at it in peace.', // words: ok
      ].join('\n'),
    },
  ]).flat()
}
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']

/** A session with enough in it for a pending compression. A summary of it says as much as its own words: a model that does not help
 * three times in a row is not asked any more. [V11] */
export async function filledSession(
  daemon: Daemon,
  {
    key,
    turns = 22,
    model = 'qwen2.5:7b',
    from = 0,
  }: { key?: string; turns?: number; model?: string; from?: number } = {},
): Promise<string> {
  const { id } = await daemon.openSession({ contextSize: '4K', model }, { key })
  await say(daemon, id, { key, turns, from })
  return id
}

export async function say(
  daemon: Daemon,
  id: string,
  { key, turns = 22, from = 0 }: { key?: string; turns?: number; from?: number } = {},
): Promise<void> {
  await daemon.client.call(
    'appendMessages',
    { params: { sessionId: id }, body: { messages: plainTalk(from + turns).slice(2 * from) } },
    { key },
  )
}

export async function compressionsOf(daemon: Daemon, id: string): Promise<Compression[]> {
  return (await daemon.client.call('listCompressions', { params: { sessionId: id }, query: { limit: 100 } }))
    .compressions
}

/** All compressions of a session, once there is one and none is under way. */
export function ended(daemon: Daemon, id: string, timeoutMs?: number): Promise<Compression[]> {
  return until(
    `the end of every compression of ${id}`,
    async () => {
      const all = await compressionsOf(daemon, id)
      return all.length > 0 && all.every(({ status }) => status !== 'queued' && status !== 'running') ? all : null
    },
    timeoutMs,
  )
}

export async function eventsOfType(daemon: Daemon, types: string, key?: string): Promise<Body<'readEvents'>['events']> {
  return (await daemon.client.call('readEvents', { query: { types, limit: 500 } }, { key })).events
}

/** The context fits, every message is accounted for, and nothing in it was made up by the model. */
export async function expectSound(daemon: Daemon, id: string): Promise<void> {
  const context = await daemon.client.call('readContext', { params: { sessionId: id } })
  if (context.tokens > context.limit - context.contextStatus.reserve)
    throw new Error(`${context.tokens} tokens in a limit of ${context.limit}`)
  const audit = await daemon.client.call('auditSession', { params: { sessionId: id } })
  if (!audit.ok) throw new Error(JSON.stringify(audit.violations))
}
