import { readContext } from '../../src/app/context/read-context.js'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { forkSession } from '../../src/app/time/fork-session.js'
import { MESSAGE_OVERHEAD } from '../../src/domain/tokens.js'
import type { ContextStatus } from '../../src/domain/session/status.js'
import type { EvalService } from '../eval-service.js'
import type { Said, Talk } from '../recall/load.js'
import type { ChatMessage } from './ask.js'
import type { Chosen } from './sample.js'

/** What the model sees of the conversation: the newest messages that fit, our context without and with recall, or only the messages that
 * answer the question. */
export const ARMS = ['window', 'context', 'recall', 'oracle'] as const
export type Arm = (typeof ARMS)[number]

export interface Prompt {
  arm: Arm
  question: Chosen
  messages: ChatMessage[]
}

const SYSTEM =
  'You read a conversation between two people. A line with a date opens each of their meetings. Then you are asked a question about it. Answer only from the conversation, and only with a name, a date, or a short phrase.'
/** Follows the question in every arm. The question alone decides what is recalled. */
const ENDING = '\nAnswer with a few words:'

/** Returns the prompts of all questions about a conversation, arm by arm: prompts of one arm share their head, which a model server
 * keeps. `context` and `recall` follow each other because they share it too. */
export async function promptsOf(
  service: EvalService,
  talk: Talk,
  { questions, model, size }: { questions: readonly Chosen[]; model: string; size: string },
): Promise<Prompt[]> {
  const { ports } = service
  const said = withDates(talk.messages)
  const { id } = await createSession(ports, { appId: 'default', model, contextSize: size, systemPrompt: SYSTEM })
  for (let from = 0; from < said.length; from += 2) {
    await append(service, id, said.slice(from, from + 2))
    await service.work()
    // As an app does: what does not fit leaves when the context is read.
    await contextOf(service, id, 'as-is')
  }
  const prompts: Prompt[] = []
  for (const question of questions) {
    const asked: Said = { role: 'user', text: question.text, at: null }
    const fork = await forkSession(ports, { appId: null, sessionId: id })
    await append(service, fork.id, [asked])
    const context = await contextOf(service, fork.id, 'as-is')
    const recall = await contextOf(service, fork.id, 'auto')
    await ports.store.deleteSession(fork.id, null)
    const evidence = question.evidence.map((seq) => talk.messages[seq - 1]!)
    const seen: Record<Arm, ChatMessage[]> = {
      window: newest([...said, asked], context.status, (text) => ports.tokenizer.count(text)),
      context: context.messages,
      recall: recall.messages,
      oracle: [{ role: 'system', content: SYSTEM }, ...evidence.map(dated).map(chat), chat(asked)],
    }
    for (const arm of ARMS) prompts.push({ arm, question, messages: withEnding(seen[arm]) })
  }
  await ports.store.deleteSession(id, null)
  return ARMS.flatMap((arm) => prompts.filter((prompt) => prompt.arm === arm).sort(byLength))
}

/** A longer question leaves space for fewer messages of the window: prompts with as many follow each other, because they share their head. */
function byLength(a: Prompt, b: Prompt): number {
  return b.messages.length - a.messages.length
}

/** The first message of each meeting begins with its date, in every arm alike: a plain window has no other way to show it. */
function withDates(messages: readonly Said[]): Said[] {
  return messages.map((one, at) => (one.at !== null && one.at !== messages[at - 1]?.at ? dated(one) : one))
}

function dated(said: Said): Said {
  if (said.at === null) return said
  const day = new Date(said.at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return { ...said, text: `${day}\n${said.text}` }
}

function chat({ role, text }: Said): ChatMessage {
  return { role, content: text }
}

function withEnding(messages: readonly ChatMessage[]): ChatMessage[] {
  const { role, content } = messages.at(-1)!
  return [...messages.slice(0, -1), { role, content: content + ENDING }]
}

/** The system text and the newest whole messages that fit where the context of a session must. */
function newest(
  said: readonly Said[],
  { limit, reserve, ratio, margin }: Status,
  count: (text: string) => number,
): ChatMessage[] {
  const tokensOf = (text: string) => (count(text) + MESSAGE_OVERHEAD) * ratio * (1 + margin)
  const kept: Said[] = []
  let tokens = tokensOf(SYSTEM)
  for (const one of said.toReversed()) {
    tokens += tokensOf(one.text)
    if (tokens > limit - reserve) break
    kept.push(one)
  }
  return [{ role: 'system', content: SYSTEM }, ...kept.toReversed().map(chat)]
}

async function append({ ports }: EvalService, sessionId: string, said: readonly Said[]): Promise<void> {
  const values = said.map(({ role, text, at }) => ({ role, content: text, ...(at !== null && { timestamp: at }) }))
  const raw = values.map((value) => JSON.stringify(value))
  await appendMessages(ports, { appId: null, sessionId, format: 'native', values, raw, validation: 'lenient' })
}

type Status = Pick<ContextStatus, 'limit' | 'reserve' | 'ratio' | 'margin'>

/** The context as Ollama is sent it. */
async function contextOf({ ports }: EvalService, sessionId: string, recall: 'auto' | 'as-is') {
  const { body, status } = await readContext(ports, { appId: null, sessionId, format: 'ollama', recall })
  const { messages } = JSON.parse(body) as { messages: ChatMessage[] }
  return { status, messages }
}
