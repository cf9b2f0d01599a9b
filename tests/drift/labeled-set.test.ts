import { expect, test } from 'vitest'
import { labeledSet } from '../../eval/drift/labeled-set.js'
import type { TalkSession } from '../../eval/drift/talk-session.js'
import { said } from '../summary/spans.js'

function session(n: number, task = `task-${n}`): TalkSession {
  const messages = Array.from({ length: 30 }, (_, at) => ({
    ...said(at + 1, `step ${at} of session ${n}`),
    human: false,
  }))
  return {
    name: `session-${n}`,
    agent: 'an-agent',
    coding: true,
    project: `project-${n % 3}`,
    task,
    system: '',
    messages,
  }
}

test('[Q3] the measured set: no session is in both halves, one task is in one half, and a foreign step is of another session of its own half', () => {
  const sessions = [...Array.from({ length: 20 }, (_, n) => session(n)), session(20, 'task-1'), session(21, 'task-1')]
  const set = labeledSet(sessions, 10)
  const halvesOf = (task: string) =>
    new Set(set.filter((sample) => sample.session.task === task).map(({ half }) => half))
  for (const { task } of sessions) expect(halvesOf(task).size).toBe(1)
  const halfOf = new Map(set.map(({ session: { name }, half }) => [name, half]))
  expect(new Set(halfOf.values()).size).toBe(2)
  for (const { label, session: host, from, half, step, before } of set) {
    expect(halfOf.get(from.name)).toBe(half)
    if (label === 'own') expect(step.text.trim()).toBe(`step ${before} of ${host.name.replace('-', ' ')}`)
    if (label === 'other-project') expect(from.project).not.toBe(host.project)
    if (label === 'same-project') expect([from.project, from.task === host.task]).toEqual([host.project, false])
  }
  expect(labeledSet(sessions, 10)).toEqual(set)
})
