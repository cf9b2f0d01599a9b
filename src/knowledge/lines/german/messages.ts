import type { TableRow } from '../row.js'

/** What a message is as a whole: one that has the assistant play a role states rules of the role, and one that shows a text to work on states
 * nothing with the text. `You are a …` gives no role: it may be praise. [M11] [P14] */
export const MESSAGES: readonly TableRow[] = [
  {
    kind: 'role',
    phrases: ['spiel|spiele die_rolle', 'verhalte dich wie', 'tu|tue so_als', 'rollenspiel'],
    like: `
      Spiel die Rolle | Spiele die Rolle | Verhalte dich wie ein Pilot | Tu so als ob | Tue so als ob | ein Rollenspiel`,
    unlike: 'Du bist nett | Spiel mit',
  },
  {
    kind: 'showing',
    at: 'start',
    phrases: [
      'bitte|kannst_du? übersetz|übersetze|fass|fasse|korrigier|korrigiere|formulier|formuliere|kürz|kürze {words} :',
    ],
    like: `
      Übersetze das: Ann | Bitte übersetz das: Ann | Fasse zusammen: Ann | Fass zusammen: Ann | Korrigiere das: Ann |
      Korrigier das: Ann | Formuliere um: Ann | Formulier um: Ann | Kürze das: Ann | Kürz das: Ann |
      Kannst du kürze: Ann`,
    unlike: 'Übersetze das | Kürzel: Ann',
  },
]
