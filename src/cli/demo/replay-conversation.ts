import { z } from 'zod'
import type { LoggedConversation } from '../../importers/index.js'
import type { Connection } from '../connection.js'
import { windowSize } from '../window-size.js'

const Status = z.object({
  limit: z.number(),
  reserve: z.number(),
  used: z.number(),
  display: z.string(),
  checkpoints: z.number(),
  compressions: z.number(),
  compressor: z.object({ state: z.string() }),
})
const Appended = z.object({ contextStatus: Status })
const Context = z.object({
  tokens: z.number(),
  limit: z.number(),
  messages: z.array(z.unknown()),
  contextStatus: Status,
})
const CreatedSession = z.object({ id: z.string(), window: z.union([z.number(), z.string()]) })

/** Maximum milliseconds a replay waits for a compression. In a real session, the user reads and types meanwhile. */
const WAIT_FOR_MODEL_MS = 300_000
const POLL_MS = 200

export interface Replayed {
  sessionId: string
  title: string
  messages: number
  /** Number of contexts read, one after each message. */
  contexts: number
  /** Tokens of the largest context. */
  largestContext: number
  freeTokens: number
  status: z.infer<typeof Status>
}

/** Replays a conversation into a new session and reads the context after every message. Throws if one is too large. */
export async function replayConversation(
  daemon: Connection,
  conversation: LoggedConversation,
  options: {
    model: string
    contextSize: string
    /** Use the real window of the model if it is smaller. */
    clamp?: boolean
    onMessage: (done: number, total: number, display: string) => void
  },
): Promise<Replayed> {
  const { system, tools } = conversation
  const session = CreatedSession.parse(
    await daemon.post('/v1/sessions', {
      model: options.model,
      contextSize: windowSize(options.contextSize),
      ...(options.clamp ? { clamp: true } : {}),
      ...(system === undefined ? {} : { systemPrompt: system }),
      ...(tools === undefined ? {} : { tools }),
      metadata: { title: conversation.title },
    }),
  )
  const path = `/v1/sessions/${session.id}`
  let replayed: Replayed | null = null
  for (const [index, { value, origin }] of conversation.messages.entries()) {
    const body = { format: conversation.format, messages: [value], ...(origin ? { origins: [origin] } : {}) }
    let { contextStatus: status } = Appended.parse(await daemon.post(`${path}/messages?validation=lenient`, body))
    if (status.compressor.state === 'queued' || status.compressor.state === 'running')
      status = await untilIdle(daemon, path)
    const context = Context.parse(await daemon.get(`${path}/context`, { format: conversation.format }))
    const freeTokens = status.limit - status.reserve
    if (context.tokens > freeTokens)
      throw new Error(`The daemon returned a context of ${context.tokens} tokens; only ${freeTokens} are free.`)
    const largestContext = Math.max(replayed?.largestContext ?? 0, context.tokens)
    replayed = {
      sessionId: session.id,
      title: conversation.title,
      messages: index + 1,
      contexts: index + 1,
      largestContext,
      freeTokens,
      status: context.contextStatus,
    }
    options.onMessage(index + 1, conversation.messages.length, context.contextStatus.display)
  }
  if (replayed === null) throw new Error(`${conversation.title} has no messages.`)
  return replayed
}

async function untilIdle(daemon: Connection, path: string): Promise<z.infer<typeof Status>> {
  const deadline = Date.now() + WAIT_FOR_MODEL_MS
  for (;;) {
    const { contextStatus } = Appended.parse(await daemon.get(path))
    const busy = contextStatus.compressor.state === 'queued' || contextStatus.compressor.state === 'running'
    if (!busy || Date.now() > deadline) return contextStatus
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
