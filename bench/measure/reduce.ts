import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import { reduceConversation, type Conversation } from '../../src/app/reductions/reduce-conversation.js'
import { NO_TOKENS } from '../../src/domain/session/budget.js'
import type { Json, NewMessage } from '../../src/domain/message.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import { linkMessage } from '../../src/domain/context/pairing.js'
import { PRESET_POLICIES, type Preset } from '../../src/domain/session/policy.js'
import { recount } from '../../src/domain/context/token-counts.js'
import { NO_WATERMARK } from '../../src/domain/session/watermark.js'
import { atMost, median, time, type Figure } from '../support/figures.js'

/** Measures the deterministic rules alone on a coding conversation: calls, results of 120 tokens, short texts. */
export async function measureReduce(): Promise<Figure[]> {
  const boundary = await passMs(100, 'watermark', 200)
  const whole = await passMs(1_000, 'checkpointed', 60)
  const long = await passMs(100_000, 'checkpointed', 3)
  return [
    atMost('watermark view of 100 messages', boundary, 3, 'ms'),
    atMost('all deterministic rules over 1,000 messages', whole, 20, 'ms'),
    atMost('  a message of 100,000 against one of 1,000', long / 100 / whole, 1.5, '×'),
  ]
}

async function passMs(count: number, preset: Preset, times: number): Promise<number> {
  const { messages, conversation, parsed } = talkOf(count, preset)
  const run = async () => void (await reduceConversation(PORTS, { ...conversation }, messages, parsed))
  return median(await time(times, run, 2))
}

/** A fake tokenizer, because another benchmark measures counting. */
const count = (text: string) => Math.ceil(text.length / 4)
const PORTS = {
  tokenizer: {
    count,
    countAll: (texts: string[]) => Promise.resolve(texts.map(count)),
    recount: (texts: string[]) => Promise.resolve(texts.map(count)),
    close: () => Promise.resolve(),
  },
  clock: { now: () => new Date(), monotonicMs: () => performance.now() },
}

function talkOf(count: number, preset: Preset) {
  const conversation: Conversation = {
    limit: 13_600,
    reserve: 1_000,
    scale: EXACT_SCALE,
    preset,
    policy: PRESET_POLICIES[preset],
    tokenCounts: NO_TOKENS,
    ledger: null,
    openCalls: [],
    lastSeq: 0,
    lastSpokenSeq: 0,
    turn: 1,
    watermark: { ...NO_WATERMARK, seq: preset === 'watermark' ? count : 0 },
  }
  const parsed = Array.from({ length: count }, (_, index) => parseMessage('openai', messageAt(index), 'message'))
  const messages = parsed.map((message, index): NewMessage => {
    const seq = index + 1
    const linked = linkMessage(
      conversation,
      message,
      seq,
      message.parts.map(() => 120),
    )
    Object.assign(conversation, { lastSeq: seq, openCalls: linked.openCalls, lastSpokenSeq: linked.lastSpokenSeq })
    const { role, origin, pinned } = message
    return {
      id: '',
      seq,
      role,
      origin,
      pinned,
      format: 'openai',
      raw: '',
      digest: '',
      shape: linked.shape,
      tokens: 124,
      turn: 1,
      externalId: null,
    }
  })
  const entries = messages.map((message) => ({ ...message, state: 'raw' as const, viewTokens: message.tokens }))
  return { messages, conversation: { ...conversation, tokenCounts: recount(conversation, entries, []) }, parsed }
}

/** Returns a question, followed by rounds of a call and its result. */
function messageAt(index: number): Json {
  if (index === 0) return { role: 'user', content: 'Please go through all modules.' }
  const id = `call_${(index - 1) >> 1}`
  if (index % 2 === 0) return { role: 'tool', tool_call_id: id, content: `line of module ${index}\n`.repeat(24) }
  const call = {
    id,
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: `src/module${index}.ts` }) },
  }
  return { role: 'assistant', content: `Module ${index} next.`, tool_calls: [call] }
}
