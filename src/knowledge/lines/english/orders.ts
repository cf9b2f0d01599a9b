import type { TableRow } from '../row.js'

const ANSWERS = ['no', 'yes', 'yeah', 'yep', 'again'].flatMap((word) => [...',:!.'].map((sign) => `${word}${sign}`))

/** The parts of an order, and words by which it is known to hold for all that comes. [M11] */
export const ORDERS: readonly TableRow[] = [
  {
    kind: 'lead',
    at: 'start',
    phrases: [
      'please|and|also|but|so|then|important|note|remember|rule|btw|by_the_way|fyi|hi|hello|hey|ok|okay|thanks',
    ],
    like: `
      please go | and go | also go | but go | so go | then go | important: go | note: go | remember: go | rule: go |
      btw, go | by the way, go | FYI: go | hi, go | hello, go | hey, go | ok, go | okay, go | thanks, go`,
    unlike: 'notes go',
  },
  {
    kind: 'general',
    at: 'opens',
    phrases: [
      "only|do_not|don't commit|push|deploy|merge|apologize|lecture|summarize|repeat|explain|start_with|end_with",
    ],
    like: `
      only commit tests | only push tests | only deploy tests | don't merge drafts | do not push to main |
      don't apologize to me | don't lecture me | don't summarize it | don't repeat it | don't explain it |
      don't start with it | don't end with it`,
    unlike: "they must wait | use only tabs | you must wait | don't slip on the ground | don't suggest wine",
  },
  {
    // What is made. In a talk of several people, such an order is for who reads it.
    kind: 'content',
    at: 'opens',
    phrases: ["only|do_not|don't use|answer|reply|write|add|include|mention|suggest", 'avoid'],
    like: `
      only use tabs | do not use tabs | don't use tabs | only answer in German | only reply in German |
      only write tests | don't add lists | don't include lists | don't mention prices | don't suggest wine | avoid tabs`,
    unlike: "use only tabs | don't slip on the ground",
  },
  {
    kind: 'duty',
    phrases: ['must|should|may always|never|only'],
    like: 'It must always wait. | It should never wait. | It may only wait.',
    unlike: 'It must wait. | It can only wait.',
  },
  {
    kind: 'answering',
    at: 'start',
    phrases: ['please? answer|reply|respond|write|speak|talk|explain|call_me|address_me'],
    like: `
      Please answer in German. | Reply in German. | Respond in German. | Write in German. | Speak German. |
      Talk in German. | Explain it. | Call me Ann. | Address me so.`,
    unlike: 'I answer in German.',
  },
  {
    kind: 'from-now-on',
    phrases: ['from_now_on|going_forward|from_here_on'],
    like: 'From now on, tabs. | Going forward, tabs. | From here on, tabs.',
    unlike: 'Tabs now. | Tabs in the future. | Tabs whenever you can.',
  },
  {
    kind: 'always',
    at: 'start',
    phrases: ['please|and|also? we? always|never', 'under_no_circumstances'],
    notThen: [
      '*ed|been|done|had|seen|heard|knew|by|love|happy|good|to|too|some|thought|seem|has|is|was|*ls|*ps|*ks|*ms|*ns|*es|*ws',
    ],
    like: 'Please always wait. | And never wait. | Also never wait. | We never wait. | Under no circumstances wait.',
    unlike: `
      They always wait. | Never tried it | Never been there | Never done it | Never had it | Never seen it |
      Never heard it | Never knew it | Always by your side | Always love it | Always happy | Always good |
      Never to late | Never too late | Always some small bug | Never thought so | Never seem to win |
      Always has been so | Never is on time | Always was so | Never feels right | Always helps me | Never works here |
      Always seems off | Never turns up | Always makes me smile | Never knows why`,
  },
  {
    // What begins with its subject.
    kind: 'statement',
    at: 'start',
    phrases: ['my|his|her|their|the|a|an|this|that|these|those|it|there|everything|everyone|nothing'],
    like: `
      my dog sleeps | his dog sleeps | her dog sleeps | their dog sleeps | the dog sleeps | a dog sleeps |
      an ape sleeps | this will end | that will end | these will end | those will end | it will end |
      there will be rain | everything changes | everyone sleeps | nothing changes`,
    unlike: 'use tabs | answer in German | all tests must pass',
  },
  {
    // Of an order in the form of a statement, the words before what is asked.
    kind: 'addressed',
    at: 'start',
    phrases: [
      'I want|need|expect you to',
      "I'd like you to",
      'I would? like you to',
      'you should|must|will|shall|need_to|have_to',
      'we use|write',
    ],
    like: `
      I want you to write tests | I need you to write tests | I expect you to write tests |
      I'd like you to write tests | I would like you to write tests | you should write tests | you must write tests |
      you will write tests | you shall write tests | you need to write tests | you have to write tests | we use tabs |
      we write tests in German`,
    unlike: 'I want to write tests | you write tests | we will use tabs | I use tabs',
  },
  {
    // A place in a project that stays as it is.
    kind: 'general',
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
    pattern:
      /^(?:don[’']t|do not) (?:touch|edit|modify|change|delete|rename) [^,?!]{0,40}?(?<![^\s`"'])[\w.-]{0,40}[\w-]\/[\w./*-]{0,80}/iu,
    like: `
      Don't touch src/generated | Do not edit anything under vendor/ | Don't modify docs/api.md | Don't change dist/ |
      Don't delete data/raw | Don’t rename src/main.ts`,
    unlike: "Don't touch the stove | They edit src/main.ts",
  },
  {
    // An answer before an order. `No emojis` is an order.
    kind: 'lead',
    at: 'start',
    phrases: [ANSWERS.join('|')],
    like: ANSWERS.map((answer) => `${answer} go`),
    unlike: 'no emojis | yes go | notes, go',
  },
]
