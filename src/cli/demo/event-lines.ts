import { createClient } from '../../../packages/client/src/index.js'
import type { ModelFault } from '../../domain/model/breaker.js'
import { FAULT_TEXT } from '../../domain/model/model-health.js'
import { formatInteger, pluralize } from '../../domain/number-format.js'
import { REDUCTION_EVENTS } from '../../domain/reductions/registry.js'

type DemoEvent = { type: string; data: Record<string, unknown> }

/** Follows the event log from now on and passes readable lines to `onLine`. Counts all events by type. */
export function followEvents(
  url: string,
  key: string | null,
  onLine: (line: string) => void,
): { counts: Map<string, number>; close(): void } {
  const counts = new Map<string, number>()
  const closing = new AbortController()
  const client = createClient({ baseUrl: url, apiKey: key ?? undefined })
  const follow = async () => {
    for await (const item of client.events({ signal: closing.signal })) {
      if (item.kind !== 'event') continue
      const { type, data } = item.event
      counts.set(type, (counts.get(type) ?? 0) + 1)
      // Progress lines are useful only on a terminal; in a file they would bury the rest.
      if (type === 'compression-progress' && !process.stdout.isTTY) continue
      const line = describeEvent({ type, data: { ...data } })
      if (line !== null) onLine(line)
    }
  }
  // The replay itself reports a daemon that refuses or is gone.
  follow().catch(() => {})
  return { counts, close: () => closing.abort() }
}

/** Returns one line for an event that changed the context; null for other events. */
export function describeEvent({ type, data }: DemoEvent): string | null {
  const text = (name: string) => String(data[name] ?? '?')
  const count = (name: string) => (typeof data[name] === 'number' ? formatInteger(data[name]) : '?')
  switch (type) {
    case 'level-changed':
      return `level            ${text('from')} → ${text('to')}`
    case 'compression-started':
      return `compressing      ${pluralize(Number(data.messages), 'message')} (${text('from')}–${text('to')}), ${count('tokens')} tokens`
    case 'compression-progress':
      return `  model is writing … ${count('outputTokens')} tokens`
    case 'compressed':
      return `compressed       ${pluralize(Number(data.messages), 'message')}: ${count('tokensBefore')} → ${count('tokensAfter')} tokens`
    case 'compression-skipped':
    case 'compression-error':
    case 'compression-stuck':
      return `${type.padEnd(16)} ${text('reason')}`
    case 'checkpoint-created':
      return `checkpoint       ${text('number')}: ${count('originalTokens')} → ${count('tokens')} tokens, ${text('summarizer')}, shows ${Math.round(Number(data.score) * 100)}% of the names and numbers`
    case 'checkpoint-aged':
    case 'checkpoint-merged':
      // Another level without fewer lines is nothing to see.
      if (data.tokensBefore === data.tokensAfter) return null
      return `${type === 'checkpoint-aged' ? 'aged  ' : 'merged'}           to level ${text('level')}: ${count('tokensBefore')} → ${count('tokensAfter')} tokens`
    case 'messages-evicted':
      return `evicted          ${text('reason')}`
    case 'emergency':
      return `emergency        ${count('tokensBefore')} → ${count('tokensAfter')} tokens, without a model`
    case 'model-unavailable':
      return `model            ${data.model === null ? text('server') : text('model')} ${FAULT_TEXT[data.fault as ModelFault]}; checkpoints are extractive meanwhile`
    case 'model-available':
      return `${type}  ${text('server')}`
    case 'model-unfit':
      return `${type.padEnd(16)} ${text('reason')}`
    default:
      return REDUCTION_EVENTS.some((reduction) => reduction.type === type)
        ? `${type.replace('tool-', '').padEnd(16)} ${pluralize(Array.isArray(data.parts) ? data.parts.length : 0, 'part')} reduced`
        : null
  }
}
