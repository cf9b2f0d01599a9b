import type { LineRow } from '../row.js'

/** Forms of a question that say whose words answer it: those of the person who asks, or those of the other side, which is asked for if it has
 * both. What decides with it is in src/domain/recall/sides.ts. [M2] */
export const SIDES: readonly LineRow[] = [
  {
    kind: 'of-assistant',
    priority: 20,
    language: 'en',
    phrases: ['did|have|had you'],
    like: `
      What did you recommend for the cover letter? | Did you find the cause? | Which of them have you tried? |
      Have you seen the log? | What had you changed before that? | Had you run the tests?`,
    unlike: 'Can you show me how to do it? | What do you think? | When did your mother call?',
  },
  {
    kind: 'of-assistant',
    priority: 20,
    language: 'de',
    phrases: ['hast|hattest du', 'haben|hatten {capital}sie'],
    like: `
      Was hast du mir empfohlen? | Hast du den Fehler gefunden? | Was hattest du vorher geändert? |
      Was haben Sie vorgeschlagen? | Was hatten Sie vorher gesagt?`,
    unlike: 'Kannst du mir helfen? | Wo haben sie sich getroffen?',
  },
  {
    kind: 'of-assistant',
    priority: 20,
    language: 'zh',
    phrases: ['你 … 过'],
    like: '你推荐过哪些餐厅？',
    unlike: '你觉得怎么样？ | 他推荐过哪些餐厅？',
  },
  {
    kind: 'of-user',
    priority: 10,
    language: 'en',
    phrases: ['did|have|had|was|am I'],
    like: `
      What did I say about the budget? | Did I mention a date? | Which cities have I visited? |
      Have I ever attended a workshop? | What had I planned? | Had I paid by then? | When was I in Utrecht? |
      Was I ever there? | Which course am I in? | Am I allergic to nuts?`,
    unlike: 'I am planning a trip. Where should we go? | When is the call? | Did Ian call?',
  },
  {
    kind: 'of-user',
    priority: 10,
    language: 'de',
    phrases: ['habe|hatte|bin|war ich'],
    like: `
      Was habe ich bestellt? | Habe ich schon bezahlt? | Was hatte ich geplant? | Wogegen bin ich allergisch? |
      Bin ich schon angemeldet? | Wann war ich in Wien? | War ich schon dort?`,
    unlike: 'Wann war das Treffen? | Ich bin müde. Was hilft?',
  },
  {
    kind: 'of-user',
    priority: 10,
    language: 'zh',
    phrases: ['我 … 过'],
    like: '我去过哪些城市？',
    unlike: '我应该去哪里？ | 他去过哪些城市？',
  },
]
