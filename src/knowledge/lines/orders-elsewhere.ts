import type { LineRow } from './row.js'

/** German and Chinese sentences with a word for `always` or `from now on`: those that order without an imperative, and those that only
 * report. [M11] */

const FROM_NOW_ON =
  'ab_jetzt|ab_sofort|von_jetzt_an|von_nun_an|künftig|in_zukunft|immer|nie|niemals|stets|grundsätzlich|auf_keinen_fall'
/** Verbs that make a sentence with an infinitive at its end a statement. */
export const NO_ORDER = 'muss|müssen|kann|können|wird|werden|so_kann*|so_könn*|so_wird|so_werden'

export const ORDERS_ELSEWHERE: readonly LineRow[] = [
  {
    // An infinitive at the end orders.
    kind: 'brief',
    priority: 10,
    language: 'de',
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
    priority: 10,
    language: 'de',
    phrases: ['muss|müssen|soll|sollen immer|nie|niemals|stets|grundsätzlich', 'darf|dürfen nie|niemals'],
    like: `
      Tests müssen immer grün sein | Namen dürfen nie fehlen | Ein Name darf niemals fehlen | Ein Test muss nie warten |
      Ein Test soll niemals warten | Ein Test muss stets laufen | Preise sollen grundsätzlich stimmen |
      Ein Preis soll immer stimmen`,
    unlike: 'Tests müssen grün sein',
  },
  {
    kind: 'brief',
    priority: 10,
    language: 'de',
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
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['bitte ab|von_jetzt|künftig|in_zukunft', 'ab|von jetzt|sofort|nun an? bitte', 'künftig|in_zukunft bitte'],
    like: `
      Bitte ab jetzt Tabs. | Bitte von jetzt an Tabs. | Bitte künftig Tabs. | Bitte in Zukunft Tabs. |
      Ab jetzt bitte Tabs. | Ab sofort bitte Tabs. | Von nun an bitte Tabs. | Künftig bitte Tabs. |
      In Zukunft bitte Tabs.`,
    unlike: 'Bitte komm ab und zu. | Künftig Tabs.',
  },
  {
    // The person is the subject.
    kind: 'report',
    priority: 10,
    language: 'zh',
    phrases: ['我|我们 以后? !想让 还|也|会|能|可以|想|必须|不能|应该|得|长大|每次|总是|始终', '不得 不|已', '也必须'],
    like: `
      我还会来 | 我也会来 | 我们以后还会来 | 以后我会来 | 以后我能来 | 以后我可以来 | 以后我想来 | 我必须走了 |
      我不能来 | 以后我应该来 | 我得走了 | 我长大以后来 | 我们每次来 | 我总是来 | 我始终来 | 不得不来 | 不得已 |
      你也必须来`,
    unlike: '以后我想让你用中文 | 不得提交 | 你必须用中文 | 以后我提问时用中文',
  },
  {
    kind: 'report',
    priority: 10,
    language: 'zh',
    pattern:
      /(?:大家|人们|[他她]们?).{0,30}(?:始终|每次|总是)|(?:始终|每次|总是)都?有人|每次.{0,12}都(?:能|会|是|让|觉得)|总是(?:需要|能|会|让|觉得|感到|和|在)|始终.{0,4}着|(?:^|[，,])别(?!再).{1,6}了[。！!]?$|别生|^用我的|^用.{2,20}很/u,
    like: `
      大家始终努力 | 人们每次来 | 他们总是来 | 她每次来 | 每次都有人来 | 每次来都能用 | 每次来都会用 | 每次来都是好的 |
      每次来都让人笑 | 每次来都觉得好 | 总是需要用 | 总是能用 | 总是会用 | 总是让人笑 | 总是觉得好 | 总是感到好 |
      总是和人来 | 总是在家 | 始终保持着 | 别喊了。 | 好，别喊了 | 别生气 | 用我的想法 | 用手打字很慢 | 始终有人来 |
      总是有人来`,
    unlike: '每次用中文 | 总是用空格 | 始终用空格 | 别用空格 | 用空格 | 不要提他',
  },
  {
    // About all of a kind.
    kind: 'all-of-kind',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['alle|jede|jeder|jedes *? * sollen|soll|brauchen|braucht'],
    like: `
      Alle Preise sollen in Euro sein | Jede Seite soll laden | Jeder Test soll laufen | Jedes Bild braucht Text |
      Alle neuen Bilder brauchen Text`,
    unlike: 'Alle Preise steigen | Jeder muss essen',
  },
  {
    kind: 'universal',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['!ich|wir|sie {word} {words} jede|jeder antwort|nachricht|erklärung'],
    like: `
      Fang nicht jede Antwort mit Lob an | Beende jede Nachricht kurz | Setz unter jede Erklärung einen Link |
      Fang mit jeder Antwort neu an`,
    unlike: ['ich', 'wir', 'sie'].map((word) => `${word} lese gern jede Antwort`),
  },
  {
    // For each time that a person asks: after the comma, an imperative, which does not end like the other forms of verbs.
    kind: 'each-time',
    priority: 10,
    language: 'de',
    pattern: new RegExp(
      '^wenn (?:ich|du) [^,.?!]{0,60}' +
        '(?:schreibe|schreibst|antwortest|erklärst|frage|bitte|schicke|sende|poste|teile|zeige|gebe|brauche|will|möchte|erwähne), ' +
        '\\p{Ll}{2,20}(?<!t|en|bin)(?! (?:ich|du|er|sie|es|wir|ihr|man)\\b)(?=[ .!])',
      'iu',
    ),
    like: `
      Wenn ich so schreibe, gib Namen | Wenn du Code schreibst, gib Namen | Wenn du antwortest, gib Namen |
      Wenn du es erklärst, gib Namen | Wenn ich frage, antworte kurz | Wenn ich um Namen bitte, bitte keine Listen |
      Wenn ich es schicke, gib Namen | Wenn ich es sende, gib Namen | Wenn ich es poste, gib Namen |
      Wenn ich es teile, gib Namen | Wenn ich es zeige, gib Namen | Wenn ich Code gebe, lies ihn |
      Wenn ich es brauche, gib Namen | Wenn ich es will, gib Namen | Wenn ich es möchte, gib Namen |
      Wenn ich Code erwähne, gib Namen`,
    unlike: `
      Wenn ich frage, sagt Ann nie was | Wenn ich frage, gehen alle | Wenn ich frage, bin da |
      Wenn ich frage, lache ich | Wenn ich frage, lache du | Wenn ich frage, lache er | Wenn ich frage, lache sie |
      Wenn ich frage, lache es | Wenn ich frage, lache wir | Wenn ich frage, lache ihr | Wenn ich frage, lache man`,
  },
  {
    kind: 'reassurance',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['alle|jede|jeder|jedes leute|menschen|mensch|kinder|mal|tag|deutschen|*innen'],
    like: `
      Alle Leute sollen wählen | Alle Menschen sollen wählen | Jeder Mensch soll wählen | Alle Kinder sollen spielen |
      Jedes Mal soll es klappen | Jeder Tag soll zählen | Alle Deutschen sollen wählen |
      Alle Wählerinnen sollen wählen | Jede Wählerinnen`,
    unlike: 'Alle Preise sollen stimmen',
  },
]
