import type { LineRow } from './row.js'

/** German words by which an order is known to hold for all that comes. [M11] */
export const STANDING_ELSEWHERE: readonly LineRow[] = [
  {
    kind: 'lead',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['bitte|und|aber|also|wichtig|merk_dir|denk_dran'],
    like: 'bitte geh | und geh | aber geh | also geh | Wichtig: geh | Merk dir: geh | Denk dran: geh',
    unlike: 'bitten',
  },
  {
    kind: 'general',
    priority: 10,
    language: 'de',
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
    kind: 'advice',
    priority: 10,
    language: 'de',
    phrases: ['du darfst|musst'],
    like: 'Du darfst nie aufgeben | Du musst immer warten',
    unlike: 'Du sollst immer testen | Nenn mich Ann',
  },
  {
    kind: 'answering',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['bitte? antworte|schreib|schreibe|sprich|nenn'],
    like: 'Bitte antworte kurz. | Schreib kurz. | Schreibe kurz. | Sprich kurz. | Nenn mich Ann.',
    unlike: 'Ich antworte kurz.',
  },
  {
    kind: 'from-now-on',
    priority: 10,
    language: 'de',
    phrases: ['ab|von jetzt|sofort', 'von_nun_an|künftig|in_zukunft|grundsätzlich|jedes_mal'],
    like: `
      Ab jetzt Tabs. | Ab sofort Tabs. | Von jetzt an Tabs. | Von nun an Tabs. | Künftig Tabs. | In Zukunft Tabs. |
      Grundsätzlich Tabs. | Jedes Mal Tabs.`,
    unlike: 'Jetzt Tabs.',
  },
  {
    kind: 'always',
    priority: 10,
    language: 'de',
    phrases: ['immer|nie|niemals|stets|grundsätzlich|ausnahmslos|auf_keinen_fall|jedes_mal'],
    like: `
      Immer Tabs. | Nie Tabs. | Niemals Tabs. | Stets Tabs. | Grundsätzlich Tabs. | Ausnahmslos Tabs. |
      Auf keinen Fall Tabs. | Jedes Mal Tabs.`,
    unlike: 'Jetzt Tabs.',
  },
  {
    kind: 'imperative',
    priority: 10,
    language: 'de',
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
    language: 'de',
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
    language: 'de',
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
    kind: 'bound',
    priority: 10,
    language: 'de',
    phrases: [
      'diese|dieser|dieses|diesem|diesen|hier|oben|unten|heute|erstmal|zuerst|noch_nicht|seinen|seinem|seiner|seines|zum_beispiel',
    ],
    like: `
      diese Zeile | dieser Text | dieses Wort | diesem Text | diesen Text | hier nicht | wie oben | wie unten |
      heute nicht | erstmal nicht | zuerst nicht | noch nicht | seinen Worten | seinem Wort | seiner Frau |
      seines Wortes | nimm zum Beispiel Tabs`,
    unlike: 'Tabs | Diesel',
  },
  {
    // The next step of a task.
    kind: 'bound',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['*e|lass|gib|mach uns|mir? dann'],
    like: 'Gliedere dann die Schritte | Lass uns dann testen | Gib mir dann Namen | Mach dann Tests',
    unlike: 'Wenn ich frage, dann antworte',
  },
  {
    kind: 'bound',
    priority: 10,
    language: 'de',
    phrases: ['jetzt|morgen'],
    notAfter: ['ab', 'von'],
    like: 'jetzt Tabs | morgen Tabs',
    unlike: 'ab jetzt Tabs | von jetzt an Tabs',
  },
]
