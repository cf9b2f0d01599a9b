import type { CheckpointLine } from '../compression/checkpoint.js'
import type { SourceMessage } from '../source/types.js'

/** Returns the lines of a checkpoint as the source of a shorter one, for messages that do not fit the model's window. Each
 * line counts as said in the first message it comes from, so that the notes of the model keep their sources. [C5] */
export function linesAsSource(lines: readonly CheckpointLine[], firstSeq: number): SourceMessage[] {
  return lines.map(({ text, sources }) => ({
    seq: sources[0] ?? firstSeq,
    role: 'assistant',
    parts: [{ kind: 'text', text }],
  }))
}
