import type { TableRow } from '../row.js'

/** Rules, which must survive verbatim. [C9] */
export const RULES: readonly TableRow[] = [
  {
    kind: 'rule',
    priority: 30,
    at: 'clause',
    phrases: ["never|always|only|do_not|don't|under_no_circumstances"],
    notThen: [
      ...['*ing', 'been', 'had', 'is', 'was', 'the', 'a', 'for', 'good', 'great', 'fun', 'happy', 'up', 'here'],
      'there',
    ],
    like: `
      Never push to main. | Please always answer in German. | Only use tabs for indentation. |
      From now on, do not commit without a test. | Don't touch the parser. | Under no circumstances delete the archive.`,
    unlike: `
      Always learning something new. | Never been there. | Never had one. | The last one, always is. |
      The first one, never was. | Always the same story with it. | Never a dull moment. | Thanks, always for you. |
      Always good to see it. | Always great to see it. | Always fun to see it. | Always happy to help. |
      Always up for something sweet. | So always here for you. | Always there for me. | No, never.`,
  },
  {
    kind: 'rule',
    priority: 30,
    phrases: [
      ...['must|should not', "mustn't|shouldn't", 'must|should|may|can|will|please never|always|only'],
      ...['not_allowed|forbidden|prohibited', 'is|are required|mandatory'],
      "we|you never|always|don't|do_not use|commit|push|deploy|merge|write|call|keep",
      'use|read|with|is|are only',
    ],
    like: `
      The worker must not write there. | The copy should not be read. | You mustn't touch it. |
      It shouldn't be logged. | You must always lock it. | Names should only have letters. |
      Employees may only read it. | Guests can only read it. | The job will never write it. |
      Could you please never read it twice? | Deleting records is not allowed. | Tabs are forbidden. |
      Merges are prohibited. | A review is required. | Two reviews are mandatory. | We never deploy on Fridays. |
      We always write a test. | We don't use tabs. | We do not call it twice. | You never commit a key. |
      We never push to main. | We never merge at night. | We never keep a key. | It has use only for tests. |
      Its mode is read only in tests. | It works with only one key. | The key is only for tests. |
      The keys are only for tests.`,
    unlike: 'We always have fun. | It was not only fun but useful. | I only went there once.',
  },
  {
    kind: 'rule',
    priority: 30,
    phrases: ['may not'],
    notAfter: ['this', 'that', 'it', 'which'],
    like: 'Guests may not read it.',
    unlike: `
      This may not be the cause. | And that may not match. | Perhaps it may not match. | A name which may not match.`,
  },
  {
    kind: 'rule',
    priority: 30,
    phrases: ['only if|when|after|for|in|to'],
    notAfter: ['not'],
    like: `
      Deploy only if all is green. | Push only when I ask. | Merge only after a review. | Tabs only for Go. |
      Comments only in English. | Write only to the log.`,
    unlike: 'It helps, not only for tests.',
  },
  {
    kind: 'rule',
    at: 'within',
    phrases: ['must'],
    notThen: ['have', 'be', 'feel', 'say', 'admit', 'seem', 'look'],
    like: 'The job must finish in time.',
    unlike: `
      They must have left. | You must be proud. | You must feel great. | I must say it works. | I must admit it works. |
      It must seem strange. | You must look great. | It must've been great! | The film is a must.`,
  },
  {
    kind: 'rule',
    at: 'within',
    phrases: ['must have'],
    notThen: ['been', 'felt', 'had', 'taken', '*ed'],
    like: 'Each function must have a test.',
    unlike: `
      Wow, Mel. That must have been breathtaking! | It must have felt great. | You must have had fun. |
      It must have taken days. | You must have missed it.`,
  },
  {
    kind: 'rule',
    phrases: ['must be *ed|*able|*ible|*ent|at|in|under|less|more|true|false|valid|unique|empty'],
    notAfter: ['you', 'he', 'she', 'they'],
    like: `
      The name must be quoted. | The index must be readable. | The line must be visible. |
      The call must be idempotent. | The token must be at most 64 characters. | The date must be in UTC. |
      The size must be under 5 MB. | The age must be less than a day. | The age must be more than a day. |
      The flag must be true. | The flag must be false. | The name must be valid. | The name must be unique. |
      The list must be empty.`,
    unlike: `
      You must be so proud of her! | You must be tired. | He must be tired. | She must be tired. | They must be tired.`,
  },
  {
    kind: 'rule',
    pattern: /\bmust be [`“"'\d]/iu,
    like: 'The mode must be "copy". | The size must be 5.',
    unlike: 'It must be great.',
  },
]
