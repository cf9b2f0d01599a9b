/** A block of exact lines. */
export interface ExactBlock {
  readonly text: string
  /** Tokens of the text plus the message overhead. */
  readonly tokens: number
  /** Ids of the lines in the block. */
  readonly shown: readonly string[]
}
