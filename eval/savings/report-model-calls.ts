import { appendMessages } from '../../src/app/history/append-messages.js'
import { readContext } from '../../src/app/context/read-context.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import type { PolicyOverrides } from '../../src/domain/session/policy-overrides.js'
import { DomainError } from '../../src/domain/errors.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { conversationsIn } from './conversations-in.js'

/** Measures how many model calls the deterministic rules save. Plays each long session with the default rules and with
 * summaries alone. */

const SUMMARIZE_ONLY: PolicyOverrides = {
  condense: null,
  offload: null,
  mask: null,
  truncateInputs: null,
  watermark: null,
}
const MODEL = 'llama3.2:3b'
const LONG_CHARACTERS = 90_000
/** Messages an agent appends between two calls of its own. */
const STEP = 2

export async function reportModelCalls(folder: string, size: string): Promise<void> {
  const model = await scriptedOllama({ model: MODEL, contextLength: 32_768 })
  const service = await openEvalService({ ollamaHost: model.url })
  const rows: { title: string; only: number; rules: number }[] = []
  try {
    for (const conversation of await conversationsIn(folder)) {
      if (JSON.stringify(conversation.messages).length < LONG_CHARACTERS) continue
      const only = await callsOf(service, model, conversation, size, SUMMARIZE_ONLY)
      const rules = await callsOf(service, model, conversation, size, {})
      if (only === null || rules === null || only.tokens < 30_000) continue
      rows.push({ title: conversation.title, only: only.calls, rules: rules.calls })
      console.log(
        `${conversation.title.slice(0, 60).padEnd(62)}${String(only.calls).padStart(6)}${String(rules.calls).padStart(6)}`,
      )
    }
  } finally {
    await service.close()
    await model.close()
  }
  const shares = rows.map(({ only, rules }) => (only === 0 ? 1 : rules / only)).sort((a, b) => a - b)
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0)
  console.log(
    `${rows.length} sessions over 30,000 tokens, window ${size}: model calls ${sum(({ only }) => only)} with summaries alone, ${sum(({ rules }) => rules)} with the rules`,
  )
  console.log(`calls relative to summaries alone: median ${percent(shares[Math.floor(shares.length / 2)] ?? 1)}`)
}

async function callsOf(
  service: EvalService,
  model: { calls: number },
  { messages, format, system, tools }: LoggedConversation,
  contextSize: string,
  policy: PolicyOverrides,
): Promise<{ calls: number; tokens: number } | null> {
  const { ports } = service
  const setup = { systemPrompt: system ?? null, tools: tools === undefined ? null : JSON.stringify(tools) }
  const made = await createSession(ports, { appId: 'default', model: MODEL, contextSize, policy, ...setup }).catch(
    refused,
  )
  if (!made) return null
  const before = model.calls
  let tokens = 0
  for (let from = 0; from < messages.length; from += STEP) {
    const step = messages.slice(from, from + STEP)
    const values = step.map(({ value }) => value)
    const input = {
      format,
      values,
      validation: 'lenient' as const,
      raw: values.map((value) => JSON.stringify(value)),
      origins: step.map(({ origin }) => origin),
    }
    const appended = await appendMessages(ports, { appId: null, sessionId: made.id, ...input }).catch(refused)
    tokens += appended?.messages.reduce((sum, message) => sum + message.tokens, 0) ?? 0
    await service.work()
    await readContext(ports, { appId: null, sessionId: made.id, format }).catch(refused)
  }
  await ports.store.deleteSession(made.id, null)
  return { calls: model.calls - before, tokens }
}

function refused(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
