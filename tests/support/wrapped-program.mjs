// A program that `palimpsest wrap` runs in tests. It writes what it was given to $OUT and then does what $DO says.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const { env } = process
const call = async (method, path, body) => {
  const headers = { authorization: `Bearer ${env.PALIMPSEST_KEY}`, 'content-type': 'application/json' }
  const reply = await fetch(env.PALIMPSEST_URL + path, { method, headers, body: body && JSON.stringify(body) })
  return { status: reply.status, json: await reply.json() }
}
const report = (more = {}) =>
  writeFileSync(env.OUT, JSON.stringify({ args: process.argv.slice(2), env, pid: process.pid, ...more }))

const acts = {
  /** Talks in its session until calls and results leave, as through a door. */
  async talk() {
    const externalId = env.PALIMPSEST_SESSION
    const { json: session } = await call('POST', '/v1/sessions', { model: 'm', contextSize: '4K', externalId })
    for (let at = 0; at < 8; at++) {
      const use = { id: `c${at}`, type: 'function', function: { name: 'Read', arguments: '{}' } }
      const messages = [
        { role: 'user', content: `question ${at}` },
        { role: 'assistant', content: null, tool_calls: [use] },
        { role: 'tool', tool_call_id: use.id, content: 'lorem ipsum '.repeat(300) },
      ]
      await call('POST', `/v1/sessions/${session.id}/messages`, { format: 'openai', messages })
    }
    report({ sessionId: session.id, keys: (await call('GET', '/v1/keys')).status })
    process.stdout.write('the answer\n')
    process.exit(7)
  },
  /** Ends with code 42 on SIGTERM. */
  async trap() {
    process.on('SIGTERM', () => process.exit(42))
    setInterval(() => {}, 1_000)
    report()
  },
  async die() {
    report()
    process.kill(process.pid, 'SIGKILL')
  },
  /** Kills the daemon that was started for it, and ends with code 5. */
  async kill() {
    const [user] = readdirSync(`${env.DATA_DIR}/wraps`)
    process.kill(JSON.parse(readFileSync(`${env.DATA_DIR}/wraps/${user}`, 'utf8')).daemonPid, 'SIGKILL')
    report()
    process.exit(5)
  },
  /** Says its last argument in a new conversation, and writes the answer. */
  async say() {
    const messages = [{ role: 'user', content: process.argv.at(-1) }]
    const reply = await fetch(`${env.OPENAI_BASE_URL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.OPENAI_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages }),
    })
    report({ sessionId: reply.headers.get('x-palimpsest-session') })
  },
  async end() {
    report()
  },
}
await acts[env.DO]()
