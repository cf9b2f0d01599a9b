import type { LineRow } from './row.js'

/** What a person asks for instead of something else. [C4] [C9] */
export const DIRECTIONS: readonly LineRow[] = [
  {
    kind: 'request',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['can|could|would|will you'],
    like: 'Can you fix it? | Could you fix it? | Would you fix it? | Will you fix it?',
    unlike: 'You can fix it.',
  },
  {
    kind: 'direction',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
