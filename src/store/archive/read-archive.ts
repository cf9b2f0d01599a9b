import { pause } from '../../ports/pause.js'
import type { Store } from '../../ports/ports.js'
import type { ArchivedPlace, ArchiveSection } from '../../domain/archive/archive.js'
import type { StoredMessage } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import type { Database, Transaction } from '../database.js'
import { readPage } from '../messages/message-pages.js'
import { STATES_OF_RANGE } from '../messages/shared-history.js'
import { OF_APP, VISIBLE } from '../sessions/lock-session.js'
import { STATES, WITHDRAWN } from '../tables/rows.js'
import { knownSetup, sessionColumns, sessionOf, type SessionRow } from '../tables/session-row.js'
import { bodiesOf, readBounds, type Bounds } from './record-pages.js'

/**
 * Reads a session as of one moment without keeping a transaction open while a client reads. One short transaction
 * notes what may change later: states, pins, which records exist. Everything else never changes and is read in pages.
 */

/** Rows of states read at once; 5 ms. */
const STATES_PAGE = 5_000
/** Messages and bytes of text of a page. */
const PAGE = { limit: 500, maxBytes: 1024 * 1024 }
const READ = { name: 'archive-session', text: `SELECT ${sessionColumns(3)} FROM sessions ${OF_APP} AND ${VISIBLE}` }

interface Moment {
  session: Session
  places: Places
  bounds: Bounds
}

export function archiveReader(db: Database): Pick<Store, 'openArchive'> {
  return {
    openArchive: async (sessionId, appId) => {
      const moment = await db.transaction((tx) => readMoment(tx, sessionId, appId))
      return moment && { session: moment.session, pages: (section) => pages(db, moment, section) }
    },
  }
}

async function readMoment(tx: Transaction, sessionId: string, appId: string | null): Promise<Moment | null> {
  tx.send({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' })
  const [row] = await tx.query<SessionRow>({ ...READ, values: [sessionId, appId, -1] })
  if (!row) return null
  const session = sessionOf(row, knownSetup(row, undefined))
  return { session, places: await readPlaces(tx, session), bounds: await readBounds(tx, session) }
}

function pages(db: Database, { session, places, bounds }: Moment, section: ArchiveSection): AsyncGenerator<string[]> {
  return section === 'messages' ? messagePages(db, session, places) : bodiesOf(db, session.id, bounds, section)
}

async function* messagePages(db: Database, { id, lastSeq }: Session, places: Places): AsyncGenerator<string[]> {
  for (let from = 1; from <= lastSeq;) {
    const page = await readPage(db, id, { from, to: lastSeq, ...PAGE })
    const last = page.at(-1)?.seq
    // The session was deleted meanwhile.
    if (last === undefined) throw new Error(`Session ${id} has no messages from ${from} on.`)
    const texts: string[] = []
    for (const message of page) {
      texts.push(messageText(message, places.at(message.seq)))
      if (texts.length % 100 === 0) await pause()
    }
    yield texts
    from = last + 1
  }
}

function messageText({ raw, sessionId: _, ...message }: StoredMessage, place: ArchivedPlace): string {
  const { shape, irregular = false, ...facts } = message
  // The exact text goes in unparsed, as the last member.
  const head = JSON.stringify({ ...facts, irregular, ...place, shape })
  return `${head.slice(0, -1)},"message":${raw}}`
}

/** States, pins and sizes of all messages, six bytes each. */
class Places {
  private readonly states: Uint8Array
  private readonly tokens: Int32Array

  constructor(lastSeq: number) {
    this.states = new Uint8Array(lastSeq + 1)
    this.tokens = new Int32Array(lastSeq + 1)
  }

  set(seq: number, state: number, pin: boolean | null, viewTokens: number): void {
    this.states[seq] = state + (pin === null ? 0 : pin ? 16 : 32)
    this.tokens[seq] = viewTokens
  }

  at(seq: number): ArchivedPlace {
    const packed = this.states[seq] ?? 0
    const state = packed & 15
    return {
      state: state === WITHDRAWN ? 'withdrawn' : (STATES[state] ?? 'raw'),
      pin: packed < 16 ? null : packed < 32,
      viewTokens: this.tokens[seq] ?? 0,
    }
  }
}

async function readPlaces(tx: Transaction, { id, lastSeq }: Session): Promise<Places> {
  const places = new Places(lastSeq)
  for (let after = 0; ;) {
    const rows = await tx.query<{ seq: number; state: number; pin: boolean | null; view_tokens: number }>({
      name: 'states',
      text: STATES_OF_RANGE,
      values: [id, after + 1, after + STATES_PAGE],
    })
    for (const { seq, state, pin, view_tokens } of rows) places.set(seq, state, pin, view_tokens)
    const last = rows.at(-1)?.seq
    if (last === undefined || rows.length < STATES_PAGE) return places
    after = last
    await pause()
  }
}
