import { compactMessages } from '../../src/app/reductions/compact-messages.js'
import { isHuman } from '../../src/domain/message.js'
import { DomainError } from '../../src/domain/errors.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { PRESETS, type Preset } from '../../src/domain/session/policy.js'
import type { ReductionReport } from '../../src/domain/reductions/report.js'
import type { Ports } from '../../src/ports/ports.js'
import { openEvalService } from '../eval-service.js'
import { conversationsIn } from './conversations-in.js'

/** Measures what the deterministic rules save in real conversations: quantiles for every preset. [D1]–[D6] */

const GROUPS: [string, (conversation: LoggedConversation, report: ReductionReport) => boolean][] = [
  ['all', () => true],
  [
    'with tool calls',
    ({ messages }) =>
      messages.some(({ value }) => /"tool_(use|calls|call|result)"|toolCall/.test(JSON.stringify(value))),
  ],
  ['over 30,000 tokens', (_, { tokensBefore }) => tokensBefore > 30_000],
]

export async function reportSavings(folder: string, size: string): Promise<void> {
  const service = await openEvalService()
  try {
    const conversations = await conversationsIn(folder)
    console.log(
      `${conversations.length} conversations under ${folder.split('/').at(-1)}, window ${size}: share of the tokens saved without any model`,
    )
    console.log(
      `${'preset'.padEnd(14)}${'conversations'.padEnd(22)}${'n'.padStart(5)}${'p10'.padStart(9)}${'p25'.padStart(9)}${'median'.padStart(9)}${'p75'.padStart(9)}${'p90'.padStart(9)}   of all saved, by rule`,
    )
    for (const preset of PRESETS) await reportPreset(service.ports, conversations, preset, size)
  } finally {
    await service.close()
  }
}

async function reportPreset(
  ports: Ports,
  conversations: readonly LoggedConversation[],
  preset: Preset,
  contextSize: string,
): Promise<void> {
  const found: { conversation: LoggedConversation; report: ReductionReport }[] = []
  for (const conversation of conversations) {
    const report = await reportFor(ports, conversation, preset, contextSize)
    if (report) found.push({ conversation, report })
  }
  for (const [name, belongs] of GROUPS) {
    const reports = found
      .filter(({ conversation, report }) => belongs(conversation, report))
      .map(({ report }) => report)
    const shares = reports.map(({ saved, tokensBefore }) => saved / tokensBefore).sort((a, b) => a - b)
    const cells = [0.1, 0.25, 0.5, 0.75, 0.9].map((at) => percent(quantile(shares, at)).padStart(9)).join('')
    console.log(
      `${preset.padEnd(14)}${name.padEnd(22)}${String(reports.length).padStart(5)}${cells}   ${byRule(reports)}`,
    )
  }
}

async function reportFor(
  ports: Ports,
  { messages, format, system, tools }: LoggedConversation,
  preset: Preset,
  contextSize: string,
): Promise<ReductionReport | null> {
  const values = messages.map(({ value }) => value)
  const input = {
    format,
    values,
    raw: values.map((value) => JSON.stringify(value)),
    origins: messages.map(({ origin }) => origin),
  }
  const setup = { systemPrompt: system ?? null, tools: tools === undefined ? null : JSON.stringify(tools) }
  try {
    // No log calls a boundary tool. The last human message starts the current task.
    const watermark = preset === 'watermark' ? { seq: lastHuman(input) } : undefined
    return (await compactMessages(ports, { ...input, ...setup, preset, contextSize, watermark })).report
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

function lastHuman({
  format,
  values,
  origins,
}: Pick<Parameters<typeof compactMessages>[1], 'format' | 'values' | 'origins'>): number {
  const at = values.findLastIndex((value, index) => {
    const message = parseMessage(format, value, 'message')
    return (
      isHuman({ ...message, origin: origins?.[index] ?? message.origin }) &&
      message.parts.every(({ type }) => type === 'text')
    )
  })
  return Math.max(1, at + 1)
}

function byRule(reports: readonly ReductionReport[]): string {
  const saved = new Map<string, number>()
  for (const { rules } of reports) {
    for (const { rule, kind, tokensBefore, tokensAfter } of rules) {
      const name = `${rule} ${kind}`
      saved.set(name, (saved.get(name) ?? 0) + tokensBefore - tokensAfter)
    }
  }
  const all = [...saved.values()].reduce((sum, tokens) => sum + tokens, 0)
  return [...saved].map(([name, tokens]) => `${name} ${percent(tokens / all)}`).join(', ') || 'nothing'
}

function quantile(sorted: readonly number[], at: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
