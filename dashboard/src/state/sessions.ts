import { effect, signal } from '@preact/signals'
import { PalimpsestError, take, type Event, type PalimpsestClient, type SessionSummary } from '@palimpsest/client'
import { faultOf } from './connection.js'
import { subscribe } from './events.js'
import { opens } from './healing.js'

/** Every session the key may see, kept current by the event stream. */

export interface SessionList {
  status: 'loading' | 'ready'
  fault: string | null
  rows: readonly SessionSummary[]
}

export const sessions = signal<SessionList>({ status: 'loading', fault: null, rows: [] })

/** Changes are shown together, at most this often. */
const SHOW_MS = 200
/** Sessions of one read. */
const PAGE = 500
/** A session that has no first words within so many messages is not read again for them. */
const OPENING_MESSAGES = 3
/** Sessions read again at the same time. */
const READS = 4

/** Reads the list and follows its changes until the signal aborts. Subscribes first, so that no change is missed. */
export function keepSessions(client: PalimpsestClient, signal: AbortSignal): void {
  const list = new LiveList(client, signal)
  const unsubscribe = subscribe(
    (event) => list.apply(event),
    () => void list.load(),
  )
  signal.addEventListener('abort', unsubscribe)
  signal.addEventListener(
    'abort',
    effect(() => {
      if (opens.value > 0) list.heal()
    }),
  )
  void list.load()
}

class LiveList {
  private rows = new Map<string, SessionSummary>()
  private stale = new Set<string>()
  private reads = 0
  private status: SessionList['status'] = 'loading'
  private fault: string | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    private readonly client: PalimpsestClient,
    private readonly signal: AbortSignal,
  ) {}

  async load(): Promise<void> {
    this.rows.clear()
    this.status = 'loading'
    this.fault = null
    this.showSoon()
    try {
      for (let after: string | null | undefined; after !== null;) {
        const query = { limit: PAGE, ...(after !== undefined && { after }) }
        const page = await take(this.client.api.GET('/v1/sessions', { params: { query }, signal: this.signal }))
        for (const session of page.sessions) this.rows.set(session.id, session)
        after = page.nextAfter
        if (after !== null) this.showSoon()
      }
      this.status = 'ready'
    } catch (error) {
      this.fault = faultOf(error)
    }
    this.show()
  }

  /** Reads the list again if the last read failed. */
  heal(): void {
    if (this.fault !== null) void this.load()
  }

  apply({ type, sessionId, at, data }: Event): void {
    if (!sessionId) return
    if (type === 'session-deleted') this.rows.delete(sessionId)
    else {
      const row = this.rows.get(sessionId)
      if (row && type === 'budget-updated') this.rows.set(sessionId, { ...row, contextStatus: data })
      else if (row && type === 'message-appended') {
        const messageCount = Math.max(row.messageCount, ...data.messages.map(({ seq }) => seq))
        this.rows.set(sessionId, { ...row, messageCount, lastActivityAt: at })
        // Its first words may name it now.
        if (row.opening === null && row.messageCount < OPENING_MESSAGES) this.readAgain(sessionId)
      } else if (!row || REREAD.has(type)) this.readAgain(sessionId)
    }
    this.showSoon()
  }

  /** Reads sessions again, few at a time and each once however many events name it. */
  private readAgain(sessionId: string): void {
    this.stale.add(sessionId)
    while (this.reads < READS && this.stale.size > 0) {
      const [next] = this.stale
      this.stale.delete(next!)
      this.reads += 1
      void this.readOne(next!).finally(() => {
        this.reads -= 1
        const [waiting] = this.stale
        if (waiting && !this.signal.aborted) this.readAgain(waiting)
      })
    }
  }

  private async readOne(sessionId: string): Promise<void> {
    try {
      const params = { path: { sessionId } }
      const {
        policy: _policy,
        systemPrompt: _prompt,
        tools: _tools,
        ...row
      } = await take(this.client.api.GET('/v1/sessions/{sessionId}', { params, signal: this.signal }))
      this.rows.set(sessionId, row)
    } catch (error) {
      if (error instanceof PalimpsestError && error.status === 404) this.rows.delete(sessionId)
    }
    this.showSoon()
  }

  private showSoon(): void {
    this.timer ??= setTimeout(() => this.show(), SHOW_MS)
  }

  private show(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    if (this.signal.aborted) return
    sessions.value = { status: this.status, fault: this.fault, rows: [...this.rows.values()] }
  }
}

/** Events after which the state of the compressor or the settings of a session differ. */
const REREAD: ReadonlySet<string> = new Set([
  'session-created',
  'session-updated',
  'session-imported',
  'session-forked',
  'compression-queued',
  'compression-started',
  'compressed',
  'compression-skipped',
  'compression-error',
  'compression-stuck',
  'reliability-changed',
])
