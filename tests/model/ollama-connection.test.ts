import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ModelError, type ChatRequest } from '../../src/ports/ports.js'
import { OllamaModel, type OllamaOptions } from '../../src/model/ollama/ollama.js'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function serve(handle: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, server }
}

function modelAt(host: string, options: Partial<OllamaOptions> = {}): OllamaModel {
  const model = new OllamaModel({ host, ...options })
  opened.push(() => model.close())
  return model
}

function chat(over: Partial<ChatRequest> = {}): ChatRequest {
  const signal = new AbortController().signal
  return {
    model: 'm',
    system: 's',
    prompt: 'p',
    schema: null,
    windowTokens: 4_096,
    maxOutputTokens: 100,
    promptTokens: 10,
    signal,
    ...over,
  }
}

const part = (content: string) =>
  JSON.stringify({ model: 'm', message: { role: 'assistant', content }, done: false }) + '\n'
const LAST =
  JSON.stringify({ model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' }) + '\n'

/** Runs `act` and returns what it printed. */
async function printed(act: () => Promise<unknown>): Promise<string> {
  const texts: string[] = []
  const spies = [
    vi.spyOn(process.stdout, 'write'),
    vi.spyOn(process.stderr, 'write'),
    ...(['log', 'warn', 'error', 'info', 'debug'] as const).map((name) => vi.spyOn(console, name)),
  ]
  for (const spy of spies) spy.mockImplementation((...args: unknown[]) => texts.push(args.join(' ')) > 0)
  try {
    await act()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return texts.join('\n')
}

test.each([301, 302, 303, 307, 308])(
  '[V1] [13] a redirect (%i) of the model server is an error, and nothing goes to the other address',
  async (status) => {
    const reached: string[] = []
    const other = await serve((request, response) => {
      reached.push(request.url ?? '')
      response.end('{}')
    })
    const { url } = await serve((request, response) => {
      request.resume()
      response.writeHead(status, { location: other.url + request.url }).end()
    })
    const model = modelAt(url)
    await expect(model.chat(chat())).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringContaining('redirect'),
    })
    await expect(model.embed({ model: 'm', texts: ['a'], signal: new AbortController().signal })).rejects.toMatchObject(
      {
        failure: 'unavailable',
        message: expect.stringContaining('redirect'),
      },
    )
    expect(await model.window('m')).toBeNull()
    expect(await model.models()).toEqual([])
    expect(reached).toEqual([])
  },
)

test('[13] a line that is not JSON fails the call, and its text is neither printed nor part of the error', async () => {
  const CANARY = 'the-canary-sings-at-dawn'
  const { url } = await serve((request, response) => {
    request.resume()
    if (request.url === '/api/chat') response.end(part('ok') + CANARY + '\n' + LAST)
    else response.setHeader('content-type', 'application/json').end(CANARY)
  })
  const model = modelAt(url)
  const errors: unknown[] = []
  const output = await printed(async () => {
    await model.chat(chat()).catch((error: unknown) => errors.push(error))
    await model
      .embed({ model: 'm', texts: ['a'], signal: new AbortController().signal })
      .catch((error: unknown) => errors.push(error))
    await model.window('m')
  })
  expect(output).toBe('')
  expect(errors).toHaveLength(2)
  for (const error of errors) {
    expect(error).toBeInstanceOf(ModelError)
    // JSON.parse quotes the first ten characters of what it cannot read.
    expect(error instanceof Error ? `${error.message} ${error.stack}` : '').not.toContain(CANARY.slice(0, 6))
  }
})

test('[V7] the slot of a call that was given up is free when the server has closed its connection, not before', async () => {
  let running = 0
  let most = 0
  const { url, server } = await serve((request, response) => {
    running += 1
    most = Math.max(most, running)
    request.resume()
    if (most > 0 && running === 1 && first === null) first = { request, response }
    else response.end(part('done') + LAST, () => (running -= 1))
  })
  let first: { request: IncomingMessage; response: ServerResponse } | null = null
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket: Socket) => {
    socket.on('end', () => {
      // A server that takes a while to stop its work.
      if (first?.request.socket === socket) setTimeout(() => ((running -= 1), socket.end()), 200)
    })
  })
  const model = modelAt(url)
  const giveUp = new AbortController()
  const call = model.chat(chat({ signal: giveUp.signal }))
  await expect.poll(() => running).toBe(1)
  const next = model.chat(chat())
  giveUp.abort()
  await expect(call).rejects.toMatchObject({ failure: 'aborted' })
  expect((await next).text).toBe('done')
  expect(most).toBe(1)
})

test('[V7] a server that never closes the connection of a call that was given up holds its slot for 2 s', async () => {
  const arrivals: number[] = []
  const { url, server } = await serve((request) => {
    arrivals.push(performance.now())
    request.resume()
  })
  Object.assign(server, { httpAllowHalfOpen: true })
  const model = modelAt(url)
  const [one, two] = [new AbortController(), new AbortController()]
  const call = model.chat(chat({ signal: one.signal }))
  await expect.poll(() => arrivals.length).toBe(1)
  const next = model.chat(chat({ signal: two.signal }))
  const before = performance.now()
  one.abort()
  await expect(call).rejects.toMatchObject({ failure: 'aborted' })
  // The caller does not wait for the slot.
  expect(arrivals).toHaveLength(1)
  await expect.poll(() => arrivals.length).toBe(2)
  expect((arrivals[1] ?? 0) - before).toBeGreaterThanOrEqual(1_990)
  two.abort()
  await expect(next).rejects.toMatchObject({ failure: 'aborted' })
})

test('[V1] credentials of the server go with every request as a header', async () => {
  const seen = new Map<string, string | undefined>()
  const { url } = await serve((request, response) => {
    seen.set(request.url ?? '', request.headers.authorization)
    request.resume()
    response.end(request.url === '/api/chat' ? part('hi') + LAST : '{}')
  })
  const authorization = `Basic ${Buffer.from('me:pass word').toString('base64')}`
  const model = modelAt(url, { authorization })
  await model.chat(chat())
  await model.window('m')
  await model.embed({ model: 'm', texts: ['a'], signal: new AbortController().signal }).catch(() => {})
  expect([...seen.keys()].sort()).toEqual(['/api/chat', '/api/embed', '/api/ps', '/api/show', '/api/tags'])
  expect([...new Set(seen.values())]).toEqual([authorization])
})
