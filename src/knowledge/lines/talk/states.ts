import type { LineRow } from '../row.js'

const NEGATED =
  "isn't|aren't|wasn't|weren't|doesn't|didn't|can't|couldn't|won't|wouldn't|shouldn't|mustn't|hasn't|haven't|hadn't"

/** What a line says of a file, of a failure, and of a step. [C4] */
export const STATES: readonly LineRow[] = [
  {
    kind: 'unchanged',
    priority: 10,
    language: 'en',
    phrases: ['unchanged|untouched', 'not been? changed|modified', 'no change|changes to'],
    like: `
      it is unchanged | it is untouched | it was not changed | it has not been modified | no changes to it |
      no change to it`,
    unlike: 'it changed | no change',
  },
  {
    kind: 'unchanged',
    priority: 10,
    language: 'zh',
    phrases: ['未修改|没有修改'],
    like: '文件未修改 | 文件没有修改',
    unlike: '文件已修改',
  },
  {
    kind: 'unchanged',
    priority: 10,
    language: 'ja',
    phrases: ['変更なし'],
    like: 'ファイルは変更なし',
    unlike: 'ファイルを変更',
  },
  {
    // What an agent takes for the cause of a failure.
    kind: 'diagnosis',
    priority: 10,
    language: 'en',
    phrases: ['issue|problem|bug|cause here? is|was'],
    like: 'The issue is old | the problem here is it | the bug was old | the cause was it',
    unlike: 'the issue | issues are old',
  },
  {
    // A step that waits for something.
    kind: 'blocked',
    priority: 10,
    language: 'en',
    phrases: ['blocked|blocker|stuck', 'waiting for|on'],
    like: 'it is blocked | a blocker | we are stuck | waiting for Ann | waiting on Ann',
    unlike: 'a block | waiting',
  },
  {
    // A clause that answers nothing, if it asks nothing: `what is done, and how far`.
    kind: 'asking-clause',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['what|how|why|whether'],
    like: 'what is done | how it is done | why it is done | whether it is done',
    unlike: 'it says what is done',
  },
  {
    // The start of an answer of a model that does nothing.
    kind: 'refusal',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      "I'm|im really|very|so? sorry",
      'sorry,|unfortunately_I|I_apologize|I_apologise',
      'as a|an ai|language_model|large_language_model',
      "I cannot|can't|cant|can_not|won't|wont|am_unable|am_not_able",
      "I'm unable|not_able",
    ],
    like: [
      ...["I'm sorry", 'Im sorry', "I'm really sorry", "I'm very sorry", "I'm so sorry", 'Sorry, no', 'I apologize'],
      ...['Unfortunately, I may not', 'I apologise', 'As an AI', 'As a language model', 'As a large language model'], // words: ok
      ...["I can't go", 'I cant go', 'I cannot go', 'I can not go', "I won't go", 'I wont go', 'I am unable to go'],
      ...['I am not able to go', "I'm unable to go", "I'm not able to go"],
    ],
    unlike: 'I can go | As an airline | Unfortunately, it fails | We are sorry',
  },
  {
    // A word of question with which a question for facts begins.
    kind: 'fact-question',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['is|are|was|were|do|does|did|why|what|how|when|where|who|which'],
    like: 'is are was were do does did why what how when where who which'.split(' ').map((word) => `${word} it so?`),
    unlike: 'It is so',
  },
  {
    // It asks others, not the reader: `Should we test?` may be a request.
    kind: 'fact-question',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [`should|must|can|could|would|will|${NEGATED} !you|we {word}`],
    like: ['should', 'must', 'can', 'could', 'would', 'will', ...NEGATED.split('|')].map((verb) => `${verb} they go?`),
    unlike: "should you go? | should we go? | don't they go? | They should go",
  },
]
