import { appendMessages } from '../src/app/append-messages.js'
import { createSession } from '../src/app/create-session.js'
import { readContext } from '../src/app/read-context.js'
import { readSpan } from '../src/app/read-span.js'
import { DomainError } from '../src/domain/errors.js'
import type { LoggedConversation } from '../src/domain/logs/index.js'
import type { Json } from '../src/domain/message.js'
import type { Session } from '../src/domain/session.js'
import type { SourceMessage } from '../src/domain/summary/types.js'
import type { EvalRoom } from './eval-room.js'

export interface Played {
  session: Session
  /** Messages that are not in the context any more. */
  left: SourceMessage[]
  /** Rules of the user that were set aside. */
  rules: string[]
  /** Everything the model would be sent, as one text; the same without the ledger. */
  context: string
  withoutLedger: string
  prefix: PrefixKept
}

/** Characters of the prompt that stayed as they were from before each cut to after it. */
export interface PrefixKept {
  asIs: number
  withoutLedger: number
  whole: number
  cuts: number
}

/** Messages an agent appends between two reads. */
const STEP = 4

/** Plays a conversation; null when it never needed a cut, or does not fit the window at all. */
export async function replay(
  room: EvalRoom,
  { messages, format, system, tools }: LoggedConversation,
  contextSize: string,
): Promise<Played | null> {
  const { ports } = room
  const setup = { systemPrompt: system ?? null, tools: tools === undefined ? null : JSON.stringify(tools) }
  const made = await createSession(ports, { appId: 'default', model: 'qwen2.5:7b', contextSize, ...setup }).catch(refused)
  if (!made) return null
  const at = { appId: null, sessionId: made.id }
  const prefix: PrefixKept = { asIs: 0, withoutLedger: 0, whole: 0, cuts: 0 }
  let before: { cuts: number; text: string; bare: string } | null = null
  for (let from = 0; from < messages.length; from += STEP) {
    const step = messages.slice(from, from + STEP)
    const values = step.map(({ value }) => value)
    const input = { ...at, format, values, raw: values.map((value) => JSON.stringify(value)), origins: step.map(({ origin }) => origin) }
    await appendMessages(ports, input).catch(refused)
    await room.work()
    const now = await promptOf(room, made.id, format)
    if (before && now.cuts > before.cuts) {
      prefix.asIs += commonPrefix(before.text, now.text)
      prefix.withoutLedger += commonPrefix(before.bare, now.bare)
      prefix.whole += before.text.length
      prefix.cuts += 1
    }
    before = now
  }
  const session = await ports.store.session(made.id, null)
  if (!session || !before || before.cuts === 0) return null
  const states = await ports.store.states(made.id)
  const gone = states.filter(({ state }) => state === 'covered' || state === 'aside').map(({ seq }) => seq)
  const open = await ports.store.openLedger(made.id, gone.length * 10)
  const rules = open.filter(({ kind }) => kind === 'constraint').map(({ text }) => text)
  return {
    session,
    left: readSpan(await ports.store.messages(made.id, gone), { gone: new Set() }),
    rules,
    context: before.text,
    withoutLedger: before.bare,
    prefix,
  }
}

async function promptOf(
  { ports }: EvalRoom,
  sessionId: string,
  format: LoggedConversation['format'],
): Promise<{ cuts: number; text: string; bare: string }> {
  const body: { system?: Json; messages: Json[] } = JSON.parse((await readContext(ports, { appId: null, sessionId, format })).body)
  const session = await ports.store.session(sessionId, null)
  const texts: string[] = []
  for (const value of [session?.tools ?? '', body.system ?? '', ...body.messages]) stringsIn(value, texts)
  const text = texts.join('\n')
  const ledger = session?.ledger?.text
  return { cuts: (await ports.store.cuts(sessionId)).length, text, bare: ledger ? text.replace(ledger, '') : text }
}

/** Every string of a JSON value, unescaped, in order. */
function stringsIn(value: Json, found: string[]): void {
  if (typeof value === 'string') found.push(value)
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) stringsIn(inner, found)
}

function commonPrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

function refused(error: unknown): null {
  if (error instanceof DomainError && /exceeds_window/.test(error.code)) return null
  throw error
}
