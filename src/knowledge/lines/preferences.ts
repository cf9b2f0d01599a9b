import type { LineRow } from './row.js'

/** English preferences, and what only sounds like a rule: `You always cheer me up`, `That must have been awesome`. [C9] */
export const PREFERENCES: readonly LineRow[] = [
  {
    kind: 'supposition',
    priority: 20,
    language: 'en',
    pattern: /\b(?:it|that|this|there)(?: all)? must\b.{0,200}[!?]$|^must (?:be|feel)\b.{0,200}[!?]$/iu,
    like: `
      It must work well now! | That must hurt! | This must help a lot! | There must exist a way! | That all must hurt! |
      Must be tired now! | Must feel great!`,
    unlike: 'It must run on Node 22. | The job must end!',
  },
  {
    kind: 'supposition',
    priority: 40,
    language: 'en',
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
    language: 'en',
    at: 'start',
    phrases: ["I'm|I_am|I_was wondering|curious|not_sure"],
    like: "I'm not sure it must run. | I am curious what must run. | I was wondering what must run.",
    unlike: "I'm in favor. | I wondered.",
  },
  {
    kind: 'supposition',
    priority: 40,
    language: 'en',
    pattern: /, (?:right|huh|you know|yeah)\?$/iu,
    like: 'It must be hard, right? | It must be hard, huh? | It must be hard, you know? | It must be hard, yeah?',
    unlike: 'Must it run, too?',
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'en',
    phrases: [
      ...["I|I'd|I_would really|strongly|generally|usually? prefer", "I'd|I_would much? rather you|we|not|use|have"],
      'my preference',
    ],
    like: `
      I prefer short answers without lists. | I'd prefer short answers. | I would prefer short answers. |
      I really prefer tabs. | I strongly prefer tabs. | I generally prefer tabs. | I usually prefer tabs. |
      I'd rather you used pnpm. | I'd much rather we used pnpm. | I would rather not use it. | I'd rather use pnpm. |
      I'd rather have tabs. | Tabs are my preference.`,
    unlike: "They prefer tabs. | I'd rather go home.",
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'en',
    phrases: [
      'answer|reply|respond|write|speak … in english|german|french|spanish|italian|chinese|japanese|plain|simple',
    ],
    like: `
      Reply to me in plain English. | Answer all of it in German. | Respond to him in French. |
      Write the text in Spanish. | Speak to her in Italian. | Answer me in Chinese. | Answer me in Japanese. |
      Answer me in simple words. | Answer me in English.`,
    unlike: 'I write the keys in files.',
  },
  {
    // What is supposed, or was once: before a clause, it states nothing.
    kind: 'framing',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      'suppose|imagine|assume|assuming|back_then|as_a_child|when_I_was',
      'if I|we|you were|was|had|could|would|*ed',
    ],
    like: `
      Suppose I prefer it | Imagine we chose it | Assume I prefer it | Assuming we chose it | Back then I chose it |
      As a child I hated it | When I was six I hated it | If I were ill | If we had time | If I could | If you would |
      If I lived here | If I was ill`,
    unlike: 'If I ask for it | When I ask for it',
  },
  {
    // What someone says in a text.
    kind: 'framing',
    priority: 10,
    language: 'en',
    pattern: /(?<!\b(?:want|wanted|like|have|need|going) )\bto say(?: that)? ?$/iu,
    like: ['Change it to say ', 'Edit it to say that '],
    unlike: ['want', 'wanted', 'like', 'have', 'need', 'going'].map((word) => `I ${word} to say that `),
  },
  {
    kind: 'framing',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['angenommen|früher|damals|vielleicht|als_kind', 'wenn ich … wäre|hätte|könnte'],
    like: `
      Angenommen, ich mag es | Früher mochte ich es | Damals mochte ich es | Vielleicht mag ich es |
      Als Kind mochte ich es | Wenn ich Arzt wäre | Wenn ich Zeit hätte | Wenn ich es könnte`,
    unlike: 'Wenn ich frage',
  },
  {
    kind: 'framing',
    priority: 10,
    language: 'zh',
    at: 'start',
    phrases: ['如果', '假如', '小时候', '以前', '也许', '今天', '今晚', '明天', '这里', '那里'],
    like: `
      如果我喜欢 | 假如我喜欢 | 小时候我喜欢 | 以前我喜欢 | 也许我喜欢 | 今天我喜欢 | 今晚我喜欢 | 明天我喜欢 |
      这里我喜欢 | 那里我喜欢`,
    unlike: '我喜欢',
  },
  {
    // What follows is a guess of the moment, not a taste.
    kind: 'hedge',
    priority: 10,
    language: 'en',
    at: 'end',
    phrases: ['I think|guess|suppose|believe'],
    like: 'well, I think | I guess | but I suppose | I believe',
    unlike: 'I think so, and | they think',
  },
  {
    kind: 'hedge',
    priority: 10,
    language: 'de',
    at: 'end',
    phrases: ['ich glaube|denke|schätze|vermute', 'würde|möchte|könnte|hätte|wäre'],
    like: `
      Ich glaube | ich denke | aber ich schätze | Ich vermute | So würde | So möchte | So könnte | So hätte | So wäre`,
    unlike: 'Ich glaube es, und | Ich weiß',
  },
  {
    kind: 'hedge',
    priority: 10,
    language: 'zh',
    at: 'end',
    phrases: ['我 想|猜|觉得 ，|,?'],
    like: '试试吧。我想 | 我猜， | 我猜, | 我觉得',
    unlike: '我想买书，但 | 我知道',
  },
  {
    kind: 'condition',
    priority: 10,
    language: 'en',
    at: 'end',
    phrases: ['if|when|unless|until|before|after|have_you|why|that'],
    like: 'so if | so when | wait unless | wait until | wait before | wait after | have you | that is why | so that',
    unlike: 'if so | and',
  },
  {
    // A decision that the same sentence takes back.
    kind: 'doubt',
    priority: 10,
    language: 'en',
    phrases: ["but now I'm|I_am|we're|we_are wondering|considering|thinking|reconsidering"],
    like: `
      but now I'm wondering | but now I am wondering | but now we're considering | but now we are thinking |
      but now I'm reconsidering`,
    unlike: "I'm wondering | but now I know",
  },
]
