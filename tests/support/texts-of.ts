import type { Texts } from '../../src/knowledge/lines/row.js'

/** Returns the examples of a row. */
export const textsOf = (texts: Texts): readonly string[] =>
  typeof texts === 'string' ? texts.split('|').map((text) => text.trim()) : texts
