import { Random } from '../../bench/support/random.js'
import { stepOf, type Step } from '../../src/domain/drift/step.js'
import type { TalkSession } from './talk-session.js'

/**
 * Labeled steps from logged sessions. The session's own next step is labeled *own*. A step of another session is drift:
 * of *another project*, of *the same project* (harder: all sessions on one repository), or of *any other* session, with
 * equal probability.
 *
 * The set has two halves, split by conversation. A foreign step comes from the same half, and conversations about one
 * task are in one half. `src/domain/drift` was tuned only on the tuning half of the coding sessions. The held-back half
 * was measured once, after tuning. For chats without a repository, every second conversation of both halves was read
 * during tuning, so their halves only show the variance.
 */

export const HALVES = ['tuning', 'held-back'] as const
export type Half = (typeof HALVES)[number]
export type Label = 'own' | 'other-project' | 'same-project' | 'any-other'

export interface Sample {
  half: Half
  session: TalkSession
  /** Number of messages of the session before the step. */
  before: number
  step: Step
  label: Label
  /** Session the step was taken from. */
  from: TalkSession
}

const SEED = 20_261_122
/** Minimum messages before a step. A shorter session has nothing to drift from. */
const FIRST_POINT = 4
/** Minimum steps to draw from. From fewer, the same steps would be drawn repeatedly. */
const MIN_ALIKE = 50

/** Returns the labeled steps of both halves.
 * @param points maximum steps per session, drawn at random from its whole length */
export function labeledSet(sessions: readonly TalkSession[], points: number): Sample[] {
  const spoken = sessions.filter((session) => stepsOf(session).length > 0)
  return HALVES.flatMap((half) => {
    const mine = halfOf(spoken, half)
    return mine.flatMap((session) => samplesOf(session, mine, half, points))
  })
}

/** Shuffles the tasks of each agent and returns the sessions of every second one. */
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
  // Each session has its own seed, so that a new file does not change the points of others.
  const seed = [...session.name].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, SEED)
  const random = new Random(seed)
  const evenly = new Random(seed + 1)
  const points = stepsOf(session).filter((index) => index >= FIRST_POINT)
  const elsewhere = others.filter(({ project }) => project !== session.project)
  const alike = elsewhere.filter(({ agent }) => agent === session.agent)
  const enoughAlike = alike.reduce((sum, other) => sum + stepsOf(other).length, 0) >= MIN_ALIKE
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
        // Every second one is from the same kind of agent, if possible. Its style must not identify it.
        ...foreign('other-project', n % 2 === 0 && enoughAlike ? alike : elsewhere),
        ...foreign('same-project', beside),
        ...foreign('any-other', anyOther, evenly),
      ]
    })
}

/** Returns the indexes of assistant messages with text or calls. */
function stepsOf({ messages }: TalkSession): number[] {
  return messages.flatMap((message, index) =>
    message.role === 'assistant' && stepOf(message).text.trim() !== '' ? [index] : [],
  )
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items]
  return items.map(() => rest.splice(random.int(0, rest.length - 1), 1)[0]!)
}
