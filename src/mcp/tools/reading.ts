import { z } from 'zod'
import { listGoals } from '../../app/goals/list-goals.js'
import { callReadingTool } from '../../app/history/call-reading-tool.js'
import { listSnapshots } from '../../app/time/snapshots.js'
import type { Json } from '../../domain/message.js'
import { READ_OFFLOAD, RECALL } from '../../domain/originals/reading-tools.js'
import { formatInteger } from '../../domain/number-format.js'
import { statusNow, tool, type ToolCall, type ToolReply } from '../tool.js'

/** Tools that read and change nothing. Every key may call them. */

const Count = z.int().min(1).max(2_147_483_647)
const Words = z.string().min(1).max(1_000)
/** Newest snapshots in a status. */
const SNAPSHOTS_SHOWN = 5

const recall = tool({
  name: RECALL,
  title: 'Recall earlier messages',
  description:
    'Searches this conversation, or reads its messages by number, also those that left the context or that a ' +
    'checkpoint summarizes. Pass `search`, or `from`. A cut result names where to continue.',
  role: 'viewer',
  input: z.strictObject({
    search: Words.optional().describe('Words, names, paths or error codes. Returns the best excerpts.'),
    from: Count.optional().describe('Number of the first message to read.'),
    to: Count.optional().describe('Number of the last message. Default: the first one.'),
    offset: Count.optional().describe('Characters of the first message to skip.'),
    maxTokens: Count.optional().describe('Maximum size of the result. Default and maximum: a tenth of the limit.'),
  }),
  run: (call) => read(RECALL, call),
})

const readOffload = tool({
  name: READ_OFFLOAD,
  title: 'Read an offloaded original',
  description:
    'Reads the original of a part that was replaced by a placeholder such as "stored as offload off_…". Pass a range ' +
    'of lines, or a text to search for. A cut result names the line to continue from.',
  role: 'viewer',
  input: z.strictObject({
    id: z.string().min(1).max(64).describe('The handle in the placeholder: off_…'),
    fromLine: Count.optional().describe('First line, from 1. Default: 1.'),
    toLine: Count.optional().describe('Last line. Default: as many as fit.'),
    search: Words.optional().describe('Returns the lines that contain this text instead of a range.'),
  }),
  run: (call) => read(READ_OFFLOAD, call),
})

async function read(name: string, { caller, ports, at, args }: ToolCall<object>): Promise<ToolReply> {
  const { admit, release } = caller.server.replies.open(at.appId ?? 'admin')
  try {
    const { content, isError } = await callReadingTool(ports, { ...at, name, args: { ...args } as Json, admit })
    return { text: content, isError }
  } finally {
    release()
  }
}

const status = tool({
  name: 'context_status',
  title: 'Report the context',
  description:
    'Reports how full the context is, what fills it, when the next compression comes, the active goal, and the newest ' +
    'snapshots.',
  role: 'viewer',
  input: z.strictObject({}),
  async run({ ports, session, at }) {
    const now = await statusNow({ ports, at })
    const { goals } = await listGoals(ports, at)
    const snapshots = await listSnapshots(ports, { ...at, limit: SNAPSHOTS_SHOWN })
    const parts = Object.entries(now.breakdown).filter(([, tokens]) => tokens > 0)
    const goal = goals.find((one) => one.status === 'active')
    const lines = [
      `session: ${session.id}, ${session.lastSeq} messages`,
      now.display,
      `tokens by kind: ${parts.map(([kind, tokens]) => `${kind} ${formatInteger(tokens)}`).join(', ') || 'none'}`,
      `next compression: ${now.untilCompression === null ? 'never' : `in ${formatInteger(now.untilCompression)} tokens`}`,
      `compressor: ${now.compressor.state}`,
      ...now.degraded.map((issue) => `degraded: ${issue}`),
      `active goal: ${goal?.description ?? 'none'}`,
      ...snapshots.map(({ id, seq, purpose, name }) => `snapshot ${id}: message ${seq}, ${name ?? purpose}`),
    ]
    return { text: lines.join('\n') }
  },
})

export const READING_TOOLS = [recall, readOffload, status]
