import type { LineRow } from './row.js'

/** Reports that something was decided, and that it was not. [C4] [C9] */
export const DECISIONS: readonly LineRow[] = [
  {
    kind: 'marker',
    priority: 10,
    language: 'en',
    pattern: /^[\s*_~#•+-]{0,12}\[[ \t]{0,2}DECISION[ \t]{0,2}\]/iu,
    like: '[DECISION] tabs | - **[ decision ]** tabs',
    unlike: 'The marker [DECISION] locks.',
  },
  {
    kind: 'decision',
    priority: 10,
    language: 'en',
    phrases: [
      ...['decided|chose|chosen', 'decision:', "we'll|we_will use|go_with|stick"],
      ...['going_with|settled_on|opted_for|opted_to', 'agreed to|on|that', 'switched to|from'],
    ],
    like: `
      We decided to use Postgres. | They chose Redis. | Redis was chosen. | Decision: tabs. | We'll use Redis. |
      We will go with Redis. | We'll stick to Redis. | I am going with Redis. | They settled on Redis. |
      They opted for Redis. | They opted to use Redis. | They agreed on Redis. | They agreed that it stays. |
      They agreed to wait. | They switched to Redis. | They switched from Redis.`,
    unlike: 'We will keep this in mind. | The decision is open. | He disagreed on it.',
  },
  {
    kind: 'decision',
    priority: 10,
    language: 'zh',
    phrases: ['决定', '決定', '采用', '採用', '改用', '选定', '確定用'],
    like: `
      我们决定重写。 | 我們決定重寫。 | 我们采用这个方案。 | 我們採用這個方案。 | 改用新的库。 | 选定新的库。 |
      確定用新的庫。`,
    unlike: '今天天气很好。',
  },
  {
    kind: 'decision',
    priority: 10,
    language: 'ja',
    phrases: ['ことにし', 'に決め'],
    like: '使うことにした。 | これに決めた。',
    unlike: '今日はいい天気です。',
  },
  {
    kind: 'undecided',
    priority: 20,
    language: 'en',
    phrases: [
      'not|never|being|could_have|should_have|would_have yet? decided|chosen|agreed',
      "*n't yet? decide|decided|chosen|agreed",
    ],
    like: `
      It is not decided. | It was never agreed. | It is being decided. | You could have chosen another. |
      You should have chosen another. | You would have chosen another. | It is not yet decided. |
      We haven't decided which. | I didn't decide that. | We haven't chosen one. | We haven't agreed on it. |
      We haven't yet decided.`,
    unlike: 'We decided not to wait.',
  },
  {
    kind: 'undecided',
    priority: 20,
    language: 'zh',
    phrases: ['没决定', '没有决定', '未決定', '建议|建議 … 采用|採用|改用', '再决定|再決定'],
    like: `
      还没决定。 | 还没有决定。 | 未決定です。 | 我建议采用这个库。 | 我建議改用新的庫。 | 我建议採用它。 | 先看文件，再决定放在哪里。 |
      先看檔案，再決定。`,
    unlike: '我们决定了。 | 我们采用这个方案。',
  },
  {
    kind: 'choice',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ["let's? use|keep|go_with|stick_with … instead_of|rather_than|not"],
    like: `
      Use tabs instead of spaces. | Let's use tabs, not spaces. | Keep tabs rather than spaces. |
      Go with tabs, not spaces. | Stick with tabs, not spaces.`,
    unlike: 'Use the parser. | They use tabs, not spaces.',
  },
  {
    // Other words in which people settle something, and groups that do.
    kind: 'settling',
    priority: 10,
    language: 'en',
    at: 'within',
    phrases: [
      "I|we|I've|we've committed_to|compromised_on|compromised_at",
      "I|we|I've|we've agreed_with … to|on|that",
      'our|the|my team|board|company|family has? decided|agreed|chose|picked|voted',
      "we're|we_are dropping|adopting|sticking_with|migrating_to|switching_to|standardizing_on",
      "we won't|will_not use|support|allow|ship",
    ],
    notThen: ['it|this|that|them|him|her'],
    like: `
      I committed to daily reports | I've committed to weekly reports | We compromised on two days |
      we've compromised at two days | I agreed with Ann to wait | We agreed with Ann to wait |
      We've agreed with Ann on a date | I've agreed with Ann that tests come first | Our team decided to wait |
      The board has agreed to wait | My family chose Rome | Our company picked Rome | the team voted to wait |
      We're dropping Windows 7 | We're sticking with Vue | We are adopting tabs | We're migrating to Go |
      We're switching to Go | We're standardizing on Go | We won't use trackers | We will not support Windows 7 |
      We won't allow trackers | We won't ship trackers`,
    unlike: `
      I committed to it fully | I committed to this plan | I committed to that plan | We compromised on them all |
      I committed to him fully | I committed to her fully | They committed to tests`,
  },
]
