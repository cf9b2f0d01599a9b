import { choices, words } from '../lists.js'
import type { TableRow } from '../row.js'

const TEXTS = 'text|artikel|brief|absatz|bericht|aufsatz|abschnitt|beitrag|mail|nachricht|beschreibung|vertrag|gedicht'

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
  {
    // All that is said in this conversation. With a request, it is a rule of the conversation.
    kind: 'conversation',
    phrases: [
      'während|rest|dauer … unseres|dieses|des ganzen? gesprächs|chats',
      'in|für dieser|unserer|diesem|unserem ganzen? unterhaltung|gespräch|chat',
      'jede|jeder|allen|deine|deinen|ihre|ihren antwort|antworten',
    ],
    like: `
      während unseres ganzen Gesprächs | für den Rest des Gesprächs | für die Dauer dieses Chats | in dieser Unterhaltung |
      für diesem ganzen Chat | in unserer Unterhaltung | in diesem Gespräch | in unserem Chat | jede Antwort |
      in jeder Antwort | in allen Antworten | deine Antworten | in deinen Antworten | Ihre Antworten | in Ihren Antworten`,
    unlike: 'die Antwort | im Chat | das Gespräch',
  },
  {
    // A text that the message shows.
    kind: 'pointed',
    phrases: [`diesen|diesem|diese|dieser|dieses|folgenden|folgende {word}? ${TEXTS}`],
    like: [
      ...choices(TEXTS).map((text) => `Kürze diesen ${text}`),
      ...words('diesem diese dieser dieses folgenden folgende').map((word) => `aus ${word} Text`),
      'diesen langen Text',
    ],
    unlike: 'der Text | diese Woche',
  },
  {
    // The rules are the items below.
    kind: 'listing',
    at: 'start',
    phrases: [
      'bitte? befolge|beachte|befolgen|beachten … regeln|schritte|vorgaben|anweisungen',
      'bitte? halte|halten dich|sie_sich an',
    ],
    like: `
      Befolge diese Regeln | Bitte beachte diese Schritte | Befolgen Sie die Vorgaben | Beachten Sie die Anweisungen |
      Befolge immer diese Regeln | Halte dich an diese Regeln | Bitte halten Sie sich an die Regeln | Halte dich an`,
    unlike: 'Die Regeln sind alt | Halte an',
  },
]
