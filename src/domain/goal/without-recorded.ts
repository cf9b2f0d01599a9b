/** What the goals keep, checkpoints need not: a step that was to come and is done by now must not stand there as what comes next. [C9] [G3] */
import type { SourceMessage } from '../source/types.js'
import { textKey, type Goal } from './goal.js'
import { withoutMarkers, type Marker } from './markers.js'

/** A span without the marker lines whose state is on record and moves on there: steps, next steps, and locks, which stand in every context.
 * Other decisions and files stay: they leave the context's progress when it needs the room. */
export function withoutRecorded(source: readonly SourceMessage[], goals: readonly Goal[]): SourceMessage[] {
  const kept = new Set(
    goals.flatMap(({ items }) =>
      items.flatMap((item) => {
        const moves = item.kind === 'step' || item.kind === 'next' || (item.kind === 'decision' && item.locked)
        return moves ? [`${item.kind} ${textKey(item.text)}`] : []
      }),
    ),
  )
  const isKept = (marker: Marker) => 'text' in marker && kept.has(`${marker.kind} ${textKey(marker.text)}`)
  return source.map((message) => {
    if (kept.size === 0 || message.role !== 'assistant') return message
    const parts = message.parts.map((part) =>
      part.kind === 'text' ? { ...part, text: withoutMarkers(part.text, isKept) } : part,
    )
    return { ...message, parts }
  })
}
