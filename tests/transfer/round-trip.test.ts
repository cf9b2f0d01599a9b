import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLog, type LoggedConversation } from '../../src/importers/index.js'
import { conversationFiles } from '../support/conversations.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { TestSession } from '../support/session.js'
import { until } from '../support/until.js'
import { download, upload } from '../support/upload.js'
import { often } from '../support/long-run.js'

let source: Daemon
let target: Daemon
beforeAll(async () => {
  source = await startDaemon({ works: true })
  target = await startDaemon()
})
afterAll(async () => {
  await source.stop()
  await target.stop()
})

const FORMATS = ['native', 'openai', 'anthropic', 'ollama'] as const
const FORMAT_NAMES = { json: 'application/json', jsonl: 'application/x-ndjson' }

const MARKERS = '[CHECKPOINT] Read the log - COMPLETED\n[DECISION] Keep every id - LOCKED\n[NEXT] Export it'

/** Plays the start of a log with goals, pins, extractive checkpoints, aging and masked results. */
async function played({ format, system, tools, messages }: LoggedConversation): Promise<TestSession> {
  const session = await source.openSession(
    {
      ...{ model: 'qwen2.5:7b', provider: 'ollama', contextSize: '8K', metadata: { title: 'a log', big: 1 } },
      systemPrompt: system?.slice(0, 2_000) ?? null,
      ...(Array.isArray(tools) && { tools: tools.slice(0, 2) }),
      goal: { description: 'Finish the task of the log' },
    } as never,
    { format },
  )
  const values = messages.slice(0, 120)
  for (let from = 0; from < values.length; from += 40) {
    const part = values.slice(from, from + 40)
    const body = { format, messages: part.map(({ value }) => value), origins: part.map(({ origin }) => origin ?? null) }
    await session.send('appendMessages', { body, query: { validation: 'lenient' } } as never)
    await session.compress({ strategy: 'extractive' }).catch(() => null)
  }
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  await session.append([{ role: 'user', content: 'Something else.' }], { format: 'openai' })
  await session.call('restoreSnapshot', { params: { snapshotId } })
  await session.append([{ role: 'assistant', content: MARKERS }], { format: 'openai' })
  const raw = (await session.history()).findLast(({ state }) => state === 'raw')
  if (raw) await session.send('pinMessage', { params: { seq: String(raw.seq) } } as never)
  // Refused where pinned and human text leave no space for it.
  await session.send('updateSession', { body: { systemPrompt: 'Another prompt.' } })
  return session
}

async function everything(session: TestSession): Promise<unknown> {
  const contexts = []
  for (const format of FORMATS) contexts.push(await session.send('readContext', { query: { format } }))
  const { contextStatus: _, ...audit } = (await session.audit()) as Record<string, unknown>
  return {
    // The status names the model server of the daemon.
    contexts: contexts.map(({ text }) => text.replace(/"contextStatus":.*$/s, '')),
    audit,
    history: (await session.history()).map((message) => message),
    checkpoints: await session.checkpoints({ superseded: 'true' } as never),
    offloads: await session.offloads(),
    ledger: await session.ledger(),
    goals: (await session.goals()).goals,
    snapshots: (await session.call('listSnapshots', {})).snapshots,
    earlier: await earlierContexts(session),
    compressions: (await session.compressions()).filter(({ status }) => status !== 'queued' && status !== 'running'),
  }
}

/** Without the ids of originals: a state that did not fit is shrunk by the read, which makes new ones. */
async function messagesOf(session: TestSession): Promise<string> {
  return JSON.stringify((await session.context('openai')).messages).replace(/off_\w+/g, 'off_')
}

/** The contexts at messages all over the history. */
async function earlierContexts(session: TestSession): Promise<unknown[]> {
  const { length } = await session.history()
  const contexts = []
  for (let at = 1; at <= length; at += Math.ceil(length / 6)) {
    const { status, text } = await session.send('readContext', { query: { format: 'openai', at: String(at) } } as never)
    contexts.push({ at, status, text: text.replace(/"contextStatus":.*$/s, '') })
  }
  return contexts
}

/** Null if the workers changed the session meanwhile: checkpoints age after a compression. */
async function exported(session: TestSession) {
  const versionBefore = (await session.context()).version
  const before = await everything(session)
  const files = {
    json: await download(source, session.id, 'json'),
    jsonl: await download(source, session.id, 'jsonl'),
  }
  return (await session.context()).version === versionBefore ? { before, files } : null
}

const logs = conversationFiles().filter(({ text }) => text.length > 20_000)
const chosen = logs.filter((_, at) => at % Math.ceil(logs.length / often(3, 10)) === 0)

describe('export and import', () => {
  test.each(chosen.map(({ name, text }, at) => ({ name, text, used: at % 2 === 0 ? 'json' : 'jsonl' })))(
    '[R6] [P8] $name: contexts in four formats, audit and records are equal after an import on another daemon',
    async ({ name, text, used }) => {
      const conversation = readLog(text, name).find(({ messages }) => messages.length > 4)
      if (!conversation) throw new Error(`${name} has no conversation`)
      const session = await played(conversation)
      const { before, files } = await until('a session at rest', () => exported(session))
      expect((before as { audit: { ok: boolean } }).audit.ok).toBe(true)
      for (const format of ['json', 'jsonl'] as const) {
        const reply = await upload(target, files[format], { type: FORMAT_NAMES[format] })
        expect(reply.text).toContain('"sessionId"')
        expect(reply.json).toMatchObject({ sessionId: session.id, originalId: null, format: 'palimpsest', skipped: [] })
        const copy = new TestSession(target.client, reply.json.sessionId)
        expect(await everything(copy)).toEqual(before)
        // A second export has the same records.
        expect(withoutHead(await download(target, session.id, 'jsonl'))).toEqual(withoutHead(files.jsonl))
        // Copies of both files are equal, so that one is enough for what comes later.
        if (format !== used) {
          expect((await target.call('DELETE', `/v1/sessions/${session.id}`)).status).toBe(200)
          continue
        }
        // Snapshots restore what they did, and messages keep their earlier contexts in a fork.
        const { snapshots } = await session.call('listSnapshots', {})
        const oldest = snapshots.at(-1)!
        const fork = await copy.call('forkSession', { body: { snapshotId: oldest.id } })
        const forked = new TestSession(target.client, fork.id)
        await copy.call('restoreSnapshot', { params: { snapshotId: oldest.id } })
        const restored = await messagesOf(copy)
        const original = await session.call('forkSession', { body: { snapshotId: oldest.id } })
        expect(restored).toEqual(await messagesOf(new TestSession(source.client, original.id)))
        expect(await messagesOf(forked)).toEqual(restored)
        expect((await copy.audit()).ok).toBe(true)
        expect((await forked.audit()).ok).toBe(true)
        // It also goes on like any session.
        await copy.append([{ role: 'user', content: 'And now?' }])
        expect((await copy.audit()).ok).toBe(true)
        // The id is free again when no fork reads the messages any more.
        for (const id of [fork.id, session.id])
          expect((await target.call('DELETE', `/v1/sessions/${id}`)).status).toBe(200)
      }
    },
  )
})

/** Without the head and the end, which name the app and the last activity. */
function withoutHead(file: string): string[] {
  return file.trim().split('\n').slice(1, -1)
}
