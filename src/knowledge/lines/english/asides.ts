import type { TableRow } from '../row.js'

/** What passes with the moment: openings, greetings, requests to wait or to look, and what a person asks for instead of something else. [C4] [C9] */
export const ASIDES: readonly TableRow[] = [
  {
    kind: 'opening',
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
    at: 'start',
    phrases: ["I'll|I_will|I'm_going_to"],
    notThen: ['use', 'go_with', 'keep', 'take', 'stick_with'],
    like: "I'll look at it. | I will look at it. | I'm going to look at it.",
    unlike: "I'll use it. | I'll go with it. | I'll keep it. | I'll take it. | I'll stick with it.",
  },
  {
    kind: 'aside',
    at: 'start',
    phrases: ["I|I_don't wonder|guess|think"],
    notThen: ['we_should', 'you_should'],
    like: "I wonder about it. | I guess it works. | I don't think it works.",
    unlike: 'I think we should split it. | I think you should split it. | I split it.',
  },
  {
    kind: 'aside',
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
    phrases: ['no_worries|never_mind|not_worry', "doesn't|does_not matter", "don't|do_not mind|care"],
    like: `
      So no worries. | Well, never mind. | We need not worry. | It doesn't matter. | It does not matter. |
      I don't mind. | I do not care.`,
    unlike: 'It matters.',
  },
  {
    kind: 'greeting',
    at: 'short',
    phrases: ['hi|hello|hey|thanks|thank_you|cheers|perfect|nice|awesome|sorry|good_morning'],
    like: `
      Hi there | Hello there | Hey there | Thanks a lot | Thank you | Cheers | Perfect | Nice one | Awesome | Sorry |
      Good morning`,
    unlike: 'Thanks, and the parser must read the whole file before it prints one line. | Nicely done.',
  },
  {
    kind: 'courtesy',
    at: 'short',
    phrases: ['ok|okay|great|good|got_it|understood|well_done'],
    like: 'Ok | Okay | Great work | Good job | Got it | Understood | Well done',
    unlike: 'The answer is good. | Gotcha.',
  },
  {
    kind: 'first',
    at: 'end',
    phrases: ['first'],
    like: 'Use the branch first.',
    unlike: 'First use the branch.',
  },
  {
    kind: 'request',
    at: 'start',
    phrases: ['can|could|would|will you'],
    like: 'Can you fix it? | Could you fix it? | Would you fix it? | Will you fix it?',
    unlike: 'You can fix it.',
  },
  {
    kind: 'direction',
    phrases: [
      ...["let's|instead|rather_than|don't|do_not|must|make_sure|avoid|never|always|we'll|we_will", 'we|you should'],
      ...['should be|not', "I|I'd|I_would want|prefer|like", "I'll use|go_with|keep|take|stick_with"],
    ],
    like: `
      let's split it | the other one instead | tabs rather than spaces | so don't | so do not | it must |
      and make sure | so avoid it | so never | so always | so we'll see | so we will see | we should split |
      you should split | it should be split | it should not split | I want tabs | I'd prefer tabs | I would like tabs |
      I'll use it | I'll go with it | I'll keep it | I'll take it | I'll stick with it`,
    unlike: 'it was fine | I used it',
  },
  {
    kind: 'order',
    at: 'start',
    phrases: [
      'just? use|keep|drop|make|put|add|remove|delete|skip|stop|split|separate|merge|replace|change|write|create|fix|call|name|commit|push|set|turn|return|pass|rename|move|revert',
      'go with|for|ahead',
    ],
    like: `
      use it | keep it | drop it | make it | put it | add it | remove it | delete it | skip it | stop it | split it |
      separate it | merge it | replace it | change it | write it | create it | fix it | call it | name it | commit it |
      push it | set it | turn it | return it | pass it | rename it | move it | revert it | just fix it | go with it |
      go for it | go ahead`,
    unlike: 'it was used | user names',
  },
]
