import type { Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

/** An app with a session that has one of everything. Every text of it contains its secret word. */
export interface World {
  secret: string
  appId: string
  keys: { app: string; viewer: string }
  /** By the names that paths use. */
  ids: Record<string, string> & { sessionId: string }
  externalId: string
  /** Every id of this app. */
  known: string[]
  session: TestSession
}

export async function makeWorld(daemon: Daemon, secret: string): Promise<World> {
  const { id: appId } = await daemon.client.call('createApp', { body: { name: `app ${secret}` } })
  const keyOf = (role: 'app' | 'viewer') => daemon.client.call('createKey', { body: { appId, role } })
  const [app, viewer] = [await keyOf('app'), await keyOf('viewer')]
  const externalId = `outside ${secret}`
  const body = {
    ...{ contextSize: '8K', model: `model-${secret}:7b`, systemPrompt: `You guard ${secret}.`, externalId },
    metadata: { note: secret },
  } as const
  const session = await daemon.openSession(body, { key: app.key, format: 'native' })
  const { goal } = await session.call('addGoal', {
    body: { description: `Hide ${secret}`, items: [{ kind: 'next', text: `bury ${secret}` }] },
  })
  for (let round = 0; round < 6; round++) await session.append(roundOf(secret, round))
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXELS } }
  await session.append([
    { role: 'assistant', parts: [{ type: 'tool_call', callId: 'big', name: 'fetch', args: { of: secret } }] },
    {
      role: 'tool',
      parts: [{ type: 'tool_result', callId: 'big', content: [{ type: 'text', text: large(secret) }, image] }],
    },
  ])
  await session.append([{ role: 'user', content: `Thanks for ${secret}` }])
  const compression = await session.call('requestCompression', { body: { strategy: 'extractive', waitMs: 20_000 } })
  const snapshot = await session.call('createSnapshot', { body: { name: `before ${secret}` } })
  const [rewritten] = await session.eventsOf('context-rewritten')
  const [checkpoint] = (await session.call('listCheckpoints', {})).checkpoints
  const [offload] = (await session.call('listOffloads', {})).offloads
  // Both apps use the name.
  const scope = 'shared'
  const entry = { params: { scope }, body: { text: `Always mention ${secret}.` } }
  const { id: entryId } = await daemon.client.call('addStanding', entry, { key: app.key })
  const { id: deletionId } = await daemon.client.call('createDeletion', { body: { user: secret } }, { key: app.key })
  const ids = {
    ...{ scope, entryId, deletionId },
    ...{ sessionId: session.id, appId, keyId: viewer.id, goalId: goal.id, itemId: goal.nextSteps[0]!.id },
    ...{ checkpointId: checkpoint!.id, offloadId: offload!.id, snapshotId: snapshot.id, compressionId: compression.id },
    ...{ seq: '1', number: '1', version: String(rewritten!.data.version) },
  }
  const known = Object.values(ids).filter((id) => id.length > 8)
  return { secret, appId, keys: { app: app.key, viewer: viewer.key }, ids, externalId, known, session }
}

function roundOf(secret: string, round: number): object[] {
  return [
    { role: 'user', content: `Question ${round} about ${secret}: what is next?` },
    { role: 'assistant', content: `We decided on plan-${round}.md for ${secret}. `.repeat(60) },
  ]
}

const large = (secret: string): string =>
  Array.from({ length: 700 }, (_, line) => `${secret} line ${line}: ${line * 7}`).join('\n')
const PIXELS = Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 31) % 256)).toString('base64')
