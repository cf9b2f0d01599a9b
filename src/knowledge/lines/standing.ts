import type { LineRow } from './row.js'

/** What makes an order hold for every session to come, and what binds it to what is before a person now. [M11] */
export const STANDING: readonly LineRow[] = [
  {
    kind: 'lead',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
    at: 'opens',
    phrases: ["only|do_not|don't use|answer|reply|write|add|include|mention|suggest", 'avoid'],
    like: `
      only use tabs | do not use tabs | don't use tabs | only answer in German | only reply in German |
      only write tests | don't add lists | don't include lists | don't mention prices | don't suggest wine | avoid tabs`,
    unlike: "use only tabs | don't slip on the ground",
  },
  {
    kind: 'duty',
    priority: 10,
    language: 'en',
    phrases: ['must|should|may always|never|only'],
    like: 'It must always wait. | It should never wait. | It may only wait.',
    unlike: 'It must wait. | It can only wait.',
  },
  {
    kind: 'answering',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['please? answer|reply|respond|write|speak|talk|explain|call_me|address_me'],
    like: `
      Please answer in German. | Reply in German. | Respond in German. | Write in German. | Speak German. |
      Talk in German. | Explain it. | Call me Ann. | Address me so.`,
    unlike: 'I answer in German.',
  },
  {
    kind: 'from-now-on',
    priority: 10,
    language: 'en',
    phrases: ['from_now_on|going_forward|from_here_on'],
    like: 'From now on, tabs. | Going forward, tabs. | From here on, tabs.',
    unlike: 'Tabs now. | Tabs in the future. | Tabs whenever you can.',
  },
  {
    kind: 'always',
    priority: 10,
    language: 'en',
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
    kind: 'bound',
    priority: 10,
    language: 'en',
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
    // To another person, about what that person does. What an assistant makes is its work.
    kind: 'advice',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
    phrases: ['I|we|you|they can? always|never look|use|try|add|find|get|had|been|thought'],
    like: `
      I can always look | we never use | you always try | they never add | I always find | I never get | I never had |
      I never been | I never thought`,
    unlike: "don't use tabs | we never wait",
  },
  {
    // Encouragement, sayings, and what was.
    kind: 'reassurance',
    priority: 10,
    language: 'en',
    phrases: [
      'keep on? going|pushing|trying|moving|learning|growing|believing|dreaming|it_up|up_the',
      ...["don't|do_not|never ever? quit|give_up|stop_believing|lose_hope|say_never", 'never saw|knew|heard'],
    ],
    like: `
      Keep going! | Keep on going! | Keep pushing! | Keep trying! | Keep moving! | Keep learning! | Keep growing! |
      Keep believing! | Keep dreaming! | Keep it up! | Keep up the work! | Don't quit! | Do not quit! | Never quit! |
      Don't ever quit! | Don't give up! | Don't stop believing! | Don't lose hope! | Never say never! | Never saw it |
      Never knew it | Never heard it`,
    unlike: "Keep lines short. | Don't stop the server. | Never push to main.",
  },
  {
    kind: 'weighing',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['and? all|every|each people|person|child|children|man|woman|of|you|I|we|the|time|day'],
    like: `
      All people should vote | Every person should vote | Every child should play | All children should play |
      Every man should vote | Every woman should vote | All of us should vote | All you have to do is ask |
      All I need is rest | All we need is rest | And all the dishes should be eaten | Every time it should work |
      Each day should count`,
    unlike: 'All prices should match',
  },
]
