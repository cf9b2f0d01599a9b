/** Checks recalled words against the records. [M7] */
import type { Session } from '../session/session.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { recallTokens, type RecallRecord } from './recall.js'

export interface RecallProblem {
  rule: string
  seq: number | null
  found: string
}

/** Returns the violated rules; empty: none.
 * @param originals original text of each excerpt's part, by excerpt; undefined: its session was deleted */
export function recallProblems(
  session: Pick<Session, 'recall' | 'tokenCounts'>,
  records: readonly RecallRecord[],
  originals: ReadonlyMap<RecallRecord['excerpts'][number], string>,
  count: CountTokens,
): RecallProblem[] {
  const problems: RecallProblem[] = []
  for (const { seq, excerpts } of records)
    for (const excerpt of excerpts) {
      const original = originals.get(excerpt)
      const { start, text, seq: from } = excerpt
      if (original !== undefined && original.slice(start, start + text.length) !== text)
        problems.push({ rule: 'M2', seq, found: `an excerpt is not in message ${from}, which it names` })
    }
  for (const { seq, text, tokens } of session.recall ?? []) {
    if (count(text) + MESSAGE_OVERHEAD !== tokens)
      problems.push({ rule: 'T3', seq, found: `recalled words are stored as ${tokens} tokens` })
    const record = records.find((one) => one.seq === seq)
    const lines = (record?.excerpts ?? []).flatMap((one) => one.text.split(/[\r\n]+/))
    if (lines.some((line) => line.trim() !== '' && !text.includes(line)))
      problems.push({ rule: 'M2', seq, found: 'recalled words differ from their record' })
  }
  const [stored, sum] = [session.tokenCounts.recall ?? 0, recallTokens(session.recall)]
  if (stored !== sum)
    problems.push({ rule: 'T3', seq: null, found: `${stored} tokens are stored for recalled words, expected ${sum}` })
  return problems
}
