/** Reads the commands and lines of the table: lists of words, compared with the words of a command from its program on, or of a line.
 *
 * `npm i|ci` one of two words · `python*` a word that starts so, `*manage.py` one that ends so, `*test*` one that holds it, `*` any word ·
 * `node … --test` any words between · `yarn $` nothing follows · `v#.#` a number at each `#`. */

interface Choice {
  text: string
  isOpenBefore: boolean
  isOpenAfter: boolean
  hasNumber: boolean
}
type Token = 'gap' | 'end' | readonly Choice[]
export type CommandForm = readonly Token[]

export function commandForm(words: string): CommandForm {
  return words.split(' ').map((word): Token => {
    if (word === '…') return 'gap'
    if (word === '$') return 'end'
    return word.split('|').map((text) => ({
      text: text.replaceAll('*', ''),
      ...{ isOpenBefore: text.startsWith('*'), isOpenAfter: text.endsWith('*'), hasNumber: text.includes('#') },
    }))
  })
}

/** Returns how many words of a command a form takes; 0 if it is another command.
 * @param from place of the first word that is compared */
export function wordsTaken(form: CommandForm, words: readonly string[], from = 0): number {
  for (let index = 0; index < form.length; index++) {
    const token = form[index]!
    const at = from + index
    if (token === 'gap') {
      const rest = form.slice(index + 1)
      for (let place = at; place < words.length; place++) {
        const taken = wordsTaken(rest, words, place)
        if (taken > 0) return taken
      }
      return 0
    }
    if (token === 'end') return at === words.length ? at : 0
    if (!isOneOf(token, words[at])) return 0
  }
  return from + form.length
}

function isOneOf(choices: readonly Choice[], word: string | undefined): boolean {
  if (word === undefined) return false
  return choices.some(({ text, isOpenBefore, isOpenAfter, hasNumber }) => {
    const own = hasNumber ? word.replace(/\d+/g, '#') : word
    if (isOpenBefore && isOpenAfter) return own.includes(text)
    if (isOpenBefore) return own.endsWith(text)
    return isOpenAfter ? own.startsWith(text) : own === text
  })
}
