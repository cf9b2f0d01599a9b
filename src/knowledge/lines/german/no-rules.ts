import type { TableRow } from '../row.js'

/** What only sounds like a rule: `You always cheer me up`, `That must have been awesome`, a saying. [C9] [M11] */
export const NO_RULES: readonly TableRow[] = [
  {
    // What people must and may is no order to an assistant.
    kind: 'supposition',
    priority: 60,
    phrases: [
      'ich|wir|er|man darf|dürfen|soll|sollen|muss|müssen',
      'darf|dürfen|soll|sollen|muss|müssen ich|wir|er|man',
    ],
    like: `
      Ich darf sie nie leeren. | Wir dürfen nie ruhen. | Er soll nie ruhen. | Wir sollen nie ruhen. |
      Man muss immer warten. | Wir müssen immer warten. | So darf man nie reden. | So dürfen wir nie reden. |
      So soll er nie reden. | So sollen wir nie reden. | So muss ich immer warten. | So müssen wir nie reden.`,
    unlike: 'Die Tabelle darf nie fehlen.',
  },
  {
    kind: 'advice',
    phrases: ['du darfst|musst'],
    like: 'Du darfst nie aufgeben | Du musst immer warten',
    unlike: 'Du sollst immer testen | Nenn mich Ann',
  },
  {
    kind: 'universal',
    at: 'start',
    phrases: ['!ich|wir|sie {word} {words} jede|jeder antwort|nachricht|erklärung'],
    like: `
      Fang nicht jede Antwort mit Lob an | Beende jede Nachricht kurz | Setz unter jede Erklärung einen Link |
      Fang mit jeder Antwort neu an`,
    unlike: ['ich', 'wir', 'sie'].map((word) => `${word} lese gern jede Antwort`),
  },
  {
    kind: 'reassurance',
    at: 'start',
    phrases: ['alle|jede|jeder|jedes leute|menschen|mensch|kinder|mal|tag|deutschen|*innen'],
    like: `
      Alle Leute sollen wählen | Alle Menschen sollen wählen | Jeder Mensch soll wählen | Alle Kinder sollen spielen |
      Jedes Mal soll es klappen | Jeder Tag soll zählen | Alle Deutschen sollen wählen |
      Alle Wählerinnen sollen wählen | Jede Wählerinnen`,
    unlike: 'Alle Preise sollen stimmen',
  },
]
