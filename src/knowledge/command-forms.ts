/** Reads the commands of the table: lists of words, compared with the words of a command from its program on.
 *
 * `npm i|ci` one of two words · `python*` a word that starts so, `*manage.py` one that ends so, `*test*` one that holds it ·
 * `node … --test` any words between · `yarn $` nothing follows. */

interface Choice {
  text: string
  isOpenBefore: boolean
  isOpenAfter: boolean
}
type Token = 'gap' | 'end' | readonly Choice[]
export type CommandForm = readonly Token[]

export function commandForm(words: string): CommandForm {
  return words.split(' ').map((word): Token => {
    if (word === '…') return 'gap'
    if (word === '$') return 'end'
    return word.split('|').map((text) => ({
      text: text.replaceAll('*', ''),
      ...{ isOpenBefore: text.startsWith('*'), isOpenAfter: text.endsWith('*') },
    }))
  })
}

/** Returns how many words of a command a form takes; 0 if it is another command. */
export function wordsTaken(form: CommandForm, words: readonly string[]): number {
  let at = 0
  let isAfterGap = false
  for (const token of form) {
    if (token === 'gap') isAfterGap = true
    else if (token === 'end') return at === words.length ? at : 0
    else {
      const found = isAfterGap ? words.findIndex((word, place) => place >= at && isOneOf(token, word)) : at
      if (found < 0 || !isOneOf(token, words[found])) return 0
      at = found + 1
      isAfterGap = false
    }
  }
  return at
}

function isOneOf(choices: readonly Choice[], word: string | undefined): boolean {
  if (word === undefined) return false
  return choices.some(({ text, isOpenBefore, isOpenAfter }) => {
    if (isOpenBefore && isOpenAfter) return word.includes(text)
    if (isOpenBefore) return word.endsWith(text)
    return isOpenAfter ? word.startsWith(text) : word === text
  })
}
