import { parseArgs } from 'node:util'
import { readContext } from '../src/app/context/read-context.js'
import { appendMessages } from '../src/app/history/append-messages.js'
import { createSession } from '../src/app/sessions/create-session.js'
import { DomainError } from '../src/domain/errors.js'
import type { Json, Origin } from '../src/domain/message.js'
import { openEvalService, type EvalService } from './eval-service.js'

/** Share of the limit that the session uses before the giant arrives. */
const FILLED = 0.51
const WORDS = 27_000
/** Turns after the giant. Two are enough for a cut, if one is due. */
const TURNS_AFTER = 3

interface Giant {
  name: string
  messages: Json[]
  origin?: Origin
  policy?: object
}

/** `npm run eval -- giants [--size 16K]`: one message of 27,000 words in a session that is half full. How much of the context and of
 * the human messages is left. [R4] [D8] */
export async function reportGiants(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { size: { type: 'string', default: '16K' } } })
  const service = await openEvalService()
  const titles = ['tokens before', 'after', `after ${TURNS_AFTER} turns`, 'human before', 'after', 'of limit', 'cuts']
  console.log('one giant'.padEnd(34) + titles.map((title) => title.padStart(15)).join(''))
  try {
    for (const giant of giants())
      console.log(
        giant.name.padEnd(34) + (await oneGiant(service, giant, values.size)).map((cell) => cell.padStart(15)).join(''),
      )
  } finally {
    await service.close()
  }
}

function giants(): Giant[] {
  const text = Array.from({ length: WORDS }, (_, at) => WORD_LIST[(at * 7) % WORD_LIST.length]).join(' ')
  const call = (id: string) => ({
    id,
    type: 'function',
    function: { name: 'write_file', arguments: JSON.stringify({ path: 'notes/all.txt', content: text }) },
  })
  const done = { role: 'tool', tool_call_id: 'call_2', content: 'File written.' }
  const read = {
    id: 'call_3',
    type: 'function',
    function: { name: 'read_file', arguments: '{"path":"notes/all.txt"}' },
  }
  return [
    { name: 'app text', messages: [{ role: 'user', content: text }], origin: 'app' },
    { name: 'assistant text', messages: [{ role: 'assistant', content: text }] },
    { name: 'pending call arguments', messages: [{ role: 'assistant', content: null, tool_calls: [call('call_1')] }] },
    {
      name: 'arguments of a finished call',
      messages: [{ role: 'assistant', content: null, tool_calls: [call('call_2')] }, done],
    },
    {
      name: 'tool result',
      messages: [
        { role: 'assistant', content: null, tool_calls: [read] },
        { role: 'tool', tool_call_id: 'call_3', content: text },
      ],
    },
    { name: 'human message', messages: [{ role: 'user', content: text }] },
    {
      name: 'human message, oversized: offload',
      messages: [{ role: 'user', content: text }],
      policy: { oversized: 'offload' },
    },
  ]
}

async function oneGiant(
  service: EvalService,
  { messages, origin, policy }: Giant,
  contextSize: string,
): Promise<string[]> {
  const { ports } = service
  const session = await createSession(ports, { appId: 'default', model: 'played', contextSize, policy })
  const append = (values: Json[], origins?: Origin[]) =>
    appendMessages(ports, {
      ...{ appId: null, sessionId: session.id, format: 'openai' as const, values, origins },
      raw: values.map((value) => JSON.stringify(value)),
    })
  let turn = 0
  let before = await look(service, session.id)
  while (before.tokens < FILLED * session.limit) {
    await append(turnOf(turn++))
    before = await look(service, session.id)
  }
  try {
    await append(messages, origin && messages.map(() => origin))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [String(before.tokens), error.code === 'message_exceeds_window' ? 'refused' : error.code]
  }
  const after = await look(service, session.id)
  for (let more = 0; more < TURNS_AFTER; more++) {
    await append(turnOf(turn++))
    await look(service, session.id)
  }
  const later = await look(service, session.id)
  return [
    ...[before.tokens, after.tokens, later.tokens, before.human].map(String),
    `${after.human}`,
    `${((100 * after.tokens) / session.limit).toFixed(0)} %`,
    String((await ports.store.cuts(session.id)).length),
  ]
}

/** What a model would be sent now: its tokens by our count, and the human messages in it. */
async function look(service: EvalService, sessionId: string): Promise<{ tokens: number; human: number }> {
  await service.work()
  const { body } = await readContext(service.ports, { appId: null, sessionId, format: 'openai' })
  const { tokens, messages }: { tokens: number; messages: { role: string; content: unknown }[] } = JSON.parse(body)
  const human = messages.filter(
    ({ role, content }) => role === 'user' && typeof content === 'string' && content.startsWith(ASKED),
  )
  return { tokens, human: human.length }
}

const ASKED = 'Please explain step'

function turnOf(turn: number): Json[] {
  const answer = Array.from({ length: 12 }, (_, at) => `Step ${turn} has a part ${at} that we keep as it was agreed.`)
  return [
    { role: 'user', content: `${ASKED} ${turn} of the plan, and do not leave out why it comes before the next one.` },
    { role: 'assistant', content: answer.join(' ') },
  ]
}

const WORD_LIST = 'record table window answer morning value number silver garden stone paper river market light'.split(
  ' ',
)
