import { choices, words } from '../lists.js'
import type { TableRow } from '../row.js'

const SAYS =
  'antwort|schreib|erklär|nenn|zeig|frag|warn|verwend|benutz|nutz|prüf|test|start|beend|beginn|übersetz|zitier|formatier|kommentier|' +
  'dokumentier|commit|push|merg|deploy|lösch|änder|installier|erstell|empfehl|empfiehl|sprech|sprich|duz|siez|bestätig|erwähn|begründ|' +
  'vermeid|füg|sortier|halt|leg|speicher|benenn|behandel'
const stems = (list: string) =>
  list
    .split('|')
    .map((stem) => `${stem}*`)
    .join('|')
const LANGUAGES = 'Deutsch|Englisch|Französisch|Spanisch|Italienisch|Hochdeutsch'

/** What assistants do, for whom, and in which language. What is about the person holds beside a task, too: `Write in German` may be about the
 * text of the task. [M11] */
export const DEEDS: readonly TableRow[] = [
  {
    kind: 'deed',
    phrases: [stems(SAYS), 'gib|sag mir', 'für mich', 'in rezepten|vorschlägen|mails'],
    like: [
      ...choices(SAYS).map((verb) => `nie ${verb}en`),
      ...[
        'gib mir immer Listen',
        'sag mir immer Namen',
        'nie für mich',
        'In Rezepten nie',
        'In Vorschlägen nie',
        'In Mails nie',
      ],
    ],
    unlike: 'Gib niemals auf | Sei immer du selbst | Lass dich nie unterkriegen',
  },
  {
    kind: 'bare-order',
    at: 'whole',
    phrases: ['immer|nie|niemals … *en'],
    like: 'Immer die Quelle angeben | Nie in der Nacht anrufen. | Niemals Passwörter ausgeben!',
    unlike: 'Gib niemals auf | Nie wieder Krieg | Sie werden immer fragen',
  },
  {
    kind: 'personal',
    at: 'whole',
    phrases: ['bitte? halt|halte|formulier|formuliere|schreib|schreibe alle? deine antworten|erklärungen {word} …'],
    like: `
      Halte deine Antworten kurz. | Bitte halt deine Antworten kurz! | Formuliere deine Antworten kurz |
      Formulier alle deine Erklärungen kurz | Schreibe deine Antworten kurz | Schreib deine Erklärungen kurz`,
    unlike: 'Halte die Antwort kurz | Halte deine Antwort kurz',
  },
  {
    kind: 'personal',
    pattern: new RegExp(
      `\\b(?:bitte )?(?:antworte|sprich|rede)(?: mir| mit mir)?(?: bitte)?(?: immer| nur)? (?:auf )?(?:${LANGUAGES})` +
        '(?: mit mir)?(?:,? bitte)?[.!]{0,3}$|' +
        `^(?:bitte )?(?:nur )?auf (?:${LANGUAGES}) antworten(?:,? bitte)?[.!]{0,3}$|` +
        '^(?:bitte )?(?:duze?|sieze?) mich(?: bitte)?[.!]{0,3}$',
      'iu',
    ),
    like: [
      ...LANGUAGES.split('|').flatMap((name) => [`Antworte auf ${name}.`, `Nur auf ${name} antworten, bitte!`]),
      ...['Bitte sprich Deutsch', 'Rede auf Deutsch', 'Antworte mir auf Deutsch', 'Sprich mit mir Deutsch'],
      ...['Antworte bitte auf Deutsch', 'Antworte immer auf Deutsch', 'Antworte nur auf Deutsch, bitte.'],
      ...['Sprich Deutsch mit mir', 'Antworte auf Deutsch bitte', 'Bitte auf Deutsch antworten'],
      ...['Duze mich', 'Bitte duz mich.', 'Sieze mich bitte', 'Siez mich!', 'Auf Deutsch antworten bitte'],
    ],
    unlike: 'Schreib auf Deutsch | Antworte auf Frage 3 | Sie sollen auf Deutsch antworten | Ich duze mich',
  },
  {
    kind: 'beyond-task',
    at: 'start',
    phrases: ['bitte? in diesem|unserem projekt|repo|team|code', 'im projekt|repo|team'],
    like: [
      ...words('Projekt Repo Team Code').map((name) => `In diesem ${name} verwende Tabs`),
      ...['Bitte in unserem Projekt', 'Im Projekt verwende Tabs', 'Im Repo verwende Tabs', 'Im Team verwende Tabs'],
    ],
    unlike: 'In diesem Text verwende Tabs | Das Projekt',
  },
]
