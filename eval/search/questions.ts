import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { basename, join } from 'node:path'
import { readLogFile } from '../../src/cli/demo/read-example.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { logFiles } from '../files.js'

/** Questions about real conversations, and the messages that answer them. */

export interface Asked {
  source: string
  conversation: LoggedConversation
  questions: Question[]
}

export interface Question {
  text: string
  /** Numbers of messages, from 1, any of which is evidence. */
  evidence: ReadonlySet<number>
}

/** Exchanges of MemoryBank that answer its probing questions, labeled by hand for the first four users. The Chinese
 * conversations are the same ones. */
const MEMORY_BANK_EVIDENCE: Record<string, readonly (readonly number[])[]> = {
  Emily: [[17], [20], [32], [5], [15, 16], [26], [35, 36]],
  Frank: [[2], [15], [18], [47, 48], [50], [25], [9]],
  Lucy: [[3], [10, 11], [6], [14], [15, 23], [21], [6]],
  Sunny: [[6], [4], [25], [19], [2, 6, 7, 19, 20], [15], [27, 28]],
}
const CHINESE_NAMES: Record<string, string> = { 张曼婷: 'Emily', 王峰: 'Frank', 李雪: 'Lucy', 孙悦: 'Sunny' }

/** Reads the questions of QMSum meetings with their evidence spans.
 * @param folder `chat` of the logged conversations */
export async function meetingQuestions(folder: string): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const file of await logFiles([join(folder, 'qmsum')])) {
    const [conversation] = await readLogFile(file)
    const { specific_query_list: queries }: MeetingFile = JSON.parse(gunzipSync(await readFile(file)).toString())
    if (!conversation) continue
    const questions = queries.map(({ query, relevant_text_span: spans }) => ({
      text: query,
      evidence: new Set(
        spans.flatMap(([from, to]) =>
          Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at + 1),
        ),
      ),
    }))
    asked.push({ source: `qmsum ${basename(file, '.json.gz')}`, conversation, questions })
  }
  return asked
}

interface MeetingFile {
  specific_query_list: { query: string; relevant_text_span: [string, string][] }[]
}

/** Reads the probing questions of MemoryBank for the labeled users. */
export async function memoryQuestions(folder: string, language: 'en' | 'cn'): Promise<Asked[]> {
  const place = join(folder, 'memorybank')
  const conversations = await readLogFile(join(place, `memory_bank_${language}.users-01-08.json`))
  const lines = (await readFile(join(place, `probing_questions_${language}.users-01-08.jsonl`), 'utf8')).trim()
  const asked: Asked[] = []
  for (const line of lines.split('\n')) {
    const [[user, texts] = ['', []]] = Object.entries(JSON.parse(line) as Record<string, string[]>)
    const labels = MEMORY_BANK_EVIDENCE[CHINESE_NAMES[user] ?? user]
    const conversation = conversations.find(({ title }) => title.trim().endsWith(`: ${user}`))
    if (!labels || !conversation) continue
    const questions = texts.map((text, at) => ({
      text,
      evidence: new Set((labels[at] ?? []).flatMap((exchange) => [2 * exchange + 1, 2 * exchange + 2])),
    }))
    asked.push({ source: `memorybank ${language}`, conversation, questions })
  }
  return asked
}
