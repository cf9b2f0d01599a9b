// Budget bars of all sessions in the terminal, from the event log. Restart the daemon: the bars go on.
// Usage: node examples/dashboard.mjs [--once]. With --once it ends when the log is read.
import { connect } from './shared/connect.mjs'

const BAR = 30
const client = await connect()
const sessions = new Map()
const isOnce = process.argv.includes('--once')
let isLive = false

const onState = (state) => {
  if (state.status === 'waiting') console.error(`${state.reason} Next attempt in ${state.retryInMs} ms.`)
}
const types = ['session-created', 'session-deleted', 'budget-updated', 'compressed']
for await (const item of client.events({ after: '0', types, onState })) {
  if (item.kind === 'caught-up') {
    isLive = true
    show()
    if (isOnce) break
    continue
  }
  const { type, sessionId, data } = item.event
  if (type === 'session-deleted') sessions.delete(sessionId)
  else {
    const session = sessions.get(sessionId) ?? { used: 0, limit: 1, level: 'GREEN', compressions: 0 }
    if (type === 'budget-updated') Object.assign(session, data)
    if (type === 'compressed') session.compressions += 1
    sessions.set(sessionId, session)
  }
  if (isLive) show()
}

function show() {
  if (process.stdout.isTTY) console.clear()
  for (const [id, { used, limit, level, compressions }] of sessions) {
    const filled = Math.min(BAR, Math.round((BAR * used) / limit))
    const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled)
    console.log(`${id}  ${bar}  ${used}/${limit} ${level.padEnd(8)}  ${compressions} compressions`)
  }
}
