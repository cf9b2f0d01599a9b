import type { LineRow } from '../row.js'

/** What follows words about all that comes (`From now on, …`): who is asked to do it, or what it is about, which orders nothing. [M11] */
export const STANDING_ADDRESSED: readonly LineRow[] = [
  {
    // What begins with its subject.
    kind: 'statement',
    priority: 10,
    language: 'en',
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
    priority: 10,
    language: 'en',
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
    kind: 'addressed',
    priority: 10,
    language: 'de',
    at: 'start',
    phrases: ['möchte|will ich dass du', 'sollst|solltest|musst du', 'verwenden|nutzen|benutzen|schreiben wir'],
    like: `
      möchte ich, dass du Tests schreibst | will ich, dass du Tests schreibst | sollst du Tests schreiben |
      solltest du Tests schreiben | musst du Tests schreiben | verwenden wir Tabs | nutzen wir Tabs |
      benutzen wir Tabs | schreiben wir Tests`,
    unlike: 'möchte ich Tests schreiben | sollst lesen | gehen wir',
  },
]
