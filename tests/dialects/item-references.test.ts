import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { scriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { migratedDatabase } from '../support/database.js'
import { LOCAL_MODEL, localModel } from '../support/local-model.js'

/** Clients of the Responses API that refer to items of earlier answers by id, as some frameworks do. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function doors(where: 'hosted' | 'local', daemons = 1) {
  const database = await migratedDatabase()
  opened.push(() => database.drop())
  const local = await localModel({ contextLength: 32_000 })
  opened.push(() => local.close())
  const hosted = await scriptedOpenai({})
  opened.push(() => hosted.close())
  const env = {
    OLLAMA_HOST: local.url,
    OPENAI_BASE_URL: where === 'hosted' ? `${hosted.url}/v1` : '',
    DATABASE_URL: database.url,
  }
  const started: Daemon[] = []
  for (let at = 0; at < daemons; at++) {
    const daemon = await startDaemon({ env })
    opened.push(() => daemon.stop())
    started.push(daemon)
  }
  const client = (at = 0, key = ADMIN_KEY) =>
    new OpenAI({
      baseURL: `${started[at]!.url}/openai/v1`,
      apiKey: 'sk-client',
      maxRetries: 0,
      defaultHeaders: { 'x-palimpsest-key': key },
    })
  return { local, hosted, daemon: started[0]!, client }
}

const TOOL: Loose = { type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false }
const question = (text: string): Loose => ({ role: 'user', content: text })
const references = (output: Loose[]): Loose[] => output.map(({ id }) => ({ type: 'item_reference', id }))

/** Sends every turn whole, with references in place of answers. */
async function talk(clients: OpenAI[], turns: number): Promise<Loose[]> {
  const input: Loose[] = []
  for (let turn = 0; turn < turns; turn++) {
    input.push(question(`Question ${turn}: what is the port?`))
    for (;;) {
      const client = clients[turn % clients.length]!
      const { output } = await client.responses.create({
        model: LOCAL_MODEL,
        tools: [TOOL],
        reasoning: {},
        input,
      } as never)
      input.push(...references(output))
      const calls = (output as Loose[]).filter(({ type }) => type === 'function_call')
      if (calls.length === 0) break
      for (const { call_id } of calls) input.push({ type: 'function_call_output', call_id, output: 'port 7' })
    }
  }
  return input
}

test.each(['hosted', 'local'] as const)(
  '[10.4] a referenced item is the stored answer, in memory and in the store (%s)',
  async (where) => {
    const { local, hosted, daemon, client } = await doors(where, 2)
    await talk([client(0), client(1)], 4)
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toHaveLength(1)
    const params = { sessionId: sessions[0]!.id }
    const history = await daemon.client.call('readHistory', { params, query: {} })
    expect(JSON.stringify(history)).not.toContain('item_reference')
    expect(JSON.stringify(history.messages)).not.toContain('"withdrawn":true')
    const refusals = where === 'hosted' ? hosted.refusals : local.refusals
    expect(refusals).toEqual([])
    if (where === 'hosted') {
      // The server has the items, so it gets the client's own bytes.
      expect(hosted.requests.at(-1)!.body.input).toContainEqual(
        expect.objectContaining({ type: 'item_reference' }) as object,
      )
      return
    }
    const sent = local.chats.at(-1)!.body.messages as Loose[]
    expect(JSON.stringify(sent)).not.toContain('item_reference')
    expect(sent.filter(({ role }) => role === 'assistant').length).toBeGreaterThan(3)
  },
)

test('[10.4] an unknown item goes to the server that may have it, and a local server refuses it by its place', async () => {
  const hosted = await doors('hosted')
  const input: Loose[] = [question('one'), { type: 'item_reference', id: 'msg_elsewhere' }, question('two')]
  const ask = (client: OpenAI) =>
    client.responses.create({ model: LOCAL_MODEL, input } as never).then(
      () => null,
      (error: Loose) => error,
    )
  expect(await ask(hosted.client())).toMatchObject({ status: 400, message: expect.stringContaining('msg_elsewhere') })
  expect(hosted.hosted.requests.at(-1)!.body.input).toEqual(input)
  expect((await hosted.daemon.client.call('listSessions', {})).sessions).toEqual([])

  const local = await doors('local')
  expect(await ask(local.client())).toMatchObject({ status: 400, param: 'input[1]' })
  expect(local.local.chats).toEqual([])
})

test('[P11] a referenced item of another app is unknown', async () => {
  const { daemon, client } = await doors('local', 1)
  const [one, two] = [await daemon.newApp(), await daemon.newApp()]
  const input = await talk([client(0, one.app)], 1)
  const again = { model: LOCAL_MODEL, input: [...input, question('and now?')] } as never
  await expect(client(0, two.app).responses.create(again)).rejects.toMatchObject({ status: 400 })
  await client(0, one.app).responses.create(again)
})
