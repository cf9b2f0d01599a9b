import type { CheckpointLine } from './checkpoint.js'
import type { SourceMessage, SourcePart } from '../source/types.js'

/** A fact that names the tool or quote that said it. */
export const SAID_BY = /^([\w.:/-]{1,60})(?: \S{1,60})?: (?=\S)/

/** Returns the lines of a checkpoint as the source of a shorter one, for messages that do not fit the model's window. Each
 * line counts as said in the first message it comes from, so that the notes of the model keep their sources. What a tool
 * said remains a result of it. [C5] [P14] */
export function linesAsSource(lines: readonly CheckpointLine[], firstSeq: number): SourceMessage[] {
  return lines.map((line, at) => {
    const part = partOf(line, at)
    const seq = line.sources[0] ?? firstSeq
    return { seq, role: part.kind === 'result' ? 'tool' : 'assistant', parts: [part] }
  })
}

function partOf({ kind, text }: CheckpointLine, at: number): SourcePart {
  const [label = '', name = ''] = (kind === 'fact' ? SAID_BY.exec(text) : null) ?? []
  if (name === '') return { kind: 'text', text }
  return { kind: 'result', callId: `line_${at}`, name, text: text.slice(label.length), isError: false }
}
