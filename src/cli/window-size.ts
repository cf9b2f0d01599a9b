/** Returns the context size of a `--window` option: a label such as `16K`, or a number of tokens. */
export function windowSize(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text
}
