/** Reduces spellings of a word to one form, so that a query finds them all: case, accents, width, and common endings. [R7] */

export const NOT_ASCII = /[^\0-\x7f]/
/** Accents are optional in these scripts. In others, such as Thai and kana, a mark changes the letter. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue' }
/** Keeps the length of a decoded escape. It has no width and belongs to no word. */
export const FILLER = '\u2060'

/** Returns the forms of a word: usually one; a word with umlauts also has the form with "ae", "oe", "ue". */
export function foldWord(word: string): string[] {
  if (!NOT_ASCII.test(word)) return [word.toLowerCase()]
  const plain = word.includes(FILLER) ? word.replaceAll(FILLER, '') : word
  const lower = plain.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss')
  const folded = lower.normalize('NFD').replace(MARKED, '$1').normalize('NFC')
  const spelled = Object.entries(UMLAUTS).reduce((text, [letter, two]) => text.replaceAll(letter, two), lower)
  if (spelled === lower) return [folded]
  return [folded, spelled.normalize('NFD').replace(MARKED, '$1').normalize('NFC')]
}

const LATIN_WORD = /^[a-z]{4,}$/
const CYRILLIC_WORD = /^\p{Script=Cyrillic}{4,}$/u
const CYRILLIC_ENDING =
  /(?<=^.{3,})(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|ых|их|ах|ях|ов|ев|еи|ии|ыи|ои|ая|яя|ое|ее|ые|ие|ую|юю|ом|ем|ам|ям|ью|ть|[аяоеыиуюьи])$/u

/** Returns a folded word without its ending. Light on purpose: it serves every language of a script, and joining too much
 * only costs precision in the order of hits. */
export function stemWord(word: string): string {
  if (LATIN_WORD.test(word)) return latinStem(word)
  return CYRILLIC_WORD.test(word) ? word.replace(CYRILLIC_ENDING, '') : word
}

const KEEPS_S = ['ss', 'us', 'is']

function latinStem(word: string): string {
  let stem = word
  if (stem.endsWith('ies') && stem.length > 5) stem = `${stem.slice(0, -3)}y`
  else if (stem.endsWith('s') && !KEEPS_S.some((end) => stem.endsWith(end))) stem = stem.slice(0, -1)
  if (stem.endsWith('ing') && stem.length >= 6) stem = undoubled(stem.slice(0, -3))
  else if (stem.endsWith('ed') && stem.length >= 5) stem = undoubled(stem.slice(0, -2))
  else if ((stem.endsWith('sion') || stem.endsWith('tion')) && stem.length >= 7) stem = stem.slice(0, -3)
  else if (stem.endsWith('en') && stem.length >= 6) stem = stem.slice(0, -2)
  else if (stem.endsWith('ly') && stem.length >= 6) stem = stem.slice(0, -2)
  return stem.endsWith('e') && stem.length > 4 ? stem.slice(0, -1) : stem
}

function undoubled(stem: string): string {
  const last = stem.at(-1)
  return last === stem.at(-2) && last !== 's' && last !== 'l' ? stem.slice(0, -1) : stem
}
