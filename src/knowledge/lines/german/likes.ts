import type { TableRow } from '../row.js'

/** What people like, avoid, and do as a habit, and what they want of what an assistant makes: where such a clause begins. Patterns leave out what
 * only points at something said before: `I like that`. [M11] */
export const LIKES: readonly TableRow[] = [
  {
    kind: 'wishing',
    phrases: [
      'ich|wir will|wollen|möchte|möchten|brauche|brauchen|hätte|hätten|würde|würden kein|keine|keinen|lieber|gern|gerne',
      'ich|wir will|wollen|möchte|möchten|brauche|brauchen *e antworten|erklärungen|kommentare',
    ],
    like: `
      Ich will kurze Antworten hier | Ich möchte lange Erklärungen hier | Wir brauchen kurze Kommentare hier |
      Wir wollen kurze Antworten hier | Wir möchten kurze Antworten hier | Ich brauche kurze Antworten hier |
      Ich will keine Listen | Wir wollen kein Emoji hier | Ich möchte keinen Code | Wir möchten keine Listen |
      Ich brauche keine Listen | Wir brauchen keine Listen | Ich hätte lieber Listen | Wir hätten gern Listen |
      Ich würde gerne Listen sehen | Wir würden lieber Listen sehen`,
    unlike: 'Er will keine Listen | Ich will gehen',
  },
  {
    kind: 'liking',
    at: 'within',
    phrases: [
      'ich|wir esse|essen|trinke|trinken|lese|lesen|trage|kaufe|kaufen nur',
      'ich|wir trinke|trinken|esse|essen|mag|mögen meinen|meine|mein|unseren *',
    ],
    notThen: [
      'das|die|den|diese|dieses|ein|eine|einen|eins|#|wenn|weniger|im|in|am|auf|zu|um|und|aber|weil|gerade|jetzt|mit_meiner|mit_meinem',
    ],
    like: `
      Ich esse nur halal | Wir essen nur vegan | Ich trinke nur Wasser | Wir trinken nur Wasser | Ich lese nur Krimis |
      Wir lesen nur Krimis | Ich trage nur Blau | Ich kaufe nur Bio | Wir kaufen nur Bio |
      Ich trinke meinen Kaffee schwarz | Wir trinken unseren Kaffee schwarz | Ich esse mein Steak blutig |
      Ich mag meine Eier weich | Wir mögen unseren Tee stark | Wir essen meine Eier weich`,
    unlike: `
      Ich esse nur das hier | Ich esse nur die Suppe | Ich esse nur den Fisch | Ich esse nur diese Suppe |
      Ich lese nur dieses Buch | Ich esse nur ein Ei | Ich esse nur eine Suppe | Ich esse nur einen Apfel |
      Ich esse nur eins davon | Ich esse nur 2 Eier | Ich esse nur wenn nötig | Ich esse nur weniger als du |
      Ich esse mein Brot im Zug | Ich esse mein Brot in Ruhe | Ich esse mein Brot am Tisch |
      Ich esse mein Brot auf Reisen | Ich esse mein Brot zu spät | Ich esse mein Brot um acht |
      Ich mag mein Brot und Wein | Ich mag mein Brot aber kalt | Ich mag mein Brot weil es warm ist |
      Ich esse mein Brot gerade hier | Ich esse mein Brot jetzt hier | Ich esse mein Brot mit meiner Frau |
      Ich esse mein Brot mit meinem Sohn | Er isst nur halal`,
  },
  {
    kind: 'liking',
    at: 'within',
    phrases: ['mir ist|sind … lieber'],
    like: 'Mir sind Listen lieber als Tabellen | Mir ist Tee lieber als Saft',
    unlike: 'Ihr ist Tee lieber als Saft',
  },
  {
    kind: 'liking',
    at: 'within',
    phrases: [
      ...['ich mag|liebe|hasse', 'ich esse|trinke|vertrage kein|keine|keinen', 'ich bin kein|ein großer? fan von'],
      'mein|meine lieblings* ist|sind',
    ],
    notThen: ['es|das|dich|mich|sie|ihn|den|die|dein|deine|deinen|diese|diesen|dieses|wie|was|solche|ihre|nicht_mehr'],
    like: `
      Ich mag Jazz | Ich liebe Jazz | Ich hasse Jazz | Ich esse kein Fleisch | Ich vertrage keine Nüsse |
      Ich trinke keine Milch | Ich esse keinen Fisch | Ich bin kein Fan von Jazz | Ich bin ein großer Fan von Jazz |
      Mein Lieblingsbuch ist kurz | Meine Lieblingsfarben sind hell`,
    unlike: `
      Ich mag es sehr | Ich mag das Buch | Ich mag dich sehr | Ich mag sie sehr | Ich mag ihn sehr | Ich mag den Plan |
      Ich mag die Idee | Ich mag dein Buch | Ich mag deine Idee | Ich mag deinen Plan | Ich mag diese Idee |
      Ich mag diesen Plan | Ich mag dieses Buch | Ich mag wie es klingt | Ich mag nicht mehr so | Ich mag was ich sehe |
      Ich mag solche Sachen | Ich mag Ihre Bücher | Ich mag mich irren`,
  },
]
