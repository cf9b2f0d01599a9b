import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atMost, info, median, show, type Figure } from '../support/figures.js'

/**
 * What quotas cost, and whether an app at its quota slows another. The phases alternate, because a busy machine slows all.
 */

const ROUNDS = 12
const APPENDS = 25
/** Clients of the neighbor, each of which sends its next request when the last is answered. */
const NEIGHBORS = 4
const PLENTY = 1_000_000_000

interface App {
  id: string
  key: string
  session: string
}
const PHASES = ['alone', 'beside appends', 'beside refused appends', 'beside refused requests'] as const
type Phase = (typeof PHASES)[number]

export async function measureQuotas(): Promise<Figure[]> {
  const bench = await openBenchContext()
  try {
    return [...(await measureCost(bench)), ...(await measureNeighbors(bench))]
  } finally {
    await bench.close()
  }
}

/** Appends of an app with all quotas, far from them, compared with an app without any. */
async function measureCost(bench: BenchContext): Promise<Figure[]> {
  const quotas = { sessions: PLENTY, messages: PLENTY, bytes: PLENTY, requestsPerMinute: PLENTY }
  const [without, limited] = [await newApp(bench, {}), await newApp(bench, quotas)]
  const samples: Record<'without' | 'limited', number[]> = { without: [], limited: [] }
  for (let i = -20; i < ROUNDS * APPENDS; i++) {
    const [first, second] = [await timedAppend(bench, without), await timedAppend(bench, limited)]
    if (i < 0) continue
    samples.without.push(first)
    samples.limited.push(second)
  }
  const [plain, counted] = [median(samples.without), median(samples.limited)]
  const note = `p50 ${show(plain)} → ${show(counted)} ms`
  return [atMost('append, app with quotas against one without', counted / plain, 1.1, '×', note)]
}

/** Appends of an app while another one appends, or is refused. */
async function measureNeighbors(bench: BenchContext): Promise<Figure[]> {
  const measured = await newApp(bench, {})
  const others: Record<Exclude<Phase, 'alone'>, App> = {
    'beside appends': await newApp(bench, {}),
    'beside refused appends': await newApp(bench, { messages: 0 }),
    'beside refused requests': await newApp(bench, {}),
  }
  await setQuotas(bench, others['beside refused requests'].id, { requestsPerMinute: 0 })
  const samples: Record<Phase, number[]> = {
    alone: [],
    'beside appends': [],
    'beside refused appends': [],
    'beside refused requests': [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const phase of PHASES) {
      const stop = phase === 'alone' ? async () => {} : keepSending(bench, others[phase])
      for (let i = 0; i < APPENDS; i++) samples[phase].push(await timedAppend(bench, measured))
      await stop()
    }
  }
  const p50 = (phase: Phase) => median(samples[phase])
  const usual = p50('beside appends')
  return [
    info('append, alone', `p50 ${show(p50('alone'))} ms`),
    info(`  beside ${NEIGHBORS} clients of another app`, `p50 ${show(usual)} ms`),
    ...(['beside refused appends', 'beside refused requests'] as const).map((phase) =>
      atMost(`  ${phase} of it, against its appends`, p50(phase) / usual, 1, '×', `p50 ${show(p50(phase))} ms`),
    ),
  ]
}

async function newApp(bench: BenchContext, quotas: object): Promise<App> {
  const { id } = await bench.call<{ id: string }>('POST', '/v1/apps', { name: 'bench' })
  const { key } = await bench.call<{ key: string }>('POST', '/v1/keys', { appId: id, role: 'app' })
  const opened = await send(bench, key, '/v1/sessions', { model: 'no-such-model', contextLimit: 3_000_000 })
  await setQuotas(bench, id, quotas)
  return { id, key, session: opened.id ?? '' }
}

function setQuotas(bench: BenchContext, appId: string, quotas: object): Promise<unknown> {
  return bench.call('PATCH', `/v1/apps/${appId}`, { quotas })
}

function append(bench: BenchContext, { key, session }: App): Promise<{ status: number }> {
  const messages = [{ role: 'user', content: 'x'.repeat(1_024) }]
  return send(bench, key, `/v1/sessions/${session}/messages`, { messages })
}

async function timedAppend(bench: BenchContext, app: App): Promise<number> {
  const startedAt = performance.now()
  const { status } = await append(bench, app)
  if (status !== 201) throw new Error(`append: ${status}`)
  return performance.now() - startedAt
}

/** Returns a function that stops the clients. */
function keepSending(bench: BenchContext, app: App): () => Promise<void> {
  let isStopping = false
  const client = async () => {
    while (!isStopping) await append(bench, app)
  }
  const clients = Array.from({ length: NEIGHBORS }, client)
  return async () => {
    isStopping = true
    await Promise.all(clients)
  }
}

async function send(
  bench: BenchContext,
  key: string,
  path: string,
  body: object,
): Promise<{ status: number; id?: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(bench.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const reply = (await response.json()) as { id?: string }
  return { ...reply, status: response.status }
}
