import type { ModelAttempt } from '../../src/domain/compression/compression.js'
import { ModelError } from '../../src/ports/ports.js'
import { openEvalService, type EvalServiceOptions } from '../eval-service.js'
import { play } from '../play.js'
import { promptOf } from '../prompt.js'
import { holds, words } from '../recall/holds.js'
import type { Source } from './sources.js'

/** What a context holds after some messages of a conversation. */
export interface Arm {
  /** Text of its checkpoints, oldest first. */
  text: string
  /** Messages played. */
  messages: number
  calls: ModelAttempt[]
  /** Replies of the model, in the order of the calls. */
  replies: string[]
  /** Numbers of the first and last message that a checkpoint covers; null: there is none. */
  covered: { from: number; to: number } | null
  /** Questions whose evidence is among the messages played, and those of them whose evidence the context holds. */
  asked: number
  held: number
}

export interface Until {
  size: string
  /** Messages to play; null: until the model was asked about a span, or the conversation ends. */
  messages: number | null
  /** Maximum tokens of a prompt. A conversation whose prompt is longer is not played: a small machine reads 20 tokens a second. */
  promptTokens: number
}

const STEP = 2
const MOST = 500

/** Plays a conversation in a service of its own, so that nothing depends on the conversations before. Null: it cannot be played. */
export async function playArm(
  { kind, conversation, questions }: Source,
  { size, messages, promptTokens }: Until,
  options: EvalServiceOptions,
): Promise<Arm | null> {
  const service = await openEvalService(options)
  const { store, model } = service.ports
  const replies: string[] = []
  const chat = model.chat.bind(model)
  let isTooLong = false
  model.chat = async (request) => {
    isTooLong ||= request.promptTokens > promptTokens
    if (isTooLong) throw new ModelError('aborted', 'The prompt is longer than the evaluation allows.')
    const reply = await chat(request)
    replies.push(reply.text)
    return reply
  }
  try {
    const whole = conversation.messages
    const taken = whole.slice(0, messages ?? whole.length)
    // All messages of a meeting are of people, whose words are never summarized. Here they count as text of a program.
    const isMeeting = kind === 'meeting'
    const played = {
      ...conversation,
      messages: isMeeting ? taken.map((one) => ({ ...one, origin: 'app' as const })) : taken,
    }
    let [sessionId, at, calls] = ['', 0, [] as ModelAttempt[]]
    for await (sessionId of play(service, played, { contextSize: size, step: STEP })) {
      at = Math.min(at + STEP, played.messages.length)
      const compressions = await store.compressions(sessionId, { limit: MOST })
      calls = compressions.toReversed().flatMap(({ attempts }) => attempts)
      if (isTooLong) return null
      if (messages === null && calls.length > 0) break
    }
    if (at === 0) return null
    const { text: prompt } = await promptOf(service, sessionId, conversation.format)
    const context = words(prompt)
    const live = (await store.checkpoints(sessionId, { limit: MOST })).toReversed()
    const asked = questions.filter(({ evidence }) => evidence.every((seq) => seq <= at))
    const textOf = (seq: number) => stringsOf(whole[seq - 1]!.value)
    return {
      text: live.map(({ text }) => text).join('\n\n'),
      messages: at,
      calls,
      replies,
      covered: live.length === 0 ? null : { from: live[0]!.range.from, to: live.at(-1)!.range.to },
      asked: asked.length,
      held: asked.filter(({ evidence }) => evidence.every((seq) => holds(context, textOf(seq)))).length,
    }
  } finally {
    await service.close()
  }
}

/** Returns every string of a message but its role, one a line. */
export function stringsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const inner = Array.isArray(value)
    ? value
    : Object.entries(value).flatMap(([key, one]) => (key === 'role' || key === 'timestamp' ? [] : [one]))
  return inner.map(stringsOf).filter(Boolean).join('\n')
}
