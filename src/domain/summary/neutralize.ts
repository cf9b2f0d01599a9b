import { withoutControls } from '../texts.js'
import { holdsMarker, markerHead } from '../attribution/marker-head.js'
import { ownWords } from '../attribution/own-words.js'
import { withoutTemplateTokens } from '../source/template-tokens.js'
import type { SourceMessage } from '../source/types.js'

/** Makes summary text safe. The model reads a summary as the assistant's own words. A summary must not contain working
 * markers, headings of the service, chat template tokens or tool syntax. [V3] [V4] */

const MARKERS = /\[(GOAL|DECISION|CHECKPOINT|ARTIFACT|NEXT)\]/gi
/** Headings of checkpoints, of the ledger and of goals. */
const HEADING_LOOKALIKE = /\[(?=\s{0,4}(?:checkpoints?\s{0,4}[#\d]|ledger\b|goal\s{0,4}·|progress of the goal\b))/gi
const TOOL_TAG =
  /<(\/?)(?=(?:tool_call|tool_calls|tool_use|tool_result|function_call|function_calls|invoke|think|thinking|system-reminder)\b)/gi
const TURN_START = /^(human|user|assistant|system)\s{0,4}:(?=\s)/i

/** Replaces single characters so that the text has no special meaning. Plain text is returned unchanged.
 * @param spoken assistant text of the source; a marker stays only if the assistant wrote it with the same text after it
 */
export function neutralize(text: string, spoken: string): string {
  const plain = withoutControls(text)
  return withoutTemplateTokens(withoutMarkers(plain === text ? text : plain.trimStart(), spoken))
    .replace(HEADING_LOOKALIKE, '(')
    .replace(TOOL_TAG, '‹$1')
    .replace(TURN_START, '$1 -')
}

function withoutMarkers(text: string, spoken: string): string {
  return text
    .split('\n')
    .map((line) => {
      const at = line.search(MARKERS)
      if (at < 0 || spoken.includes(line.slice(at).trim())) return line
      return line.replace(MARKERS, (_, name: string) => `(${name})`)
    })
    .join('\n')
}

/** Returns the marker lines of the assistant's own text in a span. */
export function spokenText(source: readonly SourceMessage[]): string {
  return source
    .filter((message) => message.role === 'assistant')
    .flatMap((message) => message.parts.flatMap((part) => (part.kind === 'text' ? markedRows(part.text) : [])))
    .join('\n')
}

function markedRows(text: string): string[] {
  if (!holdsMarker(text)) return []
  return ownWords(text)
    .own.split('\n')
    .filter((row) => markerHead(row) !== null)
}
