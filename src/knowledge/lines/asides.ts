import type { LineRow } from './row.js'

/** What passes with the moment: openings, greetings, requests to wait or to look. [C4] [C9] */
export const ASIDES: readonly LineRow[] = [
  {
    kind: 'opening',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      'ok|okay|so|well|wait|hm*|ah*|oh*|yeah|yes|yep|no|nah|actually|right|sure|and|but|also|then|now|alright|cool|great|thanks|hey|hi|please|um*|uh*',
    ],
    like: `
      ok go | okay go | so go | well go | wait go | hmm go | ah go | oh go | yeah go | yes go | yep go | no go |
      nah go | actually go | right go | sure go | and go | but go | also go | then go | now go | alright go | cool go |
      great go | thanks go | hey go | hi go | please go | um go | uh go`,
    unlike: 'go on | nowhere',
  },
  {
    kind: 'aside',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      ...['hold|hang on', 'a|one|1 sec|second|moment|minute', 'let me', "I've|I_have|I just"],
      ...["I'm|I_am|I_was not_sure|wondering|curious|thinking", 'maybe|perhaps|what_if|or'],
    ],
    like: `
      Hold on. | Hang on. | A sec. | One second. | 1 moment. | A minute. | Let me see it. | I just saw it. |
      I've just seen it. | I have just seen it. | I'm not sure. | I am wondering. | I was curious. |
      I'm thinking of it. | Maybe it works. | Perhaps it works. | What if it fails. | Or not.`,
    unlike: 'The second one. | I use it.',
  },
  {
    kind: 'aside',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ["I'll|I_will|I'm_going_to"],
    notThen: ['use', 'go_with', 'keep', 'take', 'stick_with'],
    like: "I'll look at it. | I will look at it. | I'm going to look at it.",
    unlike: "I'll use it. | I'll go with it. | I'll keep it. | I'll take it. | I'll stick with it.",
  },
  {
    kind: 'aside',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ["I|I_don't wonder|guess|think"],
    notThen: ['we_should', 'you_should'],
    like: "I wonder about it. | I guess it works. | I don't think it works.",
    unlike: 'I think we should split it. | I think you should split it. | I split it.',
  },
  {
    kind: 'aside',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      "can_you|could_you|will_you|can_we|could_we|you_can|let's? please|first|just|try_to? look|check|see|read|review|show|explain|inspect|investigate|consider|remind|wait",
      'have|take|get a|another quick|closer? look',
    ],
    like: `
      Can you look at it? | Could you check it? | Will you review it? | Can we inspect it? | Could we see it? |
      You can read it. | Let's investigate it. | Please explain it. | First show it. | Try to remind me. | Just wait. |
      Consider it. | Have a look. | Take a closer look. | Get another look. | Have a quick look.`,
    unlike: 'Fix it. | They look fine.',
  },
  {
    kind: 'aside',
    priority: 10,
    language: 'en',
    phrases: ['no_worries|never_mind|not_worry', "doesn't|does_not matter", "don't|do_not mind|care"],
    like: `
      So no worries. | Well, never mind. | We need not worry. | It doesn't matter. | It does not matter. |
      I don't mind. | I do not care.`,
    unlike: 'It matters.',
  },
  {
    kind: 'greeting',
    priority: 10,
    language: 'en',
    at: 'short',
    phrases: ['hi|hello|hey|thanks|thank_you|cheers|perfect|nice|awesome|sorry|good_morning'],
    like: `
      Hi there | Hello there | Hey there | Thanks a lot | Thank you | Cheers | Perfect | Nice one | Awesome | Sorry |
      Good morning`,
    unlike: 'Thanks, and the parser must read the whole file before it prints one line. | Nicely done.',
  },
  {
    kind: 'courtesy',
    priority: 10,
    language: 'en',
    at: 'short',
    phrases: ['ok|okay|great|good|got_it|understood|well_done'],
    like: 'Ok | Okay | Great work | Good job | Got it | Understood | Well done',
    unlike: 'The answer is good. | Gotcha.',
  },
  {
    kind: 'courtesy',
    priority: 10,
    language: 'de',
    at: 'short',
    phrases: ['hallo|guten|danke|vielen_dank|perfekt|super|gut|alles_klar'],
    like: 'Hallo | Guten Morgen | Danke | Vielen Dank | Perfekt | Super | Gut gemacht | Alles klar',
    unlike: 'Das ist gut.',
  },
  {
    kind: 'courtesy',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['你好|您好|谢谢|好的|很好'],
    like: '你好 | 您好 | 谢谢 | 好的 | 很好',
    unlike: '我很好',
  },
  {
    kind: 'first',
    priority: 10,
    language: 'en',
    at: 'end',
    phrases: ['first'],
    like: 'Use the branch first.',
    unlike: 'First use the branch.',
  },
]
