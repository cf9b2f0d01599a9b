/** Forms of a question that say whose words answer it: those of the person who asks, or those of the other side. The first row that fits
 * decides. The table is data: what decides with it is in src/domain/recall/sides.ts. [M2] */
export interface SideRow {
  side: 'user' | 'assistant'
  pattern: RegExp
  like: readonly string[]
  unlike: readonly string[]
}

export const SIDES: readonly SideRow[] = [
  {
    side: 'assistant',
    pattern: /\b(?:[Dd]id|[Hh]ave|[Hh]ad) you\b/u,
    like: [
      ...['What did you recommend for the cover letter?', 'Did you find the cause?', 'Which of them have you tried?'],
      ...['Have you seen the log?', 'What had you changed before that?', 'Had you run the tests?'],
    ],
    unlike: ['Can you show me how to do it?', 'What do you think?', 'When did your mother call?'],
  },
  {
    side: 'assistant',
    pattern: /\b[Hh](?:ast|attest) du\b|\b[Hh](?:aben|atten) Sie\b/u,
    like: [
      ...['Was hast du mir empfohlen?', 'Hast du den Fehler gefunden?', 'Was hattest du vorher geändert?'],
      ...['Was haben Sie vorgeschlagen?', 'Was hatten Sie vorher gesagt?'],
    ],
    unlike: ['Kannst du mir helfen?', 'Wo haben sie sich getroffen?'],
  },
  {
    side: 'assistant',
    pattern: /你.{0,12}过/u,
    like: ['你推荐过哪些餐厅？'],
    unlike: ['你觉得怎么样？', '他推荐过哪些餐厅？'],
  },
  {
    side: 'user',
    pattern: /\b(?:[Dd]id|[Hh]ave|[Hh]ad|[Ww]as|[Aa]m) I\b/u,
    like: [
      ...['What did I say about the budget?', 'Did I mention a date?', 'Which cities have I visited?'],
      ...['Have I ever attended a workshop?', 'What had I planned?', 'Had I paid by then?', 'When was I in Utrecht?'],
      ...['Was I ever there?', 'Which course am I in?', 'Am I allergic to nuts?'],
    ],
    unlike: ['I am planning a trip. Where should we go?', 'When is the call?', 'Did Ian call?'],
  },
  {
    side: 'user',
    pattern: /\b(?:[Hh]abe|[Hh]atte|[Bb]in|[Ww]ar) ich\b/u,
    like: [
      ...['Was habe ich bestellt?', 'Habe ich schon bezahlt?', 'Was hatte ich geplant?'],
      ...['Wogegen bin ich allergisch?', 'Bin ich schon angemeldet?', 'Wann war ich in Wien?', 'War ich schon dort?'],
    ],
    unlike: ['Wann war das Treffen?', 'Ich bin müde. Was hilft?'],
  },
  {
    side: 'user',
    pattern: /我.{0,12}过/u,
    like: ['我去过哪些城市？'],
    unlike: ['我应该去哪里？', '他去过哪些城市？'],
  },
]
