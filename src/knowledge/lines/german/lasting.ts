import type { TableRow } from '../row.js'

/** Decisions and preferences that last, and those of one day or one act. [M11] */
export const LASTING: readonly TableRow[] = [
  {
    kind: 'day',
    phrases: ['heute|morgen|gestern'],
    like: 'Wir nehmen heute Redis. | Wir gehen morgen. | Gestern nahmen wir Redis.',
    unlike: 'Wir nehmen Redis.',
  },
  {
    kind: 'day',
    phrases: ['#. jan*|feb*|mär*|apr*|mai|jun*|jul*|aug*|sep*|okt*|nov*|dez*'],
    like: `
      am 5. Januar | am 5. Februar | am 5. März | am 5. April | am 5. Mai | am 5. Juni | am 5. Juli | am 5. August |
      am 5. September | am 5. Oktober | am 5. November | am 5. Dezember`,
    unlike: 'im Mai',
  },
  {
    kind: 'lasting',
    phrases: ['ab|jede|jeden|täglich|wöchentlich|monatlich|immer'],
    like: 'ab heute | jede Woche | jeden Tag | täglich | wöchentlich | monatlich | immer',
    unlike: 'heute',
  },
  {
    kind: 'once',
    phrases: ['zuerst|sofort|so_schnell_wie_möglich|so_bald_wie_möglich'],
    notAfter: ['ab'],
    like: `
      Ich habe beschlossen, zuerst zu fragen | Wir haben beschlossen, sofort zu gehen |
      Wir haben beschlossen, so schnell wie möglich zu gehen | beschlossen, so bald wie möglich zu gehen`,
    unlike: 'Wir haben beschlossen, ab sofort Redis zu nehmen',
  },
  {
    kind: 'once',
    phrases: ['beschlossen|entschieden … kaufen|bestellen|buchen|besuchen|zustimmen|heiraten'],
    like: `
      Ich habe beschlossen, es zu kaufen | Wir haben entschieden, es zu bestellen | Wir haben beschlossen zu buchen |
      Ich habe beschlossen, Rom zu besuchen | Wir haben beschlossen, dem Preis zustimmen zu können |
      Wir haben beschlossen zu heiraten`,
    unlike: 'Wir haben beschlossen, Redis zu verwenden',
  },
]
