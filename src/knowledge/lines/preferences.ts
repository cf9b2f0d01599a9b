import type { LineRow } from './row.js'

/** English preferences, and what only sounds like a rule: `You always cheer me up`, `That must have been awesome`. [C9] */
export const PREFERENCES: readonly LineRow[] = [
  {
    kind: 'supposition',
    priority: 20,
    language: 'en',
    pattern: /\b(?:it|that|this|there)(?: all)? must\b.{0,200}[!?]$|^must (?:be|feel)\b.{0,200}[!?]$/iu,
    like: [
      ...['It must work well now!', 'That must hurt!', 'This must help a lot!', 'There must exist a way!'],
      ...['That all must hurt!', 'Must be tired now!', 'Must feel great!'],
    ],
    unlike: ['It must run on Node 22.', 'The job must end!'],
  },
  {
    kind: 'supposition',
    priority: 40,
    language: 'en',
    phrases: [
      "I|we|you|they don't|do_not|only really? see|think|know|have|need|want|understand|remember",
      ...["don't|do_not seem", "if|how you don't|never"],
    ],
    like: [
      ...["I don't know where it is.", "We don't see it.", "You don't need it.", "They don't want it."],
      ...['I do not think so.', 'I only have one of them.', "I don't really understand it.", "I don't remember it."],
      ...["They don't seem to mind.", 'The tests do not seem to mind.', "It shows if you don't care."],
      'I like how you never give up.',
    ],
    unlike: ["Don't push it.", 'They seem fine.'],
  },
  {
    kind: 'supposition',
    priority: 40,
    language: 'en',
    at: 'start',
    phrases: ["I'm|I_am|I_was wondering|curious|not_sure"],
    like: ["I'm not sure it must run.", 'I am curious what must run.', 'I was wondering what must run.'],
    unlike: ["I'm in favor.", 'I wondered.'],
  },
  {
    kind: 'supposition',
    priority: 40,
    language: 'en',
    pattern: /, (?:right|huh|you know|yeah)\?$/iu,
    like: ['It must be hard, right?', 'It must be hard, huh?', 'It must be hard, you know?', 'It must be hard, yeah?'],
    unlike: ['Must it run, too?'],
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'en',
    phrases: [
      ...["I|I'd|I_would really|strongly|generally|usually? prefer", "I'd|I_would much? rather you|we|not|use|have"],
      'my preference',
    ],
    like: [
      ...['I prefer short answers without lists.', "I'd prefer short answers.", 'I would prefer short answers.'],
      ...['I really prefer tabs.', 'I strongly prefer tabs.', 'I generally prefer tabs.', 'I usually prefer tabs.'],
      ...["I'd rather you used pnpm.", "I'd much rather we used pnpm.", 'I would rather not use it.'],
      ...["I'd rather use pnpm.", "I'd rather have tabs.", 'Tabs are my preference.'],
    ],
    unlike: ['They prefer tabs.', "I'd rather go home."],
  },
  {
    kind: 'preference',
    priority: 50,
    language: 'en',
    phrases: [
      'answer|reply|respond|write|speak … in english|german|french|spanish|italian|chinese|japanese|plain|simple',
    ],
    like: [
      ...['Reply to me in plain English.', 'Answer all of it in German.', 'Respond to him in French.'],
      ...['Write the text in Spanish.', 'Speak to her in Italian.', 'Answer me in Chinese.', 'Answer me in Japanese.'],
      ...['Answer me in simple words.', 'Answer me in English.'],
    ],
    unlike: ['I write the keys in files.'],
  },
]
