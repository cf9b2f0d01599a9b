import { Random } from '../../bench/support/random.js'
import { stepOf, type Step } from '../../src/domain/drift/step.js'
import type { TalkSession } from './talk-session.js'

/**
 * Labelled steps from logged sessions. At many points of a session its own next step is *own*; a step of another session is drift: of
 * *another project*, or, much harder, of *the same project* (all sessions on one repository), or of *any other*, all of them drawn alike.
 *
 * The set falls into two halves by conversation: no message of a conversation is in both, a foreign step comes from its own half, and
 * conversations about one task stay together. Everything in `src/domain/drift` was tuned on the tuning half of the coding sessions alone; the
 * held-back half was measured once, when that was done, and nothing was changed after it. (Of the talk without a repository every second
 * conversation was looked at while tuning, whatever its half: there the two halves only show how much chance is in the figures.)
 */

export const HALVES = ['tuning', 'held-back'] as const
export type Half = (typeof HALVES)[number]
export type Label = 'own' | 'other-project' | 'same-project' | 'any-other'

export interface Sample {
  half: Half
  session: TalkSession
  /** Messages of the session that came before the step. */
  before: number
  step: Step
  label: Label
  /** Session the step was taken from. */
  from: TalkSession
}

const SEED = 20_261_122
/** Before so many messages there is no session yet to drift from. */
const FIRST_POINT = 4
/** Steps to draw from; of fewer the same few would be drawn again and again. */
const LEAST_ALIKE = 50

/** @param points judged in a session, at most; spread over its whole length by chance */
export function labeledSet(sessions: readonly TalkSession[], points: number): Sample[] {
  const spoken = sessions.filter((session) => stepsOf(session).length > 0)
  return HALVES.flatMap((half) => {
    const mine = halfOf(spoken, half)
    return mine.flatMap((session) => samplesOf(session, mine, half, points))
  })
}

/** Of each agent's tasks, in an order by chance, every second one. */
function halfOf(sessions: readonly TalkSession[], half: Half): TalkSession[] {
  const chosen = new Set<string>()
  for (const agent of new Set(sessions.map((session) => session.agent))) {
    const tasks = [...new Set(sessions.filter((session) => session.agent === agent).map(({ task }) => task))].sort()
    shuffled(tasks, new Random(SEED)).forEach((task, index) => {
      if ((index % 2 === 0) === (half === 'tuning')) chosen.add(task)
    })
  }
  return sessions.filter(({ task }) => chosen.has(task))
}

function samplesOf(session: TalkSession, others: readonly TalkSession[], half: Half, count: number): Sample[] {
  // Each session has chances of its own: one more in the folder changes nothing in the others' points.
  const seed = [...session.name].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, SEED)
  const random = new Random(seed)
  const evenly = new Random(seed + 1)
  const points = stepsOf(session).filter((index) => index >= FIRST_POINT)
  const elsewhere = others.filter(({ project }) => project !== session.project)
  const alike = elsewhere.filter(({ agent }) => agent === session.agent)
  const enoughAlike = alike.reduce((sum, other) => sum + stepsOf(other).length, 0) >= LEAST_ALIKE
  const beside = others.filter(({ project, task }) => project === session.project && task !== session.task)
  const anyOther = others.filter(({ task }) => task !== session.task)
  return shuffled(points, random)
    .slice(0, count)
    .flatMap((before, n) => {
      const sample = (label: Label, from: TalkSession, at: number): Sample => {
        return { half, session, before, step: stepOf(from.messages[at]!), label, from }
      }
      const foreign = (label: Label, from: readonly TalkSession[], chance = random): Sample[] => {
        if (from.length === 0) return []
        const chosen = chance.pick(from)
        return [sample(label, chosen, chance.pick(stepsOf(chosen)))]
      }
      return [
        sample('own', session, before),
        // Every second one from the same kind of agent, where there is one on another project: its manner must not give it away.
        ...foreign('other-project', n % 2 === 0 && enoughAlike ? alike : elsewhere),
        ...foreign('same-project', beside),
        ...foreign('any-other', anyOther, evenly),
      ]
    })
}

/** Messages of the assistant that say or do anything. */
function stepsOf({ messages }: TalkSession): number[] {
  return messages.flatMap((message, index) =>
    message.role === 'assistant' && stepOf(message).text.trim() !== '' ? [index] : [],
  )
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items]
  return items.map(() => rest.splice(random.int(0, rest.length - 1), 1)[0]!)
}
