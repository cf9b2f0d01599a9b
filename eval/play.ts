import { appendMessages } from '../src/app/history/append-messages.js'
import { createSession } from '../src/app/sessions/create-session.js'
import type { SizeRequest } from '../src/domain/session/session-size.js'
import { DomainError } from '../src/domain/errors.js'
import type { LoggedConversation } from '../src/importers/index.js'
import type { EvalService } from './eval-service.js'

/** `contextSize` or `contextLimit`, as an app names its window. */
export interface PlayOptions extends SizeRequest {
  /** Messages an agent appends between two reads. */
  step?: number
  policy?: Parameters<typeof createSession>[1]['policy']
  goal?: Parameters<typeof createSession>[1]['goal']
}

/** Plays a conversation into a new session, a few messages at a time, and runs the pending jobs. Yields the session id
 * after every step. Yields nothing if instructions and tools alone do not fit. Skips messages that no rule can fit. */
export async function* play(
  service: EvalService,
  { messages, format, system, tools }: LoggedConversation,
  { step = 4, policy, goal, ...size }: PlayOptions,
): AsyncGenerator<string> {
  const { ports } = service
  const setup = {
    systemPrompt: system ?? null,
    tools: tools === undefined ? null : JSON.stringify(tools),
    policy,
    goal,
  }
  const made = await createSession(ports, { appId: 'default', model: 'played', ...size, ...setup }).catch(refused)
  if (!made) return
  for (let from = 0; from < messages.length; from += step) {
    const taken = messages.slice(from, from + step)
    const values = taken.map(({ value }) => value)
    await appendMessages(ports, {
      ...{ appId: null, sessionId: made.id, format, values, validation: 'lenient' as const },
      raw: values.map((value) => JSON.stringify(value)),
      origins: taken.map(({ origin }) => origin),
    }).catch(refused)
    await service.work()
    yield made.id
  }
}

function refused(error: unknown): null {
  if (error instanceof DomainError && /exceeds_window/.test(error.code)) return null
  throw error
}
