import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import express from 'express'
import pg from 'pg'

/** Entry point of the handlers that appends are compared with: Express and pg, and nothing else. They validate nothing, count
 * nothing, and take one message per request. Below `/one` it is one durable insert, otherwise a durable transaction of three
 * statements: number, message, event. */

/** Connections: the service uses as many. */
const POOL_SIZE = 16
const TABLES = `
  CREATE SCHEMA IF NOT EXISTS minimal;
  CREATE TABLE IF NOT EXISTS minimal.sessions (id text PRIMARY KEY, last_seq integer NOT NULL);
  CREATE TABLE IF NOT EXISTS minimal.messages (session_id text, seq integer, body text NOT NULL, PRIMARY KEY (session_id, seq));
  CREATE TABLE IF NOT EXISTS minimal.bare (id text PRIMARY KEY, session_id text NOT NULL, body text NOT NULL);
  CREATE TABLE IF NOT EXISTS minimal.events (n bigserial PRIMARY KEY, session_id text NOT NULL, data text NOT NULL)`

process.once('message', (databaseUrl) => {
  serve(String(databaseUrl)).then(
    (url) => process.send?.(url),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

async function serve(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  await pool.query(TABLES)
  const app = express()
  app.disable('x-powered-by')
  app.post('/v1/sessions/:id/messages', express.json(), async (request, response) => {
    const seq = await append(pool, String(request.params.id), JSON.stringify(request.body))
    response.status(201).json({ id: randomUUID(), seq })
  })
  app.post('/one/v1/sessions/:id/messages', express.json(), async (request, response) => {
    const id = randomUUID()
    const values = [id, String(request.params.id), JSON.stringify(request.body)]
    await pool.query({
      name: 'one',
      text: 'INSERT INTO minimal.bare (id, session_id, body) VALUES ($1, $2, $3)',
      values,
    })
    response.status(201).json({ id })
  })
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    )
  })
}

/** Locks and updates the session row, inserts the message, and inserts its event. Returns the number of the message. */
async function append(pool: pg.Pool, sessionId: string, body: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ last_seq: number }>({
      name: 'session',
      text: `INSERT INTO minimal.sessions (id, last_seq) VALUES ($1, 1)
        ON CONFLICT (id) DO UPDATE SET last_seq = minimal.sessions.last_seq + 1 RETURNING last_seq`,
      values: [sessionId],
    })
    const seq = rows[0]!.last_seq
    await client.query({
      name: 'message',
      text: 'INSERT INTO minimal.messages (session_id, seq, body) VALUES ($1, $2, $3)',
      values: [sessionId, seq, body],
    })
    await client.query({
      name: 'event',
      text: 'INSERT INTO minimal.events (session_id, data) VALUES ($1, $2)',
      values: [sessionId, JSON.stringify({ type: 'message-appended', seq })],
    })
    await client.query('COMMIT')
    return seq
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
