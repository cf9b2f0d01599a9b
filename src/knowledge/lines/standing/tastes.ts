import type { LineRow } from '../row.js'

/** What a taste or a decision is about, and clauses without their end or without what they are about. [M11] */
export const STANDING_TASTES: readonly LineRow[] = [
  {
    // One certain thing: `Keep the tone friendly in the letter`.
    kind: 'certain',
    priority: 10,
    language: 'en',
    phrases: ['the|my|his|her|their'],
    like: 'in the letter | in my letter | in his letter | in her letter | in their letter',
    unlike: 'in letters | in a letter',
  },
  {
    kind: 'certain',
    priority: 10,
    language: 'de',
    phrases: ['der|dem|den|das|mein|meine|meinem|meinen|meiner|meines|ihr|ihre|ihrem|ihren|ihrer|ihres'],
    like: `
      in der Mail | in dem Brief | in den Brief | in das Buch | mein Brief | meine Mail | meinem Brief | meinen Brief |
      meiner Mail | meines Briefs | ihr Brief | ihre Mail | ihrem Brief | ihren Brief | ihrer Mail | ihres Briefs`,
    unlike: 'in Mails | in einem Brief',
  },
  {
    kind: 'one',
    priority: 10,
    language: 'en',
    phrases: ['a|an'],
    like: 'a list | an answer',
    unlike: 'lists',
  },
  {
    // Why something was decided.
    kind: 'reason',
    priority: 10,
    language: 'en',
    phrases: ['after|following|since|because'],
    like: 'Redis after the crash | Redis following the crash | Redis since it is fast | Redis because it is fast',
    unlike: 'Redis for the cache',
  },
  {
    kind: 'reason',
    priority: 10,
    language: 'de',
    phrases: ['nach|weil|seit'],
    like: 'Redis nach dem Ausfall | Redis weil es schnell ist | Redis seit gestern',
    unlike: 'Redis als Cache',
  },
  {
    // For what was said before, or is before people now.
    kind: 'shown',
    priority: 10,
    language: 'en',
    at: 'end',
    phrases: ['that|this|there|here|dort'],
    like: 'I prefer that | I like this | I live there | I work here | ich wohne dort',
    unlike: 'I prefer that style | I like tabs',
  },
  {
    // What it is about is before it.
    kind: 'open-end',
    priority: 10,
    language: 'en',
    at: 'end',
    phrases: ['for|with|from|into|of'],
    like: 'the page we use them for | what I work with | where I come from | what we moved into | what I am proud of',
    unlike: 'I work for Ann | of course',
  },
  {
    // A clause without its end.
    kind: 'no-taste',
    priority: 10,
    language: 'en',
    at: 'end',
    phrases: ['using|to|the|a|an|over|against|my|our|please', 'prefer it|them?'],
    like: `
      I prefer using | I prefer to | I prefer the | I prefer a | I prefer an | I prefer tabs over | I am against |
      I prefer my | I prefer our | I prefer tabs please | I prefer | I prefer it | I prefer them`,
    unlike: 'I prefer tabs | I prefer to read',
  },
  {
    // A politeness and a request.
    kind: 'no-taste',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['I really? hate to', 'can|could|would|will|do you'],
    like: `
      I hate to ask | I really hate to ask | can you go | could you go | would you go | will you go | do you like it`,
    unlike: 'I hate tabs | so can you go',
  },
  {
    kind: 'no-taste',
    priority: 10,
    language: 'de',
    at: 'end',
    phrases: ['und|mit|für|der|die|das|bitte'],
    like: `
      ich mag Tee und | ich mag Tee mit | ich bin für | ich mag der | ich mag die | ich mag das | ich mag Tee bitte`,
    unlike: 'ich mag Tee',
  },
  {
    // A choice among what is offered names one thing: `I prefer beef soup`.
    kind: 'choosing',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['{word} {word}? prefer'],
    like: 'I prefer beef | I really prefer beef',
    unlike: 'I like beef | when I travel I prefer beef',
  },
  {
    kind: 'choosing',
    priority: 10,
    language: 'de',
    phrases: ['bevorzuge|lieber'],
    like: 'ich bevorzuge Suppe | ich nehme lieber Suppe',
    unlike: 'ich mag Suppe',
  },
  {
    // A taste of things of a kind, of what one does, or of one thing over another.
    kind: 'comparing',
    priority: 10,
    language: 'en',
    phrases: ['over|than|instead|when|whenever|because|if', 'prefer *ly? *ing|going|doing|using'],
    like: `
      tabs over spaces | more than that | tabs instead | tea when it rains | tea whenever it rains |
      tea because it is warm | tea if it rains | I prefer reading | I prefer mostly reading | I prefer going out |
      I prefer doing nothing | I prefer using tabs`,
    unlike: 'I prefer tea | I prefer kings',
  },
  {
    kind: 'comparing',
    priority: 10,
    language: 'en',
    at: 'end',
    phrases: ['prefer *ly? {name}'],
    like: 'I prefer Redis | I prefer mainly Redis',
    unlike: 'I prefer Redis soup | I prefer tea',
  },
  {
    kind: 'comparing',
    priority: 10,
    language: 'de',
    phrases: ['als|statt|gegenüber|wenn|weil'],
    like: 'lieber Tee als Saft | Tee statt Saft | Tee gegenüber Saft | Tee wenn es regnet | Tee weil er warm ist',
    unlike: 'lieber Tee',
  },
  {
    kind: 'comparing',
    priority: 10,
    language: 'zh',
    phrases: ['用|胜过|而不是|比起|回答|图表'],
    like: '喜欢用空格 | 茶胜过咖啡 | 茶而不是咖啡 | 比起咖啡 | 喜欢简短的回答 | 喜欢图表',
    unlike: '喜欢茶',
  },
  {
    kind: 'comparing',
    priority: 10,
    language: 'zh',
    at: 'end',
    phrases: ['工作'],
    like: '喜欢安静地工作。 | 喜欢独自工作',
    unlike: '喜欢工作服',
  },
]
