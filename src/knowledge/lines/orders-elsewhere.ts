import type { LineRow } from './row.js'

/** German and Chinese sentences with a word for `always` or `from now on`: those that order without an imperative, and those that only
 * report. [M11] */
export const ORDERS_ELSEWHERE: readonly LineRow[] = [
  {
    // An infinitive at the end orders.
    kind: 'brief',
    priority: 10,
    language: 'de',
    pattern:
      /^(?:(?:[Bb]itte|[Uu]nd|[Aa]lso|[Aa]ber|[Dd]ann),? )?(?:[Aa]b (?:jetzt|sofort)|[Vv]on (?:jetzt|nun) an|[Kk]ünftig|[Ii]n Zukunft|[Ii]mmer|[Nn]ie|[Nn]iemals|[Ss]tets|[Gg]rundsätzlich|[Aa]usnahmslos|[Aa]uf keinen Fall|[Jj]edes Mal)(?! (?:mehr|noch|wieder|wenn|und)(?!\p{L}))(?: (?!(?:ich|wir|er|sie|es|man|sich|darf|dürfen|kann|wird|werden|muss|müssen|die Leute)(?!\p{L}))[^\s.!?]{1,40}){0,12} \p{Ll}{2,30}(?:en|ern|eln)[.!]{0,3}$/u,
    like: [
      ...['Bitte immer Tabs verwenden.', 'Und nie direkt pushen.', 'Also niemals pushen', 'Aber stets Tabs setzen'],
      ...['Dann grundsätzlich testen', 'Ab jetzt Tabs verwenden', 'ab sofort Tabs verwenden'],
      ...['Von jetzt an Tabs nehmen', 'von nun an Tabs nehmen', 'Künftig Tabs nehmen', 'In Zukunft Tabs nehmen'],
      ...['Ausnahmslos Tabs nehmen', 'Auf keinen Fall Tabs nehmen', 'Jedes Mal testen', 'Immer ändern', 'Nie sammeln'],
    ],
    unlike: [
      ...['Immer mehr Leute gehen', 'Immer noch Fehler sehen', 'Immer wieder Fehler sehen', 'Immer wenn Leute gehen'],
      ...['Nie und nimmer sehen', 'Künftig brauche ich nicht gehen', 'Künftig wollen wir gehen'],
      ...['Künftig soll er gehen', 'Künftig wollen sie gehen', 'Künftig soll es gehen', 'Künftig soll man gehen'],
      ...['Künftig sollen sich alle sehen', 'Künftig sollen die Leute gehen', 'Künftig darf keiner gehen'],
      ...['Künftig dürfen Leute gehen', 'Nie kann jemand gehen', 'Nie wird jemand gehen', 'Nie werden Leute gehen'],
      ...['Nie muss jemand gehen', 'Nie müssen Leute gehen', 'Nie verurteilt im Bundestag'],
      'Immer auf der Jagd nach Klicks',
    ],
  },
  {
    kind: 'brief',
    priority: 10,
    language: 'de',
    phrases: [
      ...['du sollst|musst|darfst', 'ihr sollt|müsst|dürft', 'sollst|musst|darfst du', 'ich möchte|will dass du|ihr'],
    ],
    like: [
      ...['du sollst immer testen', 'du musst immer testen', 'du darfst nie pushen', 'ihr sollt immer testen'],
      ...['ihr müsst immer testen', 'ihr dürft nie pushen', 'künftig sollst du testen', 'künftig musst du testen'],
      ...['nie darfst du pushen', 'ich möchte, dass du immer testest', 'ich will, dass ihr immer testet'],
    ],
    unlike: ['er soll immer testen', 'ich möchte immer testen'],
  },
  {
    kind: 'brief',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['bitte ab|von_jetzt|künftig|in_zukunft', 'ab|von jetzt|sofort|nun an? bitte', 'künftig|in_zukunft bitte'],
    like: [
      ...['Bitte ab jetzt Tabs.', 'Bitte von jetzt an Tabs.', 'Bitte künftig Tabs.', 'Bitte in Zukunft Tabs.'],
      ...['Ab jetzt bitte Tabs.', 'Ab sofort bitte Tabs.', 'Von nun an bitte Tabs.', 'Künftig bitte Tabs.'],
      'In Zukunft bitte Tabs.',
    ],
    unlike: ['Bitte komm ab und zu.', 'Künftig Tabs.'],
  },
  {
    // The first person of verbs whose imperative has another form, and of reports.
    kind: 'statement',
    priority: 20,
    language: 'de',
    at: 'start',
    phrases: ['nehme|sehe|lese|gebe|spreche|dachte|hatte|glaube|hoffe|freue|wünsche'],
    like: [
      ...['nehme Tabs', 'sehe Tabs', 'lese Namen', 'gebe Namen', 'spreche leise', 'dachte so', 'hatte Namen'],
      ...['glaube so', 'hoffe so', 'freue mich', 'wünsche Namen'],
    ],
    unlike: ['nimm Tabs'],
  },
  {
    // A noun before its verb, and a salutation.
    kind: 'statement',
    priority: 20,
    language: 'de',
    at: 'start',
    phrases: [
      '*e ist|sind|war|waren|gab|gibt|hat|haben|wird|werden|kann|können|darf|dürfen|muss|müssen|soll|sollen|will|wollen',
      'liebe',
    ],
    like: [
      ...['Hilfe ist immer gut', 'Leute sind immer da', 'Hilfe war nie da', 'Leute waren nie da', 'Hilfe gab es nie'],
      ...['Hilfe gibt es nie', 'Hilfe hat immer Wert', 'Leute haben nie Zeit', 'Hilfe wird nie enden'],
      ...['Leute werden nie gehen', 'Hilfe kann nie schaden', 'Leute können nie gehen', 'Hilfe darf nie enden'],
      ...['Leute dürfen nie gehen', 'Hilfe muss immer sein', 'Leute müssen immer gehen', 'Hilfe soll nie enden'],
      ...['Leute sollen nie gehen', 'Hilfe will man immer', 'Leute wollen nie gehen', 'Liebe Leute'],
    ],
    unlike: ['Nutze immer Tabs', 'Schreibe Tests immer auf Englisch'],
  },
  {
    // The person is the subject.
    kind: 'report',
    priority: 10,
    language: 'zh',
    pattern: /我们?(?:以后)?(?:还|也|会|能|可以|想(?!让)|必须|不能|应该|得|长大|每次|总是|始终)|不得[不已]|也必须/u,
    like: [
      ...[
        '我还会来',
        '我也会来',
        '我们以后还会来',
        '以后我会来',
        '以后我能来',
        '以后我可以来',
        '以后我想来',
        '我必须走了',
        '我不能来',
        '以后我应该来',
        '我得走了',
        '我长大以后来',
      ],
      ...['我们每次来', '我总是来', '我始终来', '不得不来', '不得已', '你也必须来'],
    ],
    unlike: ['以后我想让你用中文', '不得提交', '你必须用中文', '以后我提问时用中文'],
  },
  {
    kind: 'report',
    priority: 10,
    language: 'zh',
    pattern:
      /(?:大家|人们|[他她]们?).{0,30}(?:始终|每次|总是)|(?:始终|每次|总是)都?有人|每次.{0,12}都(?:能|会|是|让|觉得)|总是(?:需要|能|会|让|觉得|感到|和|在)|始终.{0,4}着|(?:^|[，,])别.{1,6}了[。！!]?$|别生|^用我的|^用.{2,20}很/u,
    like: [
      ...[
        '大家始终努力',
        '人们每次来',
        '他们总是来',
        '她每次来',
        '每次都有人来',
        '每次来都能用',
        '每次来都会用',
        '每次来都是好的',
        '每次来都让人笑',
        '每次来都觉得好',
        '总是需要用',
      ],
      ...[
        '总是能用',
        '总是会用',
        '总是让人笑',
        '总是觉得好',
        '总是感到好',
        '总是和人来',
        '总是在家',
        '始终保持着',
        '别喊了。',
        '好，别喊了',
        '别生气',
        '用我的想法',
      ],
      ...['用手打字很慢', '始终有人来', '总是有人来'],
    ],
    unlike: ['每次用中文', '总是用空格', '始终用空格', '别用空格', '用空格', '不要提他'],
  },
]
