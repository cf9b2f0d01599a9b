import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../src/http/operation.js'
import { OPERATIONS } from '../../src/http/operations/index.js'
import { errorsOf } from '../../src/http/pages/openapi.js'
import { PROBLEMS, type ProblemCode } from '../../src/http/problem.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { makeWorld, type World } from '../isolation/world.js'
import { wire, type Received, type Sent } from './exchange.js'
import { requestsFor } from './requests.js'
import { often } from '../support/long-run.js'

/** Every operation gets random requests: valid, nearly valid, and hostile. Each reply must be one that openapi.yaml
 * describes. `FUZZ_SEED` and `FUZZ_RUNS` make a longer run with other requests. */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123)
/** Requests per operation. */
const RUNS = Number(process.env.FUZZ_RUNS ?? often(18, 24))

let daemon: Daemon
let world: World
let connection: ReturnType<typeof wire>
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
  world = await makeWorld(daemon, 'xylophone')
  // Quotas and keys of another app: with its own, the world would end in the middle.
  const other = await daemon.newApp()
  const { keys } = await daemon.client.call('listKeys', { query: { appId: other.appId } })
  world = { ...world, ids: { ...world.ids, appId: other.appId, keyId: keys[0]!.id } }
  connection = wire(daemon.url)
})
afterAll(async () => {
  connection.close()
  await daemon.stop()
})

/** The session is deleted after everything in it. */
const lateness = ({ id, method }: Operation) => (id === 'deleteSession' ? 2 : Number(method === 'delete'))
const ROWS = (OPERATIONS as readonly Operation[]).toSorted((a, b) => lateness(a) - lateness(b))

/** How many replies of each status an operation gave. */
const seen = new Map<string, number[]>()

test.each(ROWS)('[13] $id answers every request as documented', async (operation) => {
  const keys = [ADMIN_KEY, world.keys.app, world.keys.app, world.keys.viewer]
  const replies: number[] = []
  seen.set(operation.id, replies)
  await fc.assert(
    fc.asyncProperty(requestsFor(operation, world, keys), async (sent) => {
      const reply = await connection.send(sent)
      replies.push(reply.status)
      const fault = faultOf(operation, sent, reply)
      if (fault) throw new Error(`${fault}: ${described(sent)} → ${reply.status} ${reply.text.slice(0, 600)}`)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('[13] the random requests reach the handlers: most operations succeed and refuse', () => {
  const all = [...seen.values()]
  const share = (is: (status: number) => boolean) => all.filter((replies) => replies.some(is)).length / all.length
  expect(share((status) => status < 300)).toBeGreaterThan(0.9)
  expect(share((status) => status >= 400)).toBeGreaterThan(0.9)
})

function described({ method, target, headers, body }: Sent): string {
  const { authorization: _, ...others } = headers
  return `${method} ${target.slice(0, 400)} ${JSON.stringify(others)} ${body?.toString('utf8').slice(0, 600) ?? ''}`
}

/** Refusals before any operation: a path that is none, another method. */
const COMMON: readonly ProblemCode[] = ['not_found', 'method_not_allowed']

/** Returns what is wrong with a reply; null if openapi.yaml describes it. */
function faultOf(operation: Operation, sent: Sent, { status, headers, text, isStream }: Received): string | null {
  if (status >= 500) return 'server error'
  const type = (headers['content-type'] ?? '').split(';')[0]!
  const doc = operation.replies[status]
  if (!doc) return problemFault(operation, sent, { status, type, text })
  if (doc.schema === null) return text === '' ? null : 'a body that is not documented'
  if (isStream) return doc.otherTypes?.includes(type) ? null : `undocumented type ${type}`
  const documented = [doc.contentType ?? 'application/json', ...(doc.otherTypes ?? [])]
  if (!documented.includes(type)) return `undocumented type ${type}`
  if (type !== 'application/json') return null
  const parsed = doc.schema.safeParse(JSON.parse(text))
  return parsed.success ? null : `outside its schema (${parsed.error.message.slice(0, 300)})`
}

function problemFault(
  operation: Operation,
  sent: Sent,
  { status, type, text }: { status: number; type: string; text: string },
): string | null {
  if (type !== 'application/problem+json') return `undocumented status ${status}`
  const problem = JSON.parse(text)
  const { code } = problem as { code: ProblemCode }
  if (PROBLEMS[code]?.status !== status || problem.status !== status) return 'a code of another status'
  // A hostile path may be that of another operation, or none.
  const isOther = !pathOf(operation).test(sent.target.split('?')[0]!)
  if (!errorsOf(operation).includes(code) && !(isOther && COMMON.includes(code))) return `undocumented code ${code}`
  if (typeof problem.detail !== 'string' || problem.detail === '') return 'no detail'
  if (code !== 'invalid_request') return null
  if (!Array.isArray(problem.errors) || problem.errors.length === 0) return 'no faulty field'
  const isNamed = (fault: { path: unknown; expected: unknown; received: unknown }) =>
    [fault.path, fault.expected, fault.received].every((member) => typeof member === 'string') && fault.expected !== ''
  return problem.errors.every(isNamed) ? null : 'a fault without path, expected or received'
}

function pathOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]*')}$`)
}
