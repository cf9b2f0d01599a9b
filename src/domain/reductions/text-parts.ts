/** Selects long text of assistants and programs, which may be offloaded when the context does not fit. [R4] */
import { isHuman, type ViewEntry } from '../message.js'
import { partKey } from '../context/part-key.js'
import type { Candidate, Placeholders } from './candidates.js'

/** Shorter texts cost about as much as their placeholder with its first lines. Tokens. */
const WORTH_TOKENS = 250

/** A text part, and whether a program wrote it in the user role. */
export interface TextCandidate extends Candidate {
  isApp: boolean
}

/** Returns the text parts that may be offloaded. Excludes a person's words, system text, and pinned messages. [P4] */
export function textCandidates(entries: readonly ViewEntry[], placeholders: Placeholders): TextCandidate[] {
  return entries
    .filter((entry) => mayOffloadText(entry))
    .flatMap(({ seq, role, shape }) =>
      shape.flatMap(({ kind, tokens }, part): TextCandidate[] =>
        kind === 'text' && tokens >= WORTH_TOKENS && !placeholders.has(partKey(seq, part))
          ? [{ seq, part, toolName: '', tokens, originalTokens: tokens, overhead: 0, isApp: role === 'user' }]
          : [],
      ),
    )
}

/** Whether text of the message may be replaced by a placeholder. */
export function mayOffloadText(entry: Pick<ViewEntry, 'role' | 'origin' | 'pinned'>): boolean {
  return !entry.pinned && entry.role !== 'system' && !isHuman(entry)
}
