import type { TableRow } from '../row.js'

/** What binds an order or a taste to what is before a person now, and clauses without their end. [M11] */
export const OF_THE_MOMENT: readonly TableRow[] = [
  {
    kind: 'bound',
    phrases: [
      'this|these|that|those|here|following|attached|yet|right_now|for_now|today|next|again|both|it|them|file|line',
    ],
    like: `
      use this | use these | use that | use those | use tabs here | the following | the attached | not yet |
      tabs right now | tabs for now | tabs today | tabs next | tabs again | both names | use it | use them | a file |
      a line`,
    unlike: 'use tabs | files',
  },
  {
    // One certain thing: `Keep the tone friendly in the letter`.
    kind: 'certain',
    phrases: ['the|my|his|her|their'],
    like: 'in the letter | in my letter | in his letter | in her letter | in their letter',
    unlike: 'in letters | in a letter',
  },
  {
    kind: 'one',
    phrases: ['a|an'],
    like: 'a list | an answer',
    unlike: 'lists',
  },
  {
    // Why something was decided.
    kind: 'reason',
    phrases: ['after|following|since|because'],
    like: 'Redis after the crash | Redis following the crash | Redis since it is fast | Redis because it is fast',
    unlike: 'Redis for the cache',
  },
  {
    // For what was said before, or is before people now.
    kind: 'shown',
    at: 'end',
    phrases: ['that|this|there|here|dort'],
    like: 'I prefer that | I like this | I live there | I work here | ich wohne dort',
    unlike: 'I prefer that style | I like tabs',
  },
  {
    // What it is about is before it.
    kind: 'open-end',
    at: 'end',
    phrases: ['for|with|from|into|of'],
    like: 'the page we use them for | what I work with | where I come from | what we moved into | what I am proud of',
    unlike: 'I work for Ann | of course',
  },
  {
    // One certain thing.
    kind: 'definite',
    phrases: ['the'],
    notThen: ['metric|imperial|imperative|active|present|past|24-hour|oxford'],
    notAfter: ['in', 'with', 'at'],
    like: 'use the tabs',
    unlike: `
      the metric system | the imperial system | the imperative form | the active voice | the present tense |
      the past tense | the 24-hour clock | the Oxford comma | in the code | with the code | at the end`,
  },
  {
    kind: 'definite',
    phrases: ['my|his|her|their|one|two|three|second|last'],
    notThen: ['spaces|sentence|sentences|question|questions|words'],
    like: `
      use my code | his code | her code | their code | one list | two lists | three lists | the second list |
      the last list`,
    unlike: 'two spaces | one sentence | two sentences | my question | my questions | my words',
  },
  {
    kind: 'definite',
    pattern: /\ban? (?!(?:\S+ ){0,3}(?:style|tone|approach|mode|theme|layout|format|description)\b)/iu,
    like: 'a list | an answer',
    unlike: `
      a formal style | a tone | a step-by-step approach | a dark mode | a light theme | a plain layout |
      an open format | a description`,
  },
  {
    // What is made now.
    kind: 'definite',
    phrases: ['in the answer|reply|response|output|result|text|list|table|title'],
    like: `
      in the answer | in the reply | in the response | in the output | in the result | in the text | in the list |
      in the table | in the title`,
    unlike: 'in answers | in the code',
  },
  {
    // A file. `Node.js` is no file.
    kind: 'definite',
    pattern: /(?<!\S)[`"']?[\w/-]{1,60}\.(?!js\b|net\b|io\b)[a-z]{2,4}(?![\w.])/u,
    like: ['format notes.md', 'in `src/main.ts`', "'a.py'"],
    unlike: 'Node.js | ASP.net | socket.io | Use tabs. | a.b.c.d',
  },
  {
    // One of several: `Antworte nur auf Frage 3`.
    kind: 'bound',
    phrases: ['question|step|part|frage|schritt|teil #'],
    like: 'question 3 | step 3 | part 3 | Frage 3 | Schritt 3 | Teil 3',
    unlike: '3 questions | questions',
  },
  {
    kind: 'bound',
    phrases: ['first'],
    notThen: ['name'],
    like: 'tabs first',
    unlike: 'my first name',
  },
  {
    kind: 'bound',
    phrases: ['above|below'],
    notThen: ['#'],
    like: 'as above | as below',
    unlike: 'lines below 40 signs | tabs',
  },
  {
    // The order itself follows.
    kind: 'below',
    phrases: ['as_follows|the_following'],
    like: 'answer as follows | use the following format',
    unlike: 'what follows | following it',
  },
  {
    kind: 'here',
    phrases: ['here|there'],
    like: 'I am here | I am there',
    unlike: 'I am at home',
  },
]
