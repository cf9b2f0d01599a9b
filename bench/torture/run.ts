import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../support/random.js'
import { readConversations } from '../support/repository.js'
import { runChaos } from './chaos.js'
import { Client } from './client.js'
import { Follower } from './follower.js'
import { poisonedText } from './poison.js'
import { SessionLedger } from './session-ledger.js'
import { Tally } from './tally.js'
import { judge } from './verdict.js'
import { openWorld, type Shape, type World } from './world.js'
import { runWriter, type WriterParts } from './writer.js'

export interface TortureOptions {
  shape: Shape
  seconds: number
  /** Longest time between two kills. Default: 5,000. */
  longestPauseMs?: number
  seed: number
  sessions: number
  /** Whether everything wanted has happened. The kills go on beyond `seconds` until then, on a busy machine. */
  enough?: (tally: Tally) => boolean
  /** Most giant results of the run; the verdict reads every byte again. */
  giants?: number
  /** Folder of log files to play besides the examples, if it exists. */
  logs?: string | undefined
  say?: (line: string) => void
}

const SIZES = ['2K', '4K', '8K', '16K'] as const
const SAY_EVERY_MS = 10_000
/** The caller finds out what is missing. */
const ENOUGH_TIMEOUT_MS = 240_000
const GIANTS_MOST = 24

/** Real processes, real logs, an unreliable model, and a kill every few seconds, followed by the verdict. */
export async function torture({
  shape,
  seconds,
  longestPauseMs = 5_000,
  seed,
  sessions: count,
  enough = () => true,
  giants = GIANTS_MOST,
  logs,
  say = () => {},
}: TortureOptions): Promise<Tally> {
  const random = new Random(seed)
  const tally = new Tally()
  const conversations = [
    ...readConversations(),
    ...(logs !== undefined && existsSync(logs) ? readConversations(logs, 20) : []),
  ]
  const world = await openWorld(shape, random)
  const stop = new AbortController()
  const followers: Follower[] = []
  const timer = setInterval(
    () =>
      say(
        `${tally.acknowledged} acknowledged, ${tally.violations.length} violations, kills ${JSON.stringify(tally.kills)}`,
      ),
    SAY_EVERY_MS,
  )
  try {
    const client = new Client(world.urls, world.key, random.fork(), tally)
    const sessions = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        openSession(client, SIZES[i % SIZES.length]!, i, poisonedText(random), tally),
      ),
    )
    followers.push(...makeFollowers(world, sessions, random, tally))
    for (const follower of followers) follower.start()
    const writers = sessions.flatMap((ledger, s) =>
      Array.from({ length: random.int(1, 3) }, (_, w) =>
        startWriter(
          world,
          { name: `${s}-${w}`, ledger, giants, conversation: random.pick(conversations), random: random.fork(), tally },
          stop.signal,
        ),
      ),
    )
    const chaos = runChaos(world, followers, random.fork(), tally, stop.signal, longestPauseMs)
    await sleep(seconds * 1_000)
    const deadline = Date.now() + ENOUGH_TIMEOUT_MS
    while (!enough(tally) && Date.now() < deadline) await sleep(50)
    stop.abort()
    await chaos
    world.model.scenario = 'honest'
    await Promise.all(writers)
    say('time is up; checking the results')
    for (const sentence of world.processes.flatMap(({ falls }) => falls)) tally.violate(sentence)
    await judge({ client, sessions, followers, tally })
  } finally {
    stop.abort()
    clearInterval(timer)
    await Promise.all(followers.map((follower) => follower.stop()))
    if (tally.violations.length > 0)
      for (const { entry, stderr } of world.processes) say(`end of the log of the ${entry}:\n${stderr.slice(-4_000)}`)
    await world.close()
  }
  return tally
}

async function openSession(
  client: Client,
  contextSize: string,
  number: number,
  poison: string,
  tally: Tally,
): Promise<SessionLedger> {
  const body = JSON.stringify({
    model: 'qwen2.5:7b',
    contextSize,
    // Every second session is poisoned from the start.
    systemPrompt: number % 2 === 0 ? 'You are a careful assistant.' : `You are a careful assistant. ${poison}`,
    clamp: true,
    metadata: { number, poison },
  })
  const { status, text } = await client.insist('POST', '/v1/sessions', {
    body,
    headers: { 'idempotency-key': `session-${number}` },
  })
  if (status !== 201) throw new Error(`no session: ${status} ${text}`)
  const { id }: { id: string } = JSON.parse(text)
  return new SessionLedger(id, tally)
}

function makeFollowers(
  { urls, key }: World,
  sessions: readonly SessionLedger[],
  random: Random,
  tally: Tally,
): Follower[] {
  const some = sessions.filter((_, i) => i % 3 === 0).map(({ id }) => id)
  const scopes = [undefined, undefined, some, [sessions[0]!.id]]
  return scopes.map((ids, i) => new Follower(`follower ${i}`, urls, key, ids, random.fork(), tally))
}

async function startWriter({ urls, key }: World, parts: Omit<WriterParts, 'client'>, stop: AbortSignal): Promise<void> {
  const { name, random, tally } = parts
  try {
    await runWriter({ ...parts, client: new Client(urls, key, random.fork(), tally) }, stop)
  } catch (error) {
    tally.violate(`writer ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
