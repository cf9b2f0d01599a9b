/** The form of the table of runners and tools. The table is data: what decides with it is in src/domain/outcomes. [V9] */

/** What a command is for. The first four are checks: their success is a verdict on the work. */
export const KINDS = [
  ...(['test', 'build', 'lint', 'types'] as const),
  ...(['install', 'vcs', 'deploy', 'request', 'script'] as const),
  ...(['look', 'files'] as const),
]
export type Kind = (typeof KINDS)[number]

/** Lines that one of these describes. Lines are trimmed, their spaces single. */
export interface Lines {
  /** The line starts with one of these, or is one. */
  starts?: readonly string[]
  is?: readonly string[]
  /** The line starts with the words of one of these, in the language of `command-forms.ts`. */
  forms?: readonly string[]
  /** For what has another shape. Several short patterns say more than a long one. */
  pattern?: RegExp | readonly RegExp[]
}

/** `a b` → `a|b`: one of the words, in the commands of a row. */
export const one = (list: string): string => list.split(' ').join('|')

export interface Row {
  name: string
  kind: Kind
  /** Commands from their program on, in the language of `command-forms.ts`. Quoted words are written `"…"`. */
  commands?: readonly string[]
  /** For commands whose options decide. */
  command?: RegExp
  /** Lines that only a run prints which succeeded, or which failed. */
  passed?: Lines
  failed?: Lines
  /** Lines that say that a part succeeded: they prove the whole only if none is missing. */
  part?: Lines
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
  part?: readonly string[]
  failed?: readonly string[]
}
