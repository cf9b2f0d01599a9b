/** Keeps recorded goal items out of checkpoints. A step that is done by now must not appear there as a next step.
 * [C9] [G3] */
import type { SourceMessage } from '../source/types.js'
import { textKey, type Goal } from './goal.js'
import { withoutMarkers, type Marker } from './markers.js'

/** Removes marker lines whose state the goals track: steps, next steps, and locks, which appear in every context. Other
 * decisions and files stay, because the progress block drops them when it runs out of tokens. */
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
