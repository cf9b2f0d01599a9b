import { choices } from '../lists.js'
import type { TableRow } from '../row.js'

const NO_ORDERS =
  'have|know|really|even|care|like|want|feel|understand|see|need|think|you_think|we|they|a|an|the|so|too|up|down|on|in|at|' +
  'here|there|happy|glad|good|nice|great|fun|worth|something'
const DONE =
  'use|answer|reply|respond|write|return|output|provide|list|print|show|give|include|mention|do|read|run|change|edit|make|add|send|generate|consider|count'
const MEANWHILE = 'touching|changing|modifying|using|breaking|adding|editing|renaming|removing|deleting'
const ASKED =
  'use|avoid|begin|start|end|include|keep|limit|make|ensure|answer|reply|respond|write|speak|add|give|put|refrain|maintain|provide'

/** Rules, which must survive verbatim, and the forms that they have. [C9] */
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
  {
    kind: 'ordering',
    at: 'clause',
    phrases: ["never|always|don't|do_not|under_no_circumstances"],
    notThen: [NO_ORDERS, '*ed', '*ing'],
    like: [...['Never push.', 'Please always test.', "Don't push.", 'Do not push.', 'Under no circumstances push.']],
    unlike: [
      ...choices(NO_ORDERS).map((word) => `It hurts, always ${word.replace('_', ' ')} it.`),
      'Always tired.',
      'Always learning new things.',
      'They never push.',
    ],
  },
  {
    kind: 'ordering',
    at: 'clause',
    phrases: [`only ${DONE}`],
    like: choices(DONE).map((verb) => `Only ${verb} the name.`),
    unlike: 'Only tests.',
  },
  {
    kind: 'ordering',
    at: 'clause',
    phrases: ['avoid|refrain_from'],
    like: 'Avoid tabs. | Please refrain from using tabs.',
    unlike: 'They avoid it.',
  },
  {
    // A measure of what is made.
    kind: 'ordering',
    at: 'clause',
    phrases: [
      'keep|limit|restrict|cap !in_mind|up {words} #|one|two|three|five|ten',
      'make {words} at_least|at_most|under|no_more_than|up_to #',
    ],
    like: `
      Keep it under 50 words. | Please limit the list to 5 items. | Restrict it to 3 rows. | Cap it at 9 rows. | Keep it to one page. |
      Keep it to two pages. | Keep it to three pages. | Limit it to five laws. | Keep it below ten lines. |
      Make it at least 100 words. | Make it at most 9 lines. | Make it under 9 lines. | Make it no more than 9 lines. |
      Make it up to 9 lines.`,
    unlike:
      'We keep 5 cats. | Keep it up. | Keep in mind that two are old. | Keep up the two good ones. | Make it 5 o’clock.',
  },
  {
    // What stays as it is, and how much of something is asked for.
    kind: 'ordering',
    phrases: [
      `leave|keep {words} alone|untouched|unchanged|as_is|intact`,
      'should|must|shall|has_to|needs_to be at_most|at_least|no_more_than|no_longer_than|exactly',
    ],
    notAfter: ["I|I'll", 'they', 'to', 'we', 'you'],
    like: `
      Fix it but leave the tests alone. | Keep the rest untouched. | Keep the name unchanged. | Leave the rest as is. |
      Keep the files intact. | It should be at most 9 rows. | It must be at least 9. | It shall be no more than 9. |
      It has to be no longer than 9. | It needs to be exactly 9 rows.`,
    unlike: `
      I leave it alone. | I'll leave it alone. | They keep it intact. | I had to leave it alone. | We leave it alone. | You leave it alone. |
      Leave at nine. | It should be red.`,
  },
  {
    // `no new dependencies`: things in the plural.
    kind: 'ordering',
    at: 'clause-end',
    phrases: ['no !worries|thanks {word}? *s'],
    like: 'Fix it, no new dependencies. | No lists, no emojis. | No emojis.',
    unlike: 'No worries. | No thanks. | No way. | I have no kids.',
  },
  {
    // Of what is asked: what must not happen meanwhile.
    kind: 'barring',
    phrases: [`without ${MEANWHILE}`],
    like: choices(MEANWHILE).map((verb) => `Fix it without ${verb} files.`),
    unlike: 'Life without music.',
  },
  {
    kind: 'bidding',
    phrases: [
      "you must|mustn't|shouldn't|need_to|have_to",
      'you should|may|will|shall never|always|only|not',
      'you can only|not',
      'you are not? allowed|required|forbidden',
    ],
    like: `
      You must test. | You mustn't push. | You shouldn't push. | You need to test. | You have to test. |
      You should never push. | You may always push. | You may only push. | You can only read. | You can not push. | You will not push. | You shall not push. |
      You are not allowed to push. | You are required to test. | You are forbidden to push.`,
    unlike: 'They must test. | You can push. | You are early.',
  },
  {
    kind: 'obligation',
    phrases: [
      "must|mustn't|shouldn't|mandatory|forbidden|prohibited|required",
      'should|may not',
      'not_allowed',
      'should|may never|always|only',
      'can only',
      "we never|always|don't|do_not",
    ],
    like: `
      It must end. | It mustn't end. | It shouldn't end. | It is mandatory. | It is forbidden. | It is prohibited. |
      It is required. | It should not end. | It may not end. | It is not allowed. | It should never end. | It may always run. |
      It may only end. | It can only end. | We never push. | We always test. | We don't push. | We do not push.`,
    unlike: 'It is only closed on Mondays. | It can end. | It can always end. | It will never end.',
  },
  {
    kind: 'asked',
    phrases: [
      'please',
      "I_want|I_need|I'd_like|I_would_like you to",
      'can|could|will|would you',
      'you must|should|will|shall|are_to|have_to|need_to',
    ],
    like: `
      Now please go. | I want you to go. | I need you to go. | I'd like you to go. | I would like you to go. |
      Can you go? | Could you go? | Will you go? | Would you go? | You must go. | You should go. | You will go. |
      You shall go. | You are to go. | You have to go. | You need to go.`,
    unlike: 'We pleased him. | You go.',
  },
  {
    kind: 'asked',
    at: 'clause',
    phrases: [ASKED],
    like: choices(ASKED).map((verb) => `In short, ${verb} tabs.`),
    unlike: 'We use tabs.',
  },
  {
    // What someone must or can is no order to the reader.
    kind: 'account',
    phrases: [
      "I|he|she|who must|should|shouldn't|mustn't|may|can|will|would|could",
      "I_think|I_guess|I_feel !we|you {words} must|should|shouldn't",
    ],
    like: `
      I must go. | He should only go. | She shouldn't go. | I mustn't go. | One who may not go. | I can only go. |
      I will never go. | I would never go. | I could only go. | I think banks must not close. | I guess banks should not close. |
      I feel banks shouldn't close.`,
    unlike: 'You must go. | It must go. | I think we should not go. | I think you should not go.',
  },
]
