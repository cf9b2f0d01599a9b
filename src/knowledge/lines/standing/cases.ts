import type { LineRow } from '../row.js'

const by = (who: string, acts: string) =>
  acts
    .split('|')
    .map((act) => `${who}_${act}`)
    .join('|')
const EACH_TIME = [
  by('I', 'ask|paste|send|share|request|mention|say|post|want|need|give|show|write'),
  by('you', 'write|answer|explain|suggest|translate|change'),
  'writing|answering|giving|explaining',
].join('|')
const BEFORE = [
  by('I', 'commit|push|deploy'),
  by('you', 'write|answer|explain|suggest|translate|change|delete|commit|push'),
].join('|')
/** What is done once, before one task. */
const LOOKS = 'help|let|look|read|see|explain|review|explore|analyze|analyse|understand|investigate|think|find'
/** After the comma, a subject. */
const SUBJECT =
  'I|we|you|he|she|it|they|this|that|there|my|your|his|her|our|their|the|a|an|wh*|how|do|does|is|are|can|could|will|would|should|people|and|but|everyone|someone|anyone|nothing|everything|something|anything|nobody|everybody|somebody|anybody' // words: ok
const SUBJECTS = SUBJECT.replace('*', 'o').split('|')

/** Orders for each time that a person asks, and about a place in a project. [M11] */
export const STANDING_CASES: readonly LineRow[] = [
  {
    // For each time that a person asks: after the comma, no subject.
    kind: 'each-time',
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: [`please|also|and? when|whenever|if|every_time ${EACH_TIME} {words} ,`],
    notThen: [SUBJECT],
    like: `
      When I ask for code, skip the rest | If I paste a log, please quote it | Whenever I send code, fix it |
      Every time I share a link, read it | Also if I request it, use grams | And if I mention food, use grams |
      Please if I say so, stop | If I post code, fix it | If I want code, give only code | If I need it, use grams |
      If I give names, keep them | If I show code, fix it | If I write in German, use German |
      When you answer, use grams | When you explain it, use lists | When you write code, ask me |
      If you suggest wine, use lists | If you translate, keep names | If you change code, test it |
      When writing code, add types | When answering, use grams | When giving names, use lists |
      When explaining it, use lists`,
    unlike: SUBJECTS.map((word) => `If I ask for it, ${word} leave`),
  },
  {
    kind: 'each-time',
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: [`please|also|and? before ${BEFORE} {words} ,`],
    notThen: [SUBJECT, LOOKS],
    like: [
      ...['commit', 'push', 'deploy'].map((verb) => `Before I ${verb}, run tests`),
      ...'write answer explain suggest translate change delete commit push'
        .split(' ')
        .map((verb) => `Before you ${verb} it, ask me`),
      ...[
        'Please before you write it, ask me',
        'Also before you write it, please ask me',
        'And before you push, ask me',
      ],
    ],
    unlike: [
      ...'help let look read see explain review explore analyze analyse understand investigate think find'
        .split(' ')
        .map((verb) => `Before you write code, ${verb} it`),
      ...SUBJECTS.map((word) => `Before you write code, ${word} leave`),
    ],
  },
  {
    // A place in a project that stays as it is.
    kind: 'general',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      "don't|do_not touch|edit|modify|change|delete|remove|rename|reformat … folder|folders|directory|directories|branch|schema|config|database|functions|lockfile|migrations|files|code|tests|api|interface",
    ],
    like: `
      Don't touch the old folder | Don't edit both folders | Don't modify the root directory |
      Don't change the two directories | Do not delete the main branch | Do not remove the schema |
      Don't rename the config | Don't reformat the lockfile | Don't touch old migrations | Don't touch the database |
      Don't rename functions | Don't touch the public API | Don't modify the interface | Don't touch generated files |
      Don't edit vendor code | Don't edit the tests`,
    unlike: "Don't touch the stove | They touch the folder",
  },
  {
    kind: 'general',
    priority: 10,
    language: 'en',
    pattern:
      /^(?:don[’']t|do not) (?:touch|edit|modify|change|delete|rename) [^,?!]{0,40}?(?<![^\s`"'])[\w.-]{0,40}[\w-]\/[\w./*-]{0,80}/iu,
    like: `
      Don't touch src/generated | Do not edit anything under vendor/ | Don't modify docs/api.md | Don't change dist/ |
      Don't delete data/raw | Don’t rename src/main.ts`,
    unlike: "Don't touch the stove | They edit src/main.ts",
  },
  {
    // How a person is called. What follows is no verb: `别叫我起床`.
    kind: 'standing-order',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['别|别再|不要|不要再 叫我|称呼我'],
    notThen: ['起', '回', '去', '来', '吃'],
    like: '别叫我先生 | 别再叫我先生 | 不要叫我先生 | 不要再称呼我先生',
    unlike: '别叫我起床 | 别叫我回家 | 别叫我去 | 别叫我来 | 别叫我吃饭',
  },
]
