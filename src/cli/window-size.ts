/** Returns the context size of a `--window` option: a label such as `16K`, or a number of tokens. */
import { isDigits } from '../domain/texts.js'

export function windowSize(text: string): string | number {
  return isDigits(text) ? Number(text) : text
}
