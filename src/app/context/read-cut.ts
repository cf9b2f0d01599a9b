import { assembleContext, type ContextEntry } from '../../domain/context/context.js'
import type { Cut } from '../../domain/context/cut.js'
import { commonHead } from '../../domain/context/common-head.js'
import type { ContextAt } from '../../domain/time/moment.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import { DomainError } from '../../domain/errors.js'
import { readSession } from '../shared/read-session.js'
import type { Admit } from '../shared/context-contents.js'
import { cutWords } from './cut-words.js'
import { recordsAroundCut } from '../time/records-around-cut.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { contextRecords } from '../shared/context-records.js'
import { explainEntries } from '../shared/explain-entries.js'

/** A context on one side of a cut. */
interface Side {
  version: number
  /** The message that was the newest. */
  seq: number
  tokens: number
  limit: number
  entries: object[]
}

export interface CutReport {
  /** All cuts of the same change, oldest first: no context between them was ever sent. */
  cuts: Pick<Cut, 'version' | 'kind' | 'reason'>[]
  before: Side
  after: Side
  /** Entries at the beginning that the cut left unchanged, and their tokens: a prompt cache keeps these. */
  unchanged: { entries: number; tokens: number }
}

/** Returns the contexts just before and just after a cut, entry by entry; with `words`, what is not in the unchanged beginning has
 * the first words of what was sent. Neither is handed out to be sent: the one
 * before may exceed the limit, which is then why the cut was made. [P12] [R3]
 * Throws session_not_found, not_found for a version without a cut, and state_not_recorded. */
export async function readCut(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId, version, words }: SessionAddress & { version: number; words?: boolean },
  admit?: Admit,
): Promise<CutReport> {
  await readSession({ store }, { sessionId, appId })
  const cuts = await store.cuts(sessionId)
  if (!cuts.some((cut) => cut.version === version))
    throw new DomainError('not_found', `No cut of this session made version ${version} of its context.`, { version })
  const sides = await recordsAroundCut({ store }, { sessionId, appId, version })
  const [before, after] = [contextOf(sides.before), contextOf(sides.after)]
  const oldest = sides.before.session.version
  const newest = sides.after.session.version
  const [shown, then] = [sideOf(sides.before, before), sideOf(sides.after, after)]
  const same = samePrompt(sides.before, sides.after)
    ? commonHead(headOf(sides.before, before), headOf(sides.after, after))
    : null
  const fixed = then.entries.length - after.length
  const unchanged = same === null ? 0 : fixed + same
  const wordsOf = (records: ContextAt, context: ContextEntry[]) =>
    cutWords({ store }, { sessionId, context, reductions: records.reductions }, { from: same ?? 0, admit })
  if (words) {
    addWords(shown, before, await wordsOf(sides.before, before))
    addWords(then, after, await wordsOf(sides.after, after))
  }
  return {
    cuts: cuts
      .filter((cut) => cut.version > oldest && cut.version <= newest)
      .map(({ version: made, kind, reason }) => ({ version: made, kind, reason })),
    before: shown,
    after: then,
    unchanged: { entries: unchanged, tokens: tokensOf(then.entries.slice(0, unchanged)) },
  }
}

const contextOf = ({ session, entries, reductions, checkpoints }: ContextAt): ContextEntry[] =>
  assembleContext(contextRecords({ session, entries, reductions, checkpoints }))

function sideOf(records: ContextAt, context: readonly ContextEntry[]): Side {
  const { session } = records
  return {
    version: session.version,
    seq: session.lastSeq,
    tokens: usedModelTokens(session),
    limit: session.limit,
    entries: explainEntries(session, context, records),
  }
}

/** The fixed parts come first, and have no words. */
function addWords({ entries }: Side, context: readonly ContextEntry[], words: ReadonlyMap<number, string>): void {
  const fixed = entries.length - context.length
  for (const [index, text] of words) entries[fixed + index] = { ...entries[fixed + index], words: text }
}

const headOf = ({ reductions }: ContextAt, context: readonly ContextEntry[]) => ({ context, reductions })

const samePrompt = ({ session: a }: ContextAt, { session: b }: ContextAt): boolean =>
  a.systemPrompt === b.systemPrompt && a.tools === b.tools

const tokensOf = (entries: readonly object[]): number =>
  entries.reduce((sum, entry) => sum + (entry as { tokens: number }).tokens, 0)
