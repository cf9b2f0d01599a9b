import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')

/** What a line says of a file, of a failure, and of a step. [C4] */
export const STATES: readonly LineRow[] = [
  {
    kind: 'unchanged',
    priority: 10,
    language: 'en',
    phrases: ['unchanged|untouched', 'not been? changed|modified', 'no change|changes to'],
    like: [
      ...all('it is unchanged, it is untouched, it was not changed, it has not been modified, no changes to it'),
      'no change to it',
    ],
    unlike: all('it changed, no change'),
  },
  {
    kind: 'unchanged',
    priority: 10,
    language: 'zh',
    phrases: ['未修改|没有修改'],
    like: all('文件未修改, 文件没有修改'),
    unlike: ['文件已修改'],
  },
  {
    kind: 'unchanged',
    priority: 10,
    language: 'ja',
    phrases: ['変更なし'],
    like: ['ファイルは変更なし'],
    unlike: ['ファイルを変更'],
  },
  {
    // What an agent takes for the cause of a failure.
    kind: 'diagnosis',
    priority: 10,
    language: 'en',
    phrases: ['issue|problem|bug|cause here? is|was'],
    like: all('The issue is old, the problem here is it, the bug was old, the cause was it'),
    unlike: all('the issue, issues are old'),
  },
  {
    // A step that waits for something.
    kind: 'blocked',
    priority: 10,
    language: 'en',
    phrases: ['blocked|blocker|stuck', 'waiting for|on'],
    like: all('it is blocked, a blocker, we are stuck, waiting for Ann, waiting on Ann'),
    unlike: all('a block, waiting'),
  },
  {
    // A clause that answers nothing, if it asks nothing: `what is done, and how far`.
    kind: 'asking-clause',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['what|how|why|whether'],
    like: all('what is done, how it is done, why it is done, whether it is done'),
    unlike: ['it says what is done'],
  },
]
