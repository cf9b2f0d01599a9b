import { choices } from '../lists.js'
import type { TableRow } from '../row.js'

/** What people advise each other to do. */
const ADVISED =
  'wear|smile|laugh|dance|dream|love|hope|believe|forgive|forget|judge|underestimate|lose|quit|regret|look|eat|drink|sleep|marry|fear|' +
  'quite|so|again|mind'
const PAST = 'been|had|made|felt|gone|done|seen|taken|got|gotten|spent|found|lost|given|known|heard|meant|thought'
const COMFORT = 'stress|be_shy|be_afraid|be_scared|be_discouraged|get_discouraged|hesitate|worry|despair|falter'
const SAYING_ENDS = 'a|an|your|yourself|up|back|down|too|hope|faith|never|on_the'

/** What only sounds like a rule: `You always cheer me up`, `That must have been awesome`, a saying. [C9] [M11] */
export const NO_RULES: readonly TableRow[] = [
  {
    // What is meant was said before.
    kind: 'reassurance',
    at: 'end',
    phrases: ['never|always {word} that|this|it|them again?'],
    like: 'Never do that again! | Always do this. | Always check it. | Never use them.',
    unlike: 'Never do that work twice. | Never use tabs again.',
  },
  {
    // About one certain person who is absent: talk between people.
    kind: 'reassurance',
    phrases: ["never|always|don't … his|her|him"],
    like: "Never believe his words | Always ask her first | Don't believe him",
    unlike: 'Never believe a guess | His words are never short',
  },
  {
    kind: 'supposition',
    priority: 20,
    pattern: /\b(?:it|that|this|there)(?: all)? must\b.{0,200}[!?]$|^must (?:be|feel)\b.{0,200}[!?]$/iu,
    like: `
      It must work well now! | That must hurt! | This must help a lot! | There must exist a way! | That all must hurt! |
      Must be tired now! | Must feel great!`,
    unlike: 'It must run on Node 22. | The job must end!',
  },
  {
    // What someone infers about others, or about what was.
    kind: 'supposition',
    priority: 40,
    phrases: [
      `must have ${PAST}`,
      'must be so|unreal|incredible',
      'must suck',
      'must {word} a_lot|lots|so_much|such',
      'you must really? love|enjoy|like|feel|miss',
    ],
    like: [
      ...choices(PAST).map((verb) => `They must have ${verb} it.`),
      `It must be so old. | It must be unreal. | The view must be incredible. | Winters must suck. | It must mean a lot to her.`,
      `They must see lots of it. | It must add so much. | She must have such fun. | You must love it. | You must really love it.`,
      `You must enjoy it. | You must like it. | You must feel it. | You must miss it.`,
    ].flatMap((texts) => texts.split(' | ')),
    unlike: 'Each file must have a header. | It must be short. | You must test it.',
  },
  {
    kind: 'supposition',
    priority: 40,
    phrases: [
      "I|we|you|they don't|do_not|only really? see|think|know|have|need|want|understand|remember",
      ...["don't|do_not seem", "if|how you don't|never"],
    ],
    like: `
      I don't know where it is. | We don't see it. | You don't need it. | They don't want it. | I do not think so. |
      I only have one of them. | I don't really understand it. | I don't remember it. | They don't seem to mind. |
      The tests do not seem to mind. | It shows if you don't care. | I like how you never give up.`,
    unlike: "Don't push it. | They seem fine.",
  },
  {
    kind: 'supposition',
    priority: 40,
    at: 'start',
    phrases: ["I'm|I_am|I_was wondering|curious|not_sure"],
    like: "I'm not sure it must run. | I am curious what must run. | I was wondering what must run.",
    unlike: "I'm in favor. | I wondered.",
  },
  {
    kind: 'supposition',
    priority: 40,
    pattern: /, (?:right|huh|you know|yeah)\?$/iu,
    like: 'It must be hard, right? | It must be hard, huh? | It must be hard, you know? | It must be hard, yeah?',
    unlike: 'Must it run, too?',
  },
  {
    // To another person, about what that person does. What an assistant makes is its work.
    kind: 'advice',
    phrases: ['you|your|yourself'],
    notThen: [
      'give|write|send|show|suggest|make|answer|answers|reply|replies|response|responses|code|output|explanations|steps|reasoning|changes|sources',
    ],
    like: 'Never argue with your boss | Always do what you say | Always be yourself',
    unlike: `
      every quote you give | the text you write | a list you send | code you show | any wine you suggest |
      the files you make | when you answer | your answers | when you reply | your replies | your response |
      your responses | your code | your output | your explanations | your steps | your reasoning | your changes |
      your sources | The test must be short`,
  },
  {
    kind: 'reassurance',
    phrases: ['I|we|you|they can? always|never look|use|try|add|find|get|had|been|thought'],
    like: `
      I can always look | we never use | you always try | they never add | I always find | I never get | I never had |
      I never been | I never thought`,
    unlike: "don't use tabs | we never wait",
  },
  {
    // Encouragement, sayings, and what was.
    kind: 'comfort',
    phrases: [
      'keep on? going|pushing|trying|moving|learning|growing|believing|dreaming|it_up|up_the',
      "don't|do_not|never ever? quit|give_up|stop_believing|lose_hope|say_never",
      `don't|do_not ${COMFORT}`,
      "don't|do_not|never let {words} stop|bring|get|hold|drag you",
      `never|always saw|knew|was|were|${PAST}`,
    ],
    like: [
      ...`Keep going! | Keep on going! | Keep pushing! | Keep trying! | Keep moving! | Keep learning! | Keep growing! |
      Keep believing! | Keep dreaming! | Keep it up! | Keep up the work! | Don't quit! | Do not quit! | Never quit! |
      Don't ever quit! | Don't give up! | Don't stop believing! | Don't lose hope! | Never say never! | Never saw it |
      Never knew it | Never was there | They always were there | Don't let it stop you. | Do not let it bring you down. |
      Never let it get you down. | Don't let rain hold you back. | Don't let rain drag you down.`
        .split('|')
        .map((text) => text.trim()),
      ...choices(COMFORT).map((verb) => `Don't ${verb.replace('_', ' ')}!`),
      'Do not stress!',
      ...choices(PAST).map((verb) => `Always ${verb} it`),
    ],
    unlike: "Keep lines short. | Don't stop the server. | Never push to main. | Don't let it fail.",
  },
  {
    kind: 'weighing',
    phrases: [
      "trying_to_decide|not_sure|wonder|wondering|should_I|whether|considering|thinking_about|thinking_of|might|maybe|perhaps|if_I|could_have|haven't|didn't|before_I|when_I",
    ],
    like: `
      trying to decide | not sure | I wonder | wondering | should I | whether | considering | thinking about |
      thinking of | might | maybe | perhaps | if I | could have | haven't | didn't | before I | when I`,
    unlike: 'decided',
  },
  {
    // An order for each time: no subject before the verb.
    kind: 'universal',
    at: 'start',
    phrases: [
      '!we|they|he|she|it|you|the|my|our {word} {words} before|after|on|for every|each commit|push|merge|deploy|release|PR|change|answer|reply',
    ],
    like: `
      Run the linter before every commit. | Run it all after each push | Run tests on every merge |
      Run checks for each PR | Run tests before every deploy | Run tests before each release |
      Run tests after every change | Think twice before each answer | Think twice before every reply`,
    unlike: ['we', 'they', 'he', 'she', 'it', 'you', 'the', 'my', 'our'].map(
      (word) => `${word} test it all before every commit`,
    ),
  },
  {
    // About every answer, or every case.
    kind: 'universal',
    at: 'start',
    phrases: [
      'make_sure that? you_always|you_never',
      "stop|quit|avoid|don't|do_not|start|begin|end|finish … every|each answer|reply|response|message",
      "I'd_like|I_would_like|I_want|I_need|I_expect you_to … always|never|before_you|every_time|whenever",
    ],
    like: `
      Make sure that you always ask. | Make sure you never guess. | Stop ending every answer with a question. |
      Quit opening each reply with praise. | Avoid jokes in every message. | Don't greet me in each response. |
      Do not put links in every answer. | Start off every reply with a verdict. | Begin at once in every answer. |
      End politely in every answer. | Finish up every answer with a link. | I'd like you to always ask. |
      I would like you to never guess. | I want you to ask before you delete it. | I need you to ask every time. |
      I expect you to ask whenever it is unclear.`,
    unlike: 'Make sure you ask. | I want you to sing.',
  },
  {
    // What people in general should do is an opinion; `all you have to do` is advice, and `all the dishes` are certain ones.
    kind: 'reassurance',
    at: 'start',
    phrases: ['and? all|every|each people|person|child|children|man|woman|of|you|I|we|the|time|day'],
    like: `
      All people should vote | Every person should vote | Every child should play | All children should play |
      Every man should vote | Every woman should vote | All of us should vote | All you have to do is ask |
      All I need is rest | All we need is rest | And all the dishes should be eaten | Every time it should work |
      Each day should count`,
    unlike: 'All prices should match',
  },
  {
    // What people advise each other.
    kind: 'saying',
    at: 'start',
    phrases: [`you_must|you_should? always|never ${ADVISED}`],
    like: [
      ...choices(ADVISED).map((verb) => `Always ${verb} more`),
      ...['You must never lose it', 'you should always love them'],
    ],
    unlike: 'Always follow PEP 8 | Never force-push | They always wear hats | Never print it',
  },
  {
    // The form of a saying, if it is about nothing that assistants make.
    kind: 'saying-form',
    at: 'start',
    phrases: [`you_must|you_should? always|never {word} ${SAYING_ENDS}`],
    like: [
      ...choices(SAYING_ENDS).map((word) => `Never say ${word.replace('_', ' ')}`),
      ...['You must never ride a bull', 'you should always ride a bull'],
    ],
    unlike: 'Always follow PEP 8 | They never ride a bull | Never ride bulls',
  },
  {
    // People other than the assistant.
    kind: 'others',
    phrases: ['I|my|he|she|they'],
    like: 'I must go | my tests must pass | he must go | she must go | they must go',
    unlike: 'you must go',
  },
  {
    // What is not there.
    kind: 'reassurance',
    at: 'start',
    phrases: ['no {word} {words} is|are|was|were|has|have|had|will|can'],
    like: `
      No file is there | no files are there | No code was given | no, files were lost | No one file has tabs |
      No files have tabs | No file had tabs | No file will do | No file can do`,
    unlike: 'No emojis | No lists in answers | They say no file is there',
  },
]
