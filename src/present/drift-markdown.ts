import type { DriftAdvice } from '../domain/drift/advice.js'
import type { Intent } from '../domain/drift/indicator.js'
import type { DriftAnswer } from '../domain/drift/verdict.js'
import { fenced } from './fenced.js'

/** Characters of the intent. The history has the full text. */
const INTENT_CHARS = 1_000

/** Renders a drift check as Markdown. [Q3] */
export function driftMarkdown({
  verdict,
  score,
  indicators,
  recommendation,
  intent,
  excerpts,
}: DriftAnswer & DriftAdvice & { intent: Intent; excerpts: readonly { seq: number; excerpt: string }[] }): string {
  const sections = [
    `## ${verdict === 'ALIGNED' ? 'Aligned' : '⚠️ Drift detected'} (${Math.round(score * 100)}%)`,
    recommendation,
    indicators.map(({ name, score: one, reason }) => `- ${name}: ${Math.round(one * 100)}%, ${reason}`).join('\n'),
    ...(intent.text === '' ? [] : ['### Intent', fenced(intent.text.slice(0, INTENT_CHARS))]),
    ...(excerpts.length === 0
      ? []
      : ['### Excerpts', fenced(excerpts.map(({ seq, excerpt }) => `message ${seq}: ${excerpt}`).join('\n'))]),
  ]
  return `${sections.join('\n\n')}\n`
}
