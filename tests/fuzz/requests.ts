import fc from 'fast-check'
import type { Operation } from '../../src/http/operation.js'
import { CASES } from '../isolation/cases.js'
import type { World } from '../isolation/world.js'
import type { OperationId } from '../support/client.js'
import type { Sent } from './exchange.js'
import { jsonFor, textFor, type Making } from './from-schema.js'
import { brokenJson, hostileAddress, hostileHeader, hostileString, inAddress } from './hostile.js'
import { messageLists } from './messages.js'

/** Makes random requests for an operation from its row and its schemas. */

/** @param keys tokens of callers, of every role */
export function requestsFor(operation: Operation, world: World, keys: readonly string[]): fc.Arbitrary<Sent> {
  const making = makingOf(world)
  return fc
    .record({
      path: pathFor(operation, world),
      query: queryFor(operation, making),
      body: bodyFor(operation, making, world),
      given: headersFor(operation),
      key: fc.constantFrom(...keys),
    })
    .map(({ path, query, body, given, key }) => ({
      method: operation.method.toUpperCase(),
      target: query === '' ? path : `${path}?${query}`,
      headers: {
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        authorization: `Bearer ${key}`,
        ...given,
      },
      body,
    }))
}

/** Ids of the world, by the member or parameter that takes them. */
function makingOf(world: World): Making {
  const { ids, externalId, secret, session } = world
  const named: Record<string, readonly string[]> = {
    ...{ after: Object.values(ids), sessionId: [ids.sessionId], snapshotId: [ids.snapshotId!], appId: [ids.appId!] },
    ...{
      externalId: [externalId],
      q: [secret, 'line 7'],
      supersedes: [ids.itemId!],
      model: ['gpt-4o:7b'],
      toolCallId: ['big'],
    },
    ...{
      from: ['1', '3'],
      to: ['2', '99'],
      limit: ['1', '7', '200'],
      at: ['1', '5'],
      offset: ['0', '30'],
      handle: [ids.offloadId!],
    },
    ...{
      maxTokens: ['50'],
      conversation: ['1'],
      name: ['recall'],
      toolName: ['fetch'],
      action: [`read ${session.id}`],
    },
  }
  return {
    known: (name) => (Object.hasOwn(named, name) ? named[name]! : []),
    special: {
      messages: messageLists,
      // A request that waits costs time, not work.
      waitMs: fc.integer({ min: 0, max: 5 }).map(String),
      // Sequence numbers that exist.
      seq: fc.integer({ min: 0, max: 20 }).map(String),
      fromSeq: fc.integer({ min: 1, max: 40 }).map(String),
    },
  }
}

function pathFor({ path }: Operation, { ids }: World): fc.Arbitrary<string> {
  const pieces = path.split(/\{(\w+)\}/)
  const made = pieces.map((piece, at) =>
    at % 2 === 0
      ? fc.constant(piece)
      : fc.oneof(
          { weight: 12, arbitrary: fc.constant(ids[piece] ?? '1') },
          { weight: 1, arbitrary: fc.constantFrom(...Object.values(ids)) },
          { weight: 1, arbitrary: hostileAddress },
        ),
  )
  return fc.tuple(...made).map((parts) => parts.join(''))
}

function queryFor({ query }: Operation, making: Making): fc.Arbitrary<string> {
  const shape = Object.entries(query.shape) as [string, Parameters<typeof textFor>[0]][]
  const pairs = shape.map(([name, schema]) => {
    const required = !schema.safeParse(undefined).success
    const text = textFor(schema, name, making).map(inAddress)
    const pair = fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: hostileAddress })
    return fc.oneof(
      { weight: required ? 19 : 1, arbitrary: pair.map((value): string | null => `${name}=${value}`) },
      { weight: required ? 1 : 2, arbitrary: fc.constant(null) },
    )
  })
  const extra = fc.oneof(
    { weight: 24, arbitrary: fc.constant<string | null>(null) },
    { weight: 1, arbitrary: fc.tuple(hostileAddress, hostileAddress).map(([name, value]) => `${name}=${value}`) },
  )
  return fc
    .tuple(fc.tuple(...pairs), extra)
    .map(([given, more]) => [...given, more].filter((pair) => pair !== null).join('&'))
}

function bodyFor(operation: Operation, making: Making, world: World): fc.Arbitrary<Buffer | null> {
  if (operation.method !== 'post' && operation.method !== 'patch') return fc.constant(null)
  const valid = CASES[operation.id as OperationId].body?.(world)
  const good = valid === undefined ? fc.constant('{}') : fc.constant(JSON.stringify(valid))
  const made = operation.upload ? messageLists : jsonFor(operation.body, making)
  return fc.oneof(
    { weight: 16, arbitrary: made.map((text) => Buffer.from(text, 'utf8')) },
    { weight: 2, arbitrary: good.map((text) => Buffer.from(text, 'utf8')) },
    { weight: 1, arbitrary: brokenJson.map((text) => Buffer.from(text, 'utf8')) },
    { weight: 1, arbitrary: good.map((text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0])])) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

const OPTIONAL_HEADERS = ['Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID'] as const

function headersFor(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const one = (name: string, common: readonly string[]) =>
    fc
      .oneof({ weight: 3, arbitrary: fc.constantFrom(...common) }, { weight: 1, arbitrary: hostileHeader })
      .map((value) => ({ [name]: value }))
  const ofOperation = OPTIONAL_HEADERS.filter((name) => operation.headers?.includes(name))
  const named = [
    ...ofOperation.map((name) => one(name, ['"1"', '*', 'again', '0'])),
    one('Accept', ['text/markdown', '*/*', 'application/json', 'text/html']),
    one('Content-Type', ['application/json; charset=utf-8', 'text/plain', 'application/json;charset=latin1']),
    one('Content-Encoding', ['gzip', 'identity']),
    hostileString.map((value) => ({
      'X-App-Id': value
        .replace(/[^\x20-\x7e]/g, '')
        .trim()
        .slice(0, 80),
    })),
  ]
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant({}) },
    ...named.map((arbitrary, at) => ({ weight: at < ofOperation.length ? 3 : 1, arbitrary })),
  )
}
