import { Agent, createServer, request, type Server } from 'node:http'
import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atMost, median, show, type Figure } from '../support/figures.js'

/**
 * What a door adds to a direct call of the same upstream: time to the first byte, and time per chunk of a stream.
 * Every call through the door is paired with a direct one, because a busy machine slows both.
 */

/** Messages in the history, and the most milliseconds that the door may add at the median. The best comparable proxy
 * adds 48, 146 and 535 ms. */
const SIZES = [
  { messages: 20, addedMs: 5 },
  { messages: 200, addedMs: 10 },
  { messages: 1_000, addedMs: 20 },
]
const CHUNK_MS = 0.5
const CONVERSATIONS = 4
const TURNS = 12
const CHUNKS = 1_000
const ANSWER = 'The answer of the model, in about as many words as a short one has. '

interface Message {
  role: 'user' | 'assistant'
  content: string
}
interface Timed {
  firstMs: number
  totalMs: number
}

export async function measureDoors(): Promise<Figure[]> {
  const upstream = await openUpstream()
  const bench = await openBenchContext({ OPENAI_BASE_URL: `${upstream.url}/v1`, DOOR_CONTEXT_SIZE: '1M' })
  try {
    const figures: Figure[] = []
    for (const { messages, addedMs } of SIZES) figures.push(await firstByte(bench, upstream.url, messages, addedMs))
    figures.push(await perChunk(bench, upstream.url))
    return figures
  } finally {
    await bench.close()
    upstream.server.closeAllConnections()
    upstream.server.close()
  }
}

async function firstByte(bench: BenchContext, direct: string, count: number, addedMs: number): Promise<Figure> {
  const samples: { direct: number; door: number; append: number }[] = []
  const plainSession = await bench.newSession()
  for (let conversation = 0; conversation < CONVERSATIONS; conversation++) {
    const history = Array.from({ length: count - 1 }, (_, at) => message(at, `${count}/${conversation}`))
    for (let turn = -1; turn < TURNS; turn++) {
      history.push(message(history.length - (history.length % 2), `${count}/${conversation}/${turn}`))
      const body = bodyOf(history, 1)
      const plain = await ask(`${direct}/v1/chat/completions`, body, null)
      const door = await ask(`${bench.url}/openai/v1/chat/completions`, body, bench.key)
      // The first request brings the whole history.
      const startedAt = performance.now()
      await bench.call('POST', `/v1/sessions/${plainSession}/messages`, { messages: [message(0, 'plain')] })
      const append = performance.now() - startedAt
      if (turn >= 0) samples.push({ direct: plain.firstMs, door: door.firstMs, append })
      history.push({ role: 'assistant', content: ANSWER })
    }
  }
  const added = samples.map(({ direct, door }) => door - direct)
  const [plain, door, append] = (['direct', 'door', 'append'] as const).map((kind) =>
    show(median(samples.map((sample) => sample[kind]))),
  )
  const note = `${plain} → ${door} ms; one append ${append} ms`
  return atMost(`door, first byte at ${count} messages, added`, median(added), addedMs, 'ms', note)
}

async function perChunk(bench: BenchContext, direct: string): Promise<Figure> {
  const added: number[] = []
  for (let run = 0; run < 9; run++) {
    const body = bodyOf([message(0, `chunks/${run}`)], CHUNKS)
    const spent = ({ firstMs, totalMs }: Timed) => totalMs - firstMs
    const plain = spent(await ask(`${direct}/v1/chat/completions`, body, null))
    const door = spent(await ask(`${bench.url}/openai/v1/chat/completions`, body, bench.key))
    added.push((door - plain) / CHUNKS)
  }
  return atMost('door, per streamed chunk, added', median(added), CHUNK_MS, 'ms', `${CHUNKS} chunks`)
}

function message(at: number, name: string): Message {
  const content = `Message ${at} of ${name}. ${'It says something of ordinary length about files and tests. '.repeat(8)}`
  return { role: at % 2 === 0 ? 'user' : 'assistant', content }
}

/** @param chunks of the answer */
function bodyOf(messages: readonly Message[], chunks: number): Buffer {
  return Buffer.from(JSON.stringify({ model: 'gpt-bench', stream: true, max_tokens: chunks, messages }))
}

const agent = new Agent({ keepAlive: true })

function ask(url: string, body: Buffer, key: string | null): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let firstMs = 0
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(key !== null && { 'x-palimpsest-key': key }),
    }
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.on('data', () => (firstMs ||= performance.now() - startedAt))
      response.once('end', () => resolve({ firstMs, totalMs: performance.now() - startedAt }))
      response.once('error', reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** Streams as many chunks as `max_tokens`, each in a write of its own. */
async function openUpstream(): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, response) => {
    const received: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => received.push(chunk))
    incoming.once('end', () => {
      const { max_tokens: chunks }: { max_tokens: number } = JSON.parse(Buffer.concat(received).toString())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const text = chunks === 1 ? ANSWER : 'word '
      const delta = { choices: [{ index: 0, delta: { role: 'assistant', content: text } }] }
      const event = `data: ${JSON.stringify({ id: 'x', ...delta })}\n\n`
      let left = chunks
      const next = () => {
        if (left-- > 0) return void response.write(event, () => setImmediate(next))
        response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
      }
      next()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return { url: `http://127.0.0.1:${address.port}`, server }
}
