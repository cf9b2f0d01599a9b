/** A session in OpenAI's format with planted facts. Each fact is one string that occurs nowhere else, in one sentence. */
import type { Json } from '../../src/domain/message.js'
import { callOf, factsOf, hasDecision, hasError, hasRule, type Fact, type FactTexts } from './planted-facts.js'

/** A log of facts, whose wording is its own. */
export interface PlantedLog {
  goals: readonly string[]
  facts(turns: number): Fact[]
  /** Returns the messages of one turn in the groups in which an agent appends them: each group but the last is followed by a call
   * of the model.
   * @param markers decisions are written as markers, not as prose */
  turn(turn: number, markers: boolean): Json[][]
}

const GOALS = ['aim_0001', 'aim_0002'] as const
const number = (turn: number) => String(turn).padStart(4, '0')
const ruleOf = (turn: number) => `limit_${number(turn)}`
const decisionOf = (turn: number) => `choice_${number(turn)}`
const pathOf = (turn: number) => `src/part${turn % 7}/file_${number(turn)}.ts`
const errorOf = (turn: number) => `E4${number(turn)}`

function plantedTurn(turn: number, markers: boolean): Json[][] {
  const groups: Json[][] = [[{ role: 'user', content: requestOf(turn) }], work(turn, markers)]
  if (hasError(turn)) groups.push(failedCheck(turn))
  const open = hasError(turn) ? ` The check of part ${turn} still fails with ${errorOf(turn)}; it stays open.` : ''
  groups.push([{ role: 'assistant', content: `Part ${turn} is written.${open}\n\n${prose(turn, 27)}` }])
  return groups
}

const TEXTS: FactTexts = { goals: GOALS, rule: ruleOf, decision: decisionOf, artifact: pathOf, error: errorOf }

export const plainLog: PlantedLog = { goals: GOALS, facts: (turns) => factsOf(turns, TEXTS), turn: plantedTurn }

function requestOf(turn: number): string {
  const goals = turn === 0 ? `We want ${GOALS[0]} to ship, and after it ${GOALS[1]}.\n` : ''
  const rule = hasRule(turn) ? ` Never raise ${ruleOf(turn)} in part ${turn}.` : ''
  return `${goals}Please write part number ${turn} next.${rule}`
}

function work(turn: number, markers: boolean): Json[] {
  const decided = markers
    ? `[DECISION] part ${turn} uses ${decisionOf(turn)}`
    : `Decided: part ${turn} uses ${decisionOf(turn)}, because retries must stay bounded.`
  const calls = [
    callOf(`read_${turn}`, 'read_file', { path: `docs/part${turn % 7}.md` }),
    callOf(`write_${turn}`, 'write_file', { path: pathOf(turn), content: 'export const part = true\n' }),
  ]
  return [
    { role: 'assistant', content: hasDecision(turn) ? decided : `I write part ${turn}.`, tool_calls: calls },
    { role: 'tool', tool_call_id: `read_${turn}`, content: prose(turn, 18) },
    { role: 'tool', tool_call_id: `write_${turn}`, content: 'File written.' },
  ]
}

function failedCheck(turn: number): Json[] {
  const id = `check_${turn}`
  return [
    { role: 'assistant', content: null, tool_calls: [callOf(id, 'bash', { command: `./check part ${turn}` })] },
    {
      role: 'tool',
      tool_call_id: id,
      content: `Error: ${errorOf(turn)} checksum mismatch in part ${turn}\nexit code 1`,
    },
  ]
}

const SENTENCES = [
  'The worker reads what arrived and hands it on when the queue has space for more.',
  'Nothing is written twice, since the store compares the digest of each row with the last one.',
  'When a reader is slow, the buffer grows until its bound and then the reader is closed.',
  'The export walks through the tables in the order of their names and skips those without rows.',
  'A row without a date is kept, because the report lists it under the day of its import.',
]

/** Text without facts, about 18 tokens a sentence. The part in the assistant's words can only be summarized, the part in results is
 * masked without a model. */
function prose(turn: number, sentences: number): string {
  return Array.from({ length: sentences }, (_, at) => SENTENCES[(turn + at * 3) % SENTENCES.length]).join(' ')
}
