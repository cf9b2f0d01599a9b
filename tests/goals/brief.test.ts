import { expect, test } from 'vitest'
import { briefOf } from '../../src/domain/goal/brief.js'
import { textKey, type Goal } from '../../src/domain/goal/goal.js'

const goal = (steps: readonly string[]): Goal => ({
  ...{
    id: 'g',
    description: 'Ship',
    priority: 'high',
    status: 'active',
    createdAt: new Date(0),
    changedAt: new Date(0),
  },
  items: steps.map((text, at) => ({ id: `s${at}`, kind: 'step', text, status: 'pending', seq: null })),
})

test('[V3] a step that says that it waits for something is blocked', () => {
  const blocked = [
    'Deploy, blocked by the missing key',
    'Ask for the key, the blocker of the release',
    'Merge, waiting for review',
    'Release, waiting on legal',
    'Migrate, stuck at the index',
  ]
  const others = ['Unblock the queue', 'Show a page while waiting', 'Remove blocking calls']
  expect(briefOf([goal([...blocked, ...others])])!.blockers).toEqual(blocked)
})

test.each(['**Use Postgres**', '"use postgres."', '`Use Postgres`', '  use   postgres !'])(
  '[G3] [V3] "%s" is the same text as without its signs',
  (text) => {
    expect(textKey(text)).toBe('use postgres')
  },
)
