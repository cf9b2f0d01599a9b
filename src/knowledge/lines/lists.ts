/** How the tables write lists of texts that are computed or contain a bar. */

/** Splits at commas. */
export const texts = (list: string) => list.split(', ')

/** Splits at blanks. */
export const words = (list: string) => list.split(' ')

/** Splits at bars, as the choices of a phrase are written. */
export const choices = (list: string) => list.split('|')
