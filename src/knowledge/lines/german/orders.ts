import type { TableRow } from '../row.js'

/** German and Chinese sentences with a word for `always` or `from now on`: those that order without an imperative, and those that only
 * report. [M11] */

const FROM_NOW_ON =
  'ab_jetzt|ab_sofort|von_jetzt_an|von_nun_an|künftig|in_zukunft|immer|nie|niemals|stets|grundsätzlich|auf_keinen_fall'
/** Verbs that make a sentence with an infinitive at its end a statement. */
export const NO_ORDER = 'muss|müssen|kann|können|wird|werden|so_kann*|so_könn*|so_wird|so_werden'

/** The parts of an order, and words by which it is known to hold for all that comes. [M11] */
export const ORDERS: readonly TableRow[] = [
  {
    kind: 'lead',
    at: 'start',
    phrases: ['bitte|und|aber|also|wichtig|merk_dir|denk_dran'],
    like: 'bitte geh | und geh | aber geh | also geh | Wichtig: geh | Merk dir: geh | Denk dran: geh',
    unlike: 'bitten',
  },
  {
    kind: 'general',
    at: 'start',
    phrases: [
      'verwende|benutze|nutze|schreib|schreibe|antworte … nur|kein|keine|keinen|nicht|auf_deutsch',
      'keinesfalls',
    ],
    like: `
      Verwende hier nur Tabs. | Benutze bitte kein Tab. | Nutze bitte keine Tabs. | Schreib bitte keinen Tab. |
      Schreibe bitte nicht so. | Antworte bitte auf Deutsch. | Keinesfalls Tabs.`,
    unlike: 'Sie verwenden nur Tabs.',
  },
  {
    kind: 'answering',
    at: 'start',
    phrases: ['bitte? antworte|schreib|schreibe|sprich|nenn'],
    like: 'Bitte antworte kurz. | Schreib kurz. | Schreibe kurz. | Sprich kurz. | Nenn mich Ann.',
    unlike: 'Ich antworte kurz.',
  },
  {
    kind: 'from-now-on',
    phrases: ['ab|von jetzt|sofort', 'von_nun_an|künftig|in_zukunft|grundsätzlich|jedes_mal'],
    like: `
      Ab jetzt Tabs. | Ab sofort Tabs. | Von jetzt an Tabs. | Von nun an Tabs. | Künftig Tabs. | In Zukunft Tabs. |
      Grundsätzlich Tabs. | Jedes Mal Tabs.`,
    unlike: 'Jetzt Tabs.',
  },
  {
    kind: 'always',
    phrases: ['immer|nie|niemals|stets|grundsätzlich|ausnahmslos|auf_keinen_fall|jedes_mal'],
    like: `
      Immer Tabs. | Nie Tabs. | Niemals Tabs. | Stets Tabs. | Grundsätzlich Tabs. | Ausnahmslos Tabs. |
      Auf keinen Fall Tabs. | Jedes Mal Tabs.`,
    unlike: 'Jetzt Tabs.',
  },
  {
    kind: 'imperative',
    at: 'opens',
    phrases: ['und|also|aber|dann? *e|gib|nimm|lies|sprich|halt|mach|lass|schreib|setz|sei'],
    notThen: ['du'],
    like: `
      Bitte verwende Tabs. | Und antworte kurz. | Also nenne Namen. | Aber schreibe kurz. | Dann nutze Tabs. |
      Gib Namen. | Nimm Tabs. | Lies Namen. | Sprich leise. | Halt an. | Mach Pausen. | Lass Platz. | Schreib kurz. |
      Setz Tabs. | Sei kurz.`,
    unlike: 'Tabs sind gut. | Verwende. | Kate, du irrst.',
  },
  {
    kind: 'statement',
    priority: 20,
    at: 'start',
    phrases: ['meine|deine|ihre|unsere|eine|keine|diese|alle|viele'],
    like: `
      Meine Uhr steht nie | Deine Uhr steht nie | Ihre Uhr steht nie | Unsere Uhr steht nie | Eine Uhr steht nie |
      Keine Uhr steht | Diese Uhr steht nie | Alle Uhren stehen | Viele Uhren stehen`,
    unlike: 'Erkläre immer deine Schritte',
  },
  {
    // A subject or the verb of a report, in what could be an imperative or an infinitive that orders.
    kind: 'statement',
    priority: 20,
    phrases: [
      'ich|wir|er|sie|es|man|sich|immer_noch|noch_immer|immer_mehr|immer_weniger|immer_wieder|immer_wenn|nie_wieder|nie_mehr',
      'hat|haben|hatte|hatten|ist|sind|war|waren|wird|werden|gehen|seine|liebe|*iker|*innen|leute|menschen',
    ],
    like: `
      das noch immer aktuelle | nie ich | immer wir | immer er | immer sie | immer es | nie man | nie sich |
      immer noch warten | immer mehr warten | immer weniger warten | immer wieder warten | immer wenn |
      nie wieder warten | nie mehr warten | Kate hat | Alte haben | Hatte Ann | Hatten alle | Kate ist | Alte sind |
      Kate war | Alte waren | Kate wird | Geräte werden | Heutzutage gehen alle | Aber seine Frau | Liebe Freunde |
      Politiker müssen immer lügen | Wählerinnen müssen immer warten | Leute müssen immer warten |
      Menschen müssen immer warten`,
    unlike: 'Immer Tabs verwenden | nur noch Tabs',
  },
  {
    kind: 'addressed',
    at: 'start',
    phrases: ['möchte|will ich dass du', 'sollst|solltest|musst du', 'verwenden|nutzen|benutzen|schreiben wir'],
    like: `
      möchte ich, dass du Tests schreibst | will ich, dass du Tests schreibst | sollst du Tests schreiben |
      solltest du Tests schreiben | musst du Tests schreiben | verwenden wir Tabs | nutzen wir Tabs |
      benutzen wir Tabs | schreiben wir Tests`,
    unlike: 'möchte ich Tests schreiben | sollst lesen | gehen wir',
  },
  {
    // An infinitive at the end orders.
    kind: 'brief',
    at: 'whole',
    phrases: [`bitte? ${FROM_NOW_ON} !${NO_ORDER} {words} *en|*ern|*eln`],
    like: `
      Ab jetzt Tabs verwenden | Ab sofort Tabs verwenden | Von jetzt an Tabs verwenden | Von nun an Tabs verwenden |
      Künftig Tabs verwenden | In Zukunft Tabs verwenden | Immer Tabs verwenden. | Nie Tabs verwenden |
      Niemals Tabs verwenden | Stets Tabs verwenden | Grundsätzlich Tabs verwenden | Auf keinen Fall Tabs verwenden |
      Bitte immer Tabs verwenden | Immer Fehler verbessern | Immer Namen sammeln`,
    unlike: `
      Immer auf der Jagd nach Klicks | Tabs immer verwenden | Immer müssen Leute warten | Nie werden Leute warten |
      Nie wird wer warten | Immer muss wer warten | Nie kann wer warten | Nie können Leute warten |
      Immer so kannst du es lernen | Immer so können wir es lernen | Immer so wird er es lernen |
      Immer so werden wir es lernen`,
  },
  {
    // A duty of things: `Tests müssen immer grün sein`.
    kind: 'brief',
    phrases: ['muss|müssen|soll|sollen immer|nie|niemals|stets|grundsätzlich', 'darf|dürfen nie|niemals'],
    like: `
      Tests müssen immer grün sein | Namen dürfen nie fehlen | Ein Name darf niemals fehlen | Ein Test muss nie warten |
      Ein Test soll niemals warten | Ein Test muss stets laufen | Preise sollen grundsätzlich stimmen |
      Ein Preis soll immer stimmen`,
    unlike: 'Tests müssen grün sein',
  },
  {
    kind: 'brief',
    phrases: [
      ...['du sollst|musst|darfst', 'ihr sollt|müsst|dürft', 'sollst|musst|darfst du', 'ich möchte|will dass du|ihr'],
    ],
    like: `
      du sollst immer testen | du musst immer testen | du darfst nie pushen | ihr sollt immer testen |
      ihr müsst immer testen | ihr dürft nie pushen | künftig sollst du testen | künftig musst du testen |
      nie darfst du pushen | ich möchte, dass du immer testest | ich will, dass ihr immer testet`,
    unlike: 'er soll immer testen | ich möchte immer testen',
  },
  {
    kind: 'brief',
    at: 'start',
    phrases: ['bitte ab|von_jetzt|künftig|in_zukunft', 'ab|von jetzt|sofort|nun an? bitte', 'künftig|in_zukunft bitte'],
    like: `
      Bitte ab jetzt Tabs. | Bitte von jetzt an Tabs. | Bitte künftig Tabs. | Bitte in Zukunft Tabs. |
      Ab jetzt bitte Tabs. | Ab sofort bitte Tabs. | Von nun an bitte Tabs. | Künftig bitte Tabs. |
      In Zukunft bitte Tabs.`,
    unlike: 'Bitte komm ab und zu. | Künftig Tabs.',
  },
]
