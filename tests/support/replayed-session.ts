import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readLog, type LoggedMessage } from '../../src/importers/index.js'
import type { Daemon } from './daemon.js'
import type { TestSession } from './session.js'

/** The real coding session of the demo, appended message by message as its program did. */

const FILE = new URL('../../examples/claude-code-session.jsonl.gz', import.meta.url)

export function realMessages(): LoggedMessage[] {
  const [conversation] = readLog(gunzipSync(readFileSync(FILE)).toString('utf8'), 'claude-code-session.jsonl')
  return conversation!.messages
}

export async function appendReal(session: TestSession, messages: readonly LoggedMessage[]): Promise<void> {
  for (const { value, origin } of messages)
    await session.append([value], { format: 'anthropic', ...(origin && { origins: [origin] }) })
}

/**
 * Opens a small session and replays the first messages, so that it has several cuts. Waits for compressions after
 * each message: how many cuts there are must not depend on how busy the machine is.
 */
export async function replayedSession(daemon: Daemon, count: number, externalId = 'replayed'): Promise<TestSession> {
  const session = await daemon.openSession({ externalId, contextSize: '8K' })
  for (const message of realMessages().slice(0, count)) {
    await appendReal(session, [message])
    if ((await session.compressions()).length > 0) await session.compressionsEnded()
  }
  return session
}
