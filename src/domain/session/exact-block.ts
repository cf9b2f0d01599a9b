/** A block of exact lines. */
export interface ExactBlock {
  text: string
  /** Tokens of the text plus the message overhead. */
  tokens: number
  /** Ids of the lines in the block. */
  shown: string[]
}
