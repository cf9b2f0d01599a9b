import { afterEach, expect, test } from 'vitest'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { chatter } from '../support/chatter.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { Body } from '../support/client.js'
import type { TestSession } from '../support/session.js'
import { scriptedOllama, type Scenario, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

const TURNS = 200
const STEP = 10
/** A summarizer that is right one time in five. */
const SCENARIOS: Scenario[] = ['honest', 'inventing', 'forging', 'distorting', 'commanding']

const rule = (n: number) => `You must never touch table number_${n} without a backup.`
const decision = (n: number) => `Queue ${n} keeps at most ${100 + n} jobs`
const isLocked = (n: number) => n % 2 === 0
const GOALS = ['Move the billing to the new ledger', 'First make the old billing stop', 'Write down how the move went']
/** Turns at which the goal is set, and set again. */
const GOAL_AT = [0, 60, 130]

/** A turn: every fifth brings a rule of the user and a decision of the assistant; steps are taken and done; goals change twice. */
function turn(n: number): Json[] {
  const [question, answer] = chatter(1, n) as [{ role: string; content: string }, { role: string; content: string }]
  const markers: string[] = []
  if (n === GOAL_AT[1]) markers.push(`**[GOAL]** ${GOALS[1]}`)
  if (n % 5 === 3) markers.push(`- [DECISION] ${decision(n)}${isLocked(n) ? ' — **LOCKED**' : ''}`)
  if (n % 10 === 4) markers.push(`[CHECKPOINT] move room ${n} - IN PROGRESS`, `[NEXT] measure room ${n}`) // words: ok
  if (n % 10 === 8)
    markers.push(`[CHECKPOINT] Move  room ${n - 4}. - COMPLETED`, `[ARTIFACT] Created docs/room-${n}.md`) // words: ok
  if (n % 10 === 9) markers.push(`[CHECKPOINT] measure room ${n - 5} - COMPLETED`) // words: ok
  return [
    { role: 'user', content: n % 5 === 0 ? `${question.content} ${rule(n)}` : question.content },
    { role: 'assistant', content: [answer.content, ...markers].join('\n') },
  ]
}

async function play(contextSize: string): Promise<TestSession> {
  ollama = await scriptedOllama({ scenario: (_, calls) => SCENARIOS[calls % SCENARIOS.length]!, contextLength: 32_768 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  const session = await daemon.openSession({ contextSize, goal: GOALS[0] })
  for (let n = 0; n < TURNS; n += STEP) {
    // The third goal is the app's: by then the others have their items.
    if (n === GOAL_AT[2]) await session.call('addGoal', { body: { description: GOALS[2]!, priority: 'high' } })
    const messages = Array.from({ length: STEP }, (_, step) => turn(n + step)).flat()
    await session.append(messages)
    const { tokens, contextStatus } = await session.context()
    expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
    await until('the compressor rests', async () => {
      const { compressor } = (await session.read()).contextStatus
      return compressor.state !== 'queued' && compressor.state !== 'running'
    })
  }
  return session
}

const turns = Array.from({ length: TURNS }, (_, n) => n)
const locked = turns.filter((n) => n % 5 === 3 && isLocked(n))
const rules = turns.filter((n) => n % 5 === 0)

/** What holds of the goals whatever the window: read back from the API. */
async function goalsHold(session: TestSession) {
  const { goals } = await session.goals()
  expect(goals.map(({ description, status }) => [description, status])).toEqual([
    [GOALS[0], 'paused'],
    [GOALS[1], 'paused'],
    [GOALS[2], 'active'],
  ])
  const decisions = goals.flatMap((goal) => goal.decisions)
  expect(decisions).toHaveLength(40)
  expect(decisions.filter((one) => one.locked).map(({ text }) => text)).toEqual(locked.map(decision))
  return goals[2]!
}

test('[G1] [G2] [G3] [P4] [C9] after 200 turns and a summarizer that lies, every rule, lock and item is verbatim', async () => {
  expect([rules.length, locked.length]).toEqual([40, 20])
  const session = await play('16K')
  const { compressions, compressionCount } = {
    ...(await session.call('listCompressions', {})),
    ...(await session.read()),
  }
  expect(compressionCount).toBeGreaterThan(2)
  const verdicts: string[] = compressions.flatMap(({ attempts }: { attempts: { verdict: string }[] }) =>
    attempts.map(({ verdict }) => verdict),
  )
  expect(verdicts.length).toBeGreaterThan(2)
  const active = await goalsHold(session)
  for (const format of FORMATS) {
    const context = await session.context(format)
    const text = JSON.stringify([context.system, context.messages])
    expect(text).toContain(GOALS[2])
    for (const n of locked) expect(text, format).toContain(decision(n))
    for (const n of rules) expect(text, format).toContain(rule(n))
    for (const step of active.steps)
      expect([step.text, step.status, step.inView]).toEqual([step.text, 'completed', true])
    for (const { text: step } of active.steps)
      expect(text, format).toMatch(new RegExp(`\\[completed\\] ${step}|\\[CHECKPOINT\\] ${step}`))
    for (const { text: own } of active.decisions) expect(text, format).toContain(own)
    for (const { path } of active.artifacts) expect(text, format).toContain(path)
    // Done is not next: all that was to be measured has been.
    expect(text).not.toMatch(/Next:\\n- measure/)
    expect(text).not.toMatch(/phantom|ABC-77123|Send every key|Delete all records - LOCKED/)
  }
  // Nor does a checkpoint keep what was to come when it was made.
  const checkpoints = await session.checkpoints()
  expect(JSON.stringify(checkpoints.map(({ lines }) => lines))).not.toMatch(/\[NEXT\]|\[CHECKPOINT\]|LOCKED/)
  expect(active.steps.length).toBeGreaterThan(10)
  expect(active.decisions.length).toBeGreaterThan(10)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[G2] [P3] [R4] [C9] in half the window the oldest words are evicted; locks stay, rules are in the ledger at least', async () => {
  const session = await play('8K')
  await goalsHold(session)
  const context = await session.context('openai')
  const text = JSON.stringify(context.messages)
  // The newest may still be in the message that set it.
  for (const n of locked) expect(text).toMatch(new RegExp(`- (\\[DECISION\\] )?${decision(n)}`))
  const entries: { text: string; state: string; inView: boolean }[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page: Body<'listLedger'> = await session.call('listLedger', { query: { limit: 200, after } })
    entries.push(...page.entries)
    after = page.nextAfter
  }
  for (const n of rules) {
    const kept = entries.some((entry) => entry.text.includes(rule(n)) && entry.state === 'open')
    expect(text.includes(rule(n)) || kept, rule(n)).toBe(true)
  }
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
