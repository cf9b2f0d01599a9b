/** The form of the table of runners and tools. The table is data: what decides with it is in src/domain/outcomes. [V9] */

/** What a command is for. The first four are checks: their success is a verdict on the work. */
export const KINDS = [
  ...(['test', 'build', 'lint', 'types'] as const),
  ...(['install', 'vcs', 'deploy', 'request', 'script'] as const),
  ...(['look', 'files'] as const),
]
export type Kind = (typeof KINDS)[number]

export interface Row {
  name: string
  kind: Kind
  /** A simple command from its program on. Quoted words are written `"…"`. */
  command?: RegExp
  /** Lines that only a run prints which succeeded, or which failed. Lines are trimmed, their spaces single. */
  passed?: RegExp
  failed?: RegExp
  /** Lines that say that a part succeeded: they prove the whole only if none is missing. */
  part?: RegExp
  /** It prints nothing if it succeeds, and something if it fails. */
  isSilent?: true
  /** It runs other runners, so that the lines of every row count. */
  isWrapper?: true
  /** Every row has an example and a counterexample. They are its tests. */
  like: Examples
  unlike: Examples
}

export interface Examples {
  command?: readonly string[]
  passed?: readonly string[]
  failed?: readonly string[]
}
