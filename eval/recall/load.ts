import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { meetingQuestions, memoryQuestions, type Asked } from '../search/questions.js'

/** Reads long conversations with questions about them. Their files are not part of this repository. */

export interface Said {
  role: 'user' | 'assistant'
  text: string
  /** ISO 8601; null: unknown. */
  at: string | null
}
export interface Question {
  text: string
  category: string
  /** Numbers of the messages that answer it, from 1. */
  evidence: number[]
  /** The answer of the data set. Absent: it has none in words. */
  answer?: string
}
export interface Talk {
  name: string
  messages: Said[]
  questions: Question[]
}

/** Categories of LoCoMo. Those of 5 have no answer. */
const LOCOMO = ['', 'multi-hop', 'temporal', 'inference', 'single-hop']

/** Reads LoCoMo (`locomo10.json`), BEAM (`chat.json` beside `probing_questions.json`), or a folder of QMSum and MemoryBank. */
export async function readTalks(path: string): Promise<Talk[]> {
  if ((await stat(path)).isDirectory()) {
    const sets = [await meetingQuestions(path), await memoryQuestions(path, 'en'), await memoryQuestions(path, 'cn')]
    return sets.flat().map(talkOf)
  }
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (isLocomo(value)) return value.map(locomoTalk)
  const probing = JSON.parse(await readFile(await probesOf(path), 'utf8')) as Probing
  return [beamTalk(path, value as BeamBatch[], probing)]
}

/** BEAM keeps its questions beside the talk, or in a folder of that name. */
export async function probesOf(path: string): Promise<string> {
  const beside = join(dirname(path), 'probing_questions.json')
  const inFolder = join(dirname(path), 'probing_questions', 'probing_questions.json')
  return stat(beside).then(
    () => beside,
    () => inFolder,
  )
}

interface LocomoSample {
  sample_id: string
  conversation: Record<string, string | { speaker: string; dia_id: string; text: string }[]>
  qa: { question: string; category: number; evidence?: string[]; answer?: string | number }[]
}
function isLocomo(value: unknown): value is LocomoSample[] {
  return Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null && 'sample_id' in value[0]
}

function locomoTalk({ sample_id: name, conversation, qa }: LocomoSample): Talk {
  const messages: Said[] = []
  const numbers = new Map<string, number>()
  for (let session = 1; ; session++) {
    const turns = conversation[`session_${session}`]
    if (!Array.isArray(turns)) break
    const at = dateOf(String(conversation[`session_${session}_date_time`]))
    for (const { speaker, dia_id: id, text } of turns) {
      const role = speaker === conversation.speaker_a ? 'user' : 'assistant'
      numbers.set(id, messages.push({ role, text: `${speaker}: ${text}`, at }))
    }
  }
  const questions = qa.flatMap(({ question: text, category, evidence = [], answer }): Question[] => {
    const ids = evidence.flatMap((one) => one.split(/[;,\s]+/))
    if (!LOCOMO[category]) return []
    const asked = { text, category: LOCOMO[category], evidence: known(ids, numbers) }
    return [answer === undefined ? asked : { ...asked, answer: String(answer) }]
  })
  return { name, messages, questions: questions.filter(({ evidence }) => evidence.length > 0) }
}

/** Reads "1:56 pm on 8 May, 2023". */
function dateOf(text: string): string | null {
  const [, day] = /\bon (.+)$/.exec(text) ?? []
  const ms = day === undefined ? NaN : Date.parse(`${day.replace(',', '')} UTC`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

interface BeamBatch {
  turns: { role: 'user' | 'assistant'; id: number; content: string; time_anchor?: string }[][]
}
type Probing = Record<string, { question: string; source_chat_ids?: unknown }[]>

function beamTalk(path: string, batches: readonly BeamBatch[], probing: Probing): Talk {
  const messages: Said[] = []
  const numbers = new Map<number, number>()
  let at: string | null = null
  for (const { role, id, content, time_anchor: anchor } of batches.flatMap(({ turns }) => turns.flat())) {
    const ms = Date.parse(`${anchor?.replaceAll('-', ' ') ?? ''} UTC`)
    if (!Number.isNaN(ms)) at = new Date(ms).toISOString()
    numbers.set(id, messages.push({ role, text: content.replace(/\s*->->[^\n]*$/, ''), at }))
  }
  const questions = Object.entries(probing).flatMap(([category, asked]) =>
    asked.map(({ question: text, source_chat_ids: ids }) => ({ text, category, evidence: known(flat(ids), numbers) })),
  )
  const name = `beam ${dirname(path).split('/').at(-1)}`
  return { name, messages, questions: questions.filter(({ evidence }) => evidence.length > 0) }
}

function flat(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : []
}

function known<K>(ids: readonly K[], numbers: ReadonlyMap<K, number>): number[] {
  return [...new Set(ids.flatMap((id) => numbers.get(id) ?? []))]
}

function talkOf({ source, conversation, questions }: Asked): Talk {
  const messages = conversation.messages.map(({ value }): Said => {
    const { role, content } = value as { role?: string; content?: unknown }
    return {
      role: role === 'assistant' ? role : 'user',
      text: typeof content === 'string' ? content : JSON.stringify(value),
      at: null,
    }
  })
  const category = source.split(' ')[0] ?? source
  return {
    name: source,
    messages,
    questions: questions.map(({ text, evidence }) => ({ text, category, evidence: [...evidence] })),
  }
}
