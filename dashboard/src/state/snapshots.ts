import { take, type components, type PalimpsestClient } from '@palimpsest/client'

/** Snapshots of a session, and what can be done with them. [R1] [R2] [R3] */

export type Snapshot = components['schemas']['Snapshot']

const PAGE = 200

/** Returns every snapshot, newest first. Their number is bounded by the daemon. */
export async function readSnapshots(
  { api }: PalimpsestClient,
  sessionId: string,
  signal: AbortSignal,
): Promise<Snapshot[]> {
  const all: Snapshot[] = []
  for (let after: string | undefined; ;) {
    const query = { limit: PAGE, ...(after !== undefined && { after }) }
    const params = { path: { sessionId }, query }
    const page = await take(api.GET('/v1/sessions/{sessionId}/snapshots', { params, signal }))
    all.push(...page.snapshots)
    if (page.nextAfter === null) return all
    after = page.nextAfter
  }
}

export async function createSnapshot({ api }: PalimpsestClient, sessionId: string, name: string): Promise<void> {
  const body = name === '' ? {} : { name }
  await take(api.POST('/v1/sessions/{sessionId}/snapshots', { params: { path: { sessionId } }, body }))
}

/** Returns the session to a snapshot, if its context still has the version that the person saw.
 * @returns the id of the snapshot of the state before; null if it could not be made */
export async function restoreSnapshot(
  { api }: PalimpsestClient,
  { sessionId, id }: Snapshot,
  version: number,
): Promise<string | null> {
  const params = { path: { sessionId, snapshotId: id }, header: { 'If-Match': `"${version}"` } }
  const path = '/v1/sessions/{sessionId}/snapshots/{snapshotId}/restore' as const
  return (await take(api.POST(path, { params }))).rollbackId
}

export async function deleteSnapshot({ api }: PalimpsestClient, { sessionId, id }: Snapshot): Promise<void> {
  const params = { path: { sessionId, snapshotId: id } }
  await take(api.DELETE('/v1/sessions/{sessionId}/snapshots/{snapshotId}', { params }))
}

/** State that a fork continues from. */
export type ForkFrom = { snapshotId: string } | { seq: number }

/** Returns the id of the new session. */
export async function forkSession(
  { api }: PalimpsestClient,
  { sessionId, from, name }: { sessionId: string; from: ForkFrom; name: string },
): Promise<string> {
  const body = { ...from, ...(name !== '' && { externalId: name }) }
  return (await take(api.POST('/v1/sessions/{sessionId}/fork', { params: { path: { sessionId } }, body }))).id
}

/** Returns the name of a snapshot as a person reads it. */
export function snapshotName({ name, purpose, seq }: Snapshot): string {
  return name ?? `${PURPOSE_TITLES[purpose]} at message ${seq}`
}

const PURPOSE_TITLES: Record<Snapshot['purpose'], string> = {
  manual: 'Snapshot',
  recovery: 'Recovery point',
  rollback: 'State before a restore',
  emergency: 'State before an emergency',
}
