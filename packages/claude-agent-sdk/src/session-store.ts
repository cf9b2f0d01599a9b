import type { PalimpsestClient } from '@palimpsest/client'
import { batches, keyOf, sha256 } from './batches.js'
import type { SessionKey, SessionStore, SessionStoreEntry } from './contract.js'
import { entryOf, messageOf } from './entry-message.js'

/** Each transcript is a session that no rule shrinks. Its history is the transcript. */

export interface PalimpsestSessionStoreOptions {
  client: PalimpsestClient
  /** Separates the transcripts of stores that share an app. Default: none. */
  namespace?: string
}

const STORE = 'claude-agent-sdk'
/** The largest session. The history has no limit; the limit only bounds one entry. */
const CONTEXT_TOKENS = 4_000_000
/** Transcripts of which the store remembers which entries it has. */
const KNOWN_MAX = 100
/** The daemon accepts 255 characters in an external id. */
const ID_MAX = 255

/** Returns a store for `query({ options: { sessionStore } })`. */
export function palimpsestSessionStore(options: PalimpsestSessionStoreOptions): SessionStore {
  return new PalimpsestSessionStore(options)
}

interface Transcript {
  sessionId: string
  /** Ids of the entries it has. A retried append or a repeated import must not store them again. */
  uuids: Set<string>
}

class PalimpsestSessionStore implements SessionStore {
  private readonly client: PalimpsestClient
  private readonly namespace: string
  private readonly known = new Map<string, Transcript>()
  private running: Promise<unknown> = Promise.resolve()

  constructor({ client, namespace = '' }: PalimpsestSessionStoreOptions) {
    this.client = client
    this.namespace = namespace
  }

  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    return this.inTurn(async () => {
      if (entries.length === 0) return
      const { sessionId, uuids } = await this.open(key)
      const fresh = entries.filter(({ uuid }, at) => {
        if (uuid === undefined) return true
        return !uuids.has(uuid) && entries.findIndex((other) => other.uuid === uuid) === at
      })
      for (const batch of batches(fresh)) {
        const idempotencyKey = await keyOf(batch)
        await this.client.append(sessionId, batch.map(messageOf), { ...(idempotencyKey && { idempotencyKey }) })
        for (const { uuid } of batch) if (uuid !== undefined) uuids.add(uuid)
      }
    })
  }

  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const externalId = await this.externalId(key)
    for await (const session of this.client.sessions({ externalId })) {
      if (session.messageCount === 0) return null
      const entries: SessionStoreEntry[] = []
      for await (const entry of this.entriesOf(session.id)) entries.push(entry)
      return entries
    }
    return null
  }

  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    const found: { sessionId: string; mtime: number }[] = []
    for await (const { session, sessionId, subpath } of this.sessionsOf({ projectKey }))
      if (subpath === '') found.push({ sessionId, mtime: Date.parse(session.lastActivityAt) })
    return found
  }

  async listSubkeys({ projectKey, sessionId }: { projectKey: string; sessionId: string }): Promise<string[]> {
    const found: string[] = []
    for await (const { subpath } of this.sessionsOf({ projectKey, sessionId })) if (subpath !== '') found.push(subpath)
    return found
  }

  delete({ projectKey, sessionId, subpath }: SessionKey): Promise<void> {
    return this.inTurn(async () => {
      // First all ids, because a deletion moves the pages.
      const ids: string[] = []
      for await (const found of this.sessionsOf({ projectKey, sessionId }))
        if (subpath === undefined || found.subpath === subpath) ids.push(found.session.id)
      this.known.clear()
      for (const id of ids) await this.client.deleteSession(id)
    })
  }

  private async open(key: SessionKey): Promise<Transcript> {
    const { known, namespace } = this
    const externalId = await this.externalId(key)
    const earlier = known.get(externalId)
    if (earlier) return earlier
    const { projectKey, sessionId, subpath = '' } = key
    const session = await this.client.openSession({
      externalId,
      model: 'claude-agent-sdk-transcript',
      contextSize: CONTEXT_TOKENS,
      preset: 'off',
      metadata: { store: STORE, namespace, projectKey, sessionId, subpath },
    })
    const uuids = new Set<string>()
    for await (const entry of this.entriesOf(session.id)) if (entry.uuid !== undefined) uuids.add(entry.uuid)
    const transcript = { sessionId: session.id, uuids }
    known.set(externalId, transcript)
    const [oldest] = known.keys()
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    return transcript
  }

  private async *entriesOf(sessionId: string): AsyncGenerator<SessionStoreEntry> {
    for await (const { message } of this.client.history(sessionId, { limit: 1_000 })) {
      const entry = entryOf(message)
      if (entry) yield entry
    }
  }

  private async *sessionsOf(metadata: { projectKey: string; sessionId?: string }) {
    for await (const session of this.client.sessions({ metadata: { store: STORE, ...metadata } }))
      if (session.metadata.namespace === this.namespace)
        yield { session, sessionId: String(session.metadata.sessionId), subpath: String(session.metadata.subpath) }
  }

  private async externalId({ projectKey, sessionId, subpath = '' }: SessionKey): Promise<string> {
    const text = `${STORE}:${JSON.stringify([this.namespace, projectKey, sessionId, subpath])}`
    return text.length <= ID_MAX ? text : `${STORE}:sha256:${await sha256(text)}`
  }

  /** Runs appends and deletions one after the other, in the order of the calls. */
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = this.running.catch(() => {}).then(act)
    this.running = next
    return next
  }
}
