import type { Command } from 'commander'
import { connectTo, endpoint, type Connection } from '../connection.js'
import { eventStream, type StreamItem } from './event-stream.js'
import { findSession } from '../session/find.js'
import { clipped, drawFrame } from './frame.js'
import { applyEvent, eventText, SessionPage, setSessions, type Rows } from './rows.js'

/** Milliseconds between two drawings. Many events may arrive in between. */
const DRAW_MS = 200
/** Sessions listed at the start: the maximum of one request. */
const LISTED = '200'

interface Options {
  session?: string
  json?: boolean
}

/** `palimpsest watch`: shows the budget of every session, live. Without a terminal, one line for each event. */
export function addWatch(program: Command): void {
  program
    .command('watch')
    .description('show the budget of all sessions, live; without a terminal, print a line for each event')
    .option('--session <id>', 'only this session')
    .option('--json', 'print each event as a line of JSON')
    .action(async (options: Options) => {
      const { url, key } = await endpoint()
      const daemon = connectTo(url, key)
      const stopped = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort())
      const { session } = options
      const sessionId = session === undefined ? undefined : await findSession(daemon, session)
      const items = eventStream({ url, key, ...(sessionId !== undefined && { sessionId }), signal: stopped.signal })
      if (options.json) return printItems(items, (event) => JSON.stringify(event))
      if (!process.stdout.isTTY) return printItems(items, lineOf)
      await draw(daemon, items, sessionId)
    })
}

type EventItem = Extract<StreamItem, { kind: 'event' }>['event']

async function printItems(items: AsyncIterable<StreamItem>, text: (event: EventItem) => string | null): Promise<void> {
  for await (const item of items) {
    if (item.kind === 'lost') process.stderr.write(`Connection lost (${item.reason}). Reconnecting …\n`)
    if (item.kind !== 'event') continue
    const line = text(item.event)
    if (line !== null) process.stdout.write(`${line}\n`)
  }
}

function lineOf(event: EventItem): string | null {
  const text = eventText(event)
  return text === null ? null : clipped(`${event.at}  ${event.sessionId ?? '-'}  ${text}`, 500)
}

async function draw(
  daemon: Connection,
  items: AsyncIterable<StreamItem>,
  sessionId: string | undefined,
): Promise<void> {
  const rows: Rows = new Map()
  const screen = openScreen(rows, daemon.url)
  try {
    for await (const item of items) {
      if (item.kind === 'connected') {
        screen.setState('live')
        // After a gap, sessions may have ended unseen.
        if (!item.isGapless) rows.clear()
        if (!item.isGapless) await list(daemon, rows, sessionId)
        screen.listed()
      } else if (item.kind === 'lost') screen.setState(`connection lost (${item.reason}), reconnecting`)
      else if (applyEvent(rows, item.event)) await list(daemon, rows, item.event.sessionId ?? undefined)
      screen.changed()
    }
  } finally {
    screen.close()
  }
}

/** Reads the newest sessions, or one. A failure is no reason to stop: the stream reconnects, and events bring the rest. */
async function list(daemon: Connection, rows: Rows, sessionId: string | undefined): Promise<void> {
  const reply = await (
    sessionId === undefined
      ? daemon.get('/v1/sessions', { limit: LISTED })
      : daemon.get(`/v1/sessions/${encodeURIComponent(sessionId)}`).then((session) => ({ sessions: [session] }))
  ).catch(() => ({ sessions: [] }))
  const page = SessionPage.safeParse(reply)
  if (page.success) setSessions(rows, page.data)
}

/** Draws into the alternate screen of the terminal, which a normal end and a crash both leave. */
function openScreen(rows: Rows, url: string) {
  const { stdout } = process
  let state = 'connecting'
  let isListed = false
  let timer: NodeJS.Timeout | null = null
  const paint = () => {
    timer = null
    const look = {
      columns: stdout.columns || 80,
      lines: stdout.rows || 24,
      hasColor: stdout.hasColors?.(256) === true && process.env.NO_COLOR === undefined,
    }
    const frame = drawFrame(isListed ? rows : null, `Palimpsest ${url} · ${state}`, look)
    stdout.write(`\u001b[H${frame.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`)
  }
  const changed = () => void (timer ??= setTimeout(paint, DRAW_MS))
  const leave = () => void stdout.write('\u001b[?25h\u001b[?1049l')
  process.once('exit', leave)
  stdout.on('resize', changed)
  stdout.write('\u001b[?1049h\u001b[?25l')
  paint()
  return {
    changed,
    setState(text: string) {
      state = text
      changed()
    },
    listed() {
      isListed = true
      changed()
    },
    close() {
      if (timer) clearTimeout(timer)
      stdout.off('resize', changed)
      process.off('exit', leave)
      leave()
    },
  }
}
