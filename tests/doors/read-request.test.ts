import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openaiProtocol } from '../../src/doors/protocols/openai.js'
import { ollamaProtocol } from '../../src/doors/protocols/ollama.js'
import { GivenSummaries } from '../../src/doors/request/given-summaries.js'
import { KnownBodies } from '../../src/doors/request/known-bodies.js'
import { membersOf } from '../../src/doors/request/parse-body.js'
import { readRequest, type DoorRequest } from '../../src/doors/request/read-request.js'
import { spliceBody } from '../../src/doors/request/splice-body.js'
import { withNumber } from '../../src/doors/protocols/ollama.js'

/** Reading a resent history costs only what is new, and gives the same as reading it whole. */

const name = {
  name: null,
  matchedBy: 'history',
  client: null,
  parent: null,
  alias: null,
  scope: null,
  user: null,
  sessionId: null,
}

function read(text: string, known: KnownBodies): Promise<DoorRequest> {
  return readRequest({
    protocol: openaiProtocol,
    bytes: Buffer.from(text),
    appId: 'app',
    keyName: 'key',
    nameOf: () => Promise.resolve(name),
    known,
    summaries: new GivenSummaries(),
  })
}

function facts(request: DoorRequest) {
  const { body, kinds, history, systemPrompt } = request
  const members = membersOf(body)
  return {
    kinds,
    systemPrompt,
    digests: history.digests,
    facts: request.facts,
    elements: body.elements.map(({ from, to }) => body.bytes.toString('utf8', from, to)),
    after: history.after(0).map(({ raw, value, position }) => ({ raw, value, position })),
    list: body.bytes.toString('utf8', body.list.from, body.list.to),
    tail: [members.text('tools'), members.text('stream'), members.value('temperature')],
  }
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('"messages":[', '{"a":[1,2]}', '\\', '}],'),
)
const message = fc.record(
  { role: fc.constantFrom('user', 'assistant', 'system'), content: odd },
  { requiredKeys: ['role', 'content'] },
)
const body = fc.record({
  messages: fc.array(message, { minLength: 2, maxLength: 12 }),
  cut: fc.nat(),
  order: fc.boolean(),
  blank: fc.constantFrom('', ' ', '\n  '),
  changed: fc.boolean(),
})

test('[P12] a body that continues a known one is read as if it were new', async () => {
  await fc.assert(
    fc.asyncProperty(body, async ({ messages, cut, order, blank, changed }) => {
      const write = (list: readonly object[], temperature: number) => {
        const items = list.map((one) => JSON.stringify(one)).join(`,${blank}`)
        const others = `"tools":[{"type":"function","function":{"name":"messages"}}],"temperature":${temperature}`
        return order
          ? `{"model":"m",${blank}"messages":[${items}],${others},"stream":true}`
          : `{${others},"stream":true,"model":"m","messages":${blank}[${items}]}`
      }
      const known = new KnownBodies()
      const first = await read(write(messages.slice(0, 1 + (cut % (messages.length - 1))), 1), known)
      first.storedIn('ses_1')
      const text = write(messages, order && changed ? 2 : 1)
      const continued = await read(text, known)
      expect(facts(continued)).toEqual(facts(await read(text, new KnownBodies())))
      if (order || !changed) expect(continued.body.firstParsed > 0 || continued.hint === null).toBe(true)
    }),
    { numRuns: 300, seed: 7 },
  )
})

test('[P12] only the new elements of a known body are parsed', async () => {
  const known = new KnownBodies()
  const messages = Array.from({ length: 50 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: `text ${at}`,
  }))
  ;(await read(JSON.stringify({ model: 'm', messages }), known)).storedIn('ses_1')
  const longer = [...messages, { role: 'user', content: 'new' }]
  const request = await read(JSON.stringify({ model: 'm', messages: longer }), known)
  expect(request.body.values).toEqual([{ role: 'user', content: 'new' }])
  expect(request.hint).toEqual({ sessionId: 'ses_1', position: 50 })
})

test('digests ignore what clients change when they send a message again', async () => {
  const digests = async (messages: object[]) =>
    (await read(JSON.stringify({ model: 'm', messages }), new KnownBodies())).history.digests
  const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'read', arguments: args } })
  const one = await digests([
    { role: 'user', content: [{ type: 'text', text: 'go ', cache_control: { type: 'ephemeral' } }] },
    { role: 'assistant', content: null, refusal: null, annotations: [], tool_calls: [call('a', '{"x":1,"y":2}')] },
    { role: 'system', content: 'a reminder' },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
  ])
  const two = await digests([
    { role: 'user', content: 'go' },
    { content: '', role: 'assistant', reasoning_content: 'hm', tool_calls: [call('b', '{"y":2, "x":1}')] },
    { role: 'tool', content: 'done', tool_call_id: 'b' },
  ])
  expect(two).toEqual(one)
  expect(await digests([{ role: 'user', content: 'gone' }])).not.toEqual(one.slice(0, 1))
})

test('[S1] the window is the only change to a body of Ollama that is not cut', async () => {
  const text =
    '{ "model":"m", "options" : {"temperature": 0.10, "num_ctx":2048 , "x":1e3}, "messages":[{"role":"user","content":"é"}] }'
  const request = await readRequest({
    protocol: ollamaProtocol,
    bytes: Buffer.from(text),
    appId: 'app',
    keyName: 'key',
    nameOf: () => Promise.resolve(name),
    known: new KnownBodies(),
    summaries: new GivenSummaries(),
  })
  const spliced = (numCtx: number) => {
    const { body, kinds, facts } = request
    return spliceBody(ollamaProtocol, { body, kinds, facts, plan: null, numCtx }).toString()
  }
  expect(spliced(2_048)).toBe(text)
  expect(spliced(8_000)).toBe(text.replace('2048', '8000'))
  expect(withNumber(null, 'num_ctx', 1)).toBe('{"num_ctx":1}')
  expect(withNumber('{}', 'num_ctx', 1)).toBe('{"num_ctx":1}')
  expect(withNumber('{ "a":1}', 'num_ctx', 1)).toBe('{"num_ctx":1, "a":1}')
})
