import type { TableRow } from '../row.js'

const SOFT = 'also|now|just|all'

/** Preferences, which must survive, and what makes one pass with the moment. [C9] [M11] */
export const PREFERENCES: readonly TableRow[] = [
  {
    kind: 'preference',
    priority: 50,
    phrases: [
      ...["I|I'd|I_would really|strongly|generally|usually? prefer", "I'd|I_would much? rather you|we|not|use|have"],
      'my preference',
    ],
    like: `
      I prefer short answers without lists. | I'd prefer short answers. | I would prefer short answers. |
      I really prefer tabs. | I strongly prefer tabs. | I generally prefer tabs. | I usually prefer tabs. |
      I'd rather you used pnpm. | I'd much rather we used pnpm. | I would rather not use it. | I'd rather use pnpm. |
      I'd rather have tabs. | Tabs are my preference.`,
    unlike: "They prefer tabs. | I'd rather go home.",
  },
  {
    kind: 'preference',
    priority: 50,
    phrases: [
      'answer|reply|respond|write|speak … in english|german|french|spanish|italian|chinese|japanese|plain|simple',
    ],
    like: `
      Reply to me in plain English. | Answer all of it in German. | Respond to him in French. |
      Write the text in Spanish. | Speak to her in Italian. | Answer me in Chinese. | Answer me in Japanese. |
      Answer me in simple words. | Answer me in English.`,
    unlike: 'I write the keys in files.',
  },
  {
    // What is supposed, or was once: before a clause, it states nothing.
    kind: 'framing',
    at: 'start',
    phrases: [
      'suppose|imagine|assume|assuming|back_then|as_a_child|when_I_was',
      'if I|we|you were|was|had|could|would|*ed',
    ],
    like: `
      Suppose I prefer it | Imagine we chose it | Assume I prefer it | Assuming we chose it | Back then I chose it |
      As a child I hated it | When I was six I hated it | If I were ill | If we had time | If I could | If you would |
      If I lived here | If I was ill`,
    unlike: 'If I ask for it | When I ask for it',
  },
  {
    // What someone says in a text.
    kind: 'framing',
    pattern: /(?<!\b(?:want|wanted|like|have|need|going) )\bto say(?: that)? ?$/iu,
    like: ['Change it to say ', 'Edit it to say that '],
    unlike: ['want', 'wanted', 'like', 'have', 'need', 'going'].map((word) => `I ${word} to say that `),
  },
  {
    // What follows is a guess of the moment, not a taste.
    kind: 'hedge',
    at: 'end',
    phrases: ['I think|guess|suppose|believe'],
    like: 'well, I think | I guess | but I suppose | I believe',
    unlike: 'I think so, and | they think',
  },
  {
    kind: 'condition',
    at: 'end',
    phrases: ['if|when|unless|until|before|after|have_you|why|that'],
    like: 'so if | so when | wait unless | wait until | wait before | wait after | have you | that is why | so that',
    unlike: 'if so | and',
  },
  {
    // A decision that the same sentence takes back.
    kind: 'doubt',
    phrases: ["but now I'm|I_am|we're|we_are wondering|considering|thinking|reconsidering"],
    like: `
      but now I'm wondering | but now I am wondering | but now we're considering | but now we are thinking |
      but now I'm reconsidering`,
    unlike: "I'm wondering | but now I know",
  },
  {
    // A clause without its end.
    kind: 'no-taste',
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
    at: 'start',
    phrases: ['I really? hate to', 'can|could|would|will|do you'],
    like: `
      I hate to ask | I really hate to ask | can you go | could you go | would you go | will you go | do you like it`,
    unlike: 'I hate tabs | so can you go',
  },
  {
    // A choice among what is offered names one thing: `I prefer beef soup`.
    kind: 'choosing',
    at: 'start',
    phrases: ['{word} {word}? prefer'],
    like: 'I prefer beef | I really prefer beef',
    unlike: 'I like beef | when I travel I prefer beef',
  },
  {
    // A taste of things of a kind, of what one does, or of one thing over another.
    kind: 'comparing',
    phrases: ['over|than|instead|when|whenever|because|if', 'prefer *ly? *ing|going|doing|using'],
    like: `
      tabs over spaces | more than that | tabs instead | tea when it rains | tea whenever it rains |
      tea because it is warm | tea if it rains | I prefer reading | I prefer mostly reading | I prefer going out |
      I prefer doing nothing | I prefer using tabs`,
    unlike: 'I prefer tea | I prefer kings',
  },
  {
    kind: 'comparing',
    at: 'end',
    phrases: ['prefer *ly? {name}'],
    like: 'I prefer Redis | I prefer mainly Redis',
    unlike: 'I prefer Redis soup | I prefer tea',
  },
  {
    kind: 'preferring',
    phrases: [`I|we *ly|much|always|still|${SOFT}? prefer`],
    like: `
      I prefer tabs | we prefer tabs | I strongly prefer tabs | I also prefer tabs | we much prefer tabs |
      I always prefer tabs | I still prefer tabs | we now prefer tabs | I just prefer tabs | we all prefer tabs`,
    unlike: 'I would prefer tea | they prefer tabs | I preferred tabs',
  },
  {
    kind: 'preferring',
    phrases: ['my strong|general? preference is|for'],
    like: 'my preference is tabs | my strong preference is tabs | my general preference for tabs',
    unlike: 'her preference is tabs | my preference | my own preference is tabs',
  },
  {
    // It says nothing without the words before it.
    kind: 'prefers-it',
    at: 'start',
    phrases: ['{word} {word}? prefer it|this|that|them|these|those'],
    like: `
      I prefer it | I prefer this | I really prefer that | I prefer them | we prefer these over those | we prefer those`,
    unlike: 'I prefer tabs | so I really prefer it',
  },
]
