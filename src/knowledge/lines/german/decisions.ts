import { texts, words } from '../lists.js'
import type { TableRow } from '../row.js'

const THE = 'den|die|das|ein|eine|einen'
const OFFERS = 'Option|option|Variante|Vorschlag|Ansatz|Lösung|Möglichkeit|Alternative|Idee'

/** Reports that something was decided, and that it was not. [C4] [C9] [M11] */
export const DECISIONS: readonly TableRow[] = [
  {
    kind: 'decided',
    phrases: [
      `wir|ich bleibe|bleiben {word}? bei ${THE}? {name}|#`,
      `wir|ich setze|setzen {word}? {word}? {word}? {word}? auf ${THE}? {name}|#`,
      `wir|ich verzichten auf ${THE}? {name}|#`,
    ],
    like: [
      ...words('bleiben_bei setzen_auf verzichten_auf')
        .map((verb) => verb.replace('_', ' '))
        .flatMap((verb) => [
          ...['Redis', '18', ...THE.split('|').map((the) => `${the} Redis`)].map((what) => `Wir ${verb} ${what}`),
          `ich ${verb} Redis`,
        ]),
      ...texts('Ich bleibe bei Redis, Wir bleiben vorerst bei Redis, Ich setze auf Redis'),
      ...texts('Wir setzen von jetzt an hier auf Redis'),
    ],
    unlike: 'Wir bleiben bei dir | Wir setzen auf dich | Sie setzen auf Redis | Wir bleiben auf Rhodos',
  },
  {
    kind: 'naming',
    phrases: ['unser* {word} läuft|laufen auf|mit {words} #'],
    like: 'unser Server läuft auf Debian 12 | unsere Tests laufen mit jetzt Node 20 | Unser Server läuft mit Debian 12',
    unlike: 'unser Server läuft auf Hochtouren | der Server läuft auf Debian 12',
  },
  {
    kind: 'offered',
    pattern: new RegExp(`(?<!\\p{L})(?:${OFFERS}) (?:\\d{1,2}|[A-Z])(?!\\p{L})`, 'u'),
    like: OFFERS.split('|').flatMap((noun) => [`${noun} 2`, `${noun} B`]),
    unlike: 'Variante Bahn | Mietoption 2',
  },
]
