import { basename } from 'node:path'
import type { LoggedConversation } from '../../src/importers/index.js'
import { conversations, logFiles } from '../files.js'
import { readTalks, type Question, type Talk } from '../recall/load.js'
import { seededRandom } from '../seeded-random.js'

/** A conversation to be played twice. */
export interface Source {
  name: string
  /** `chat` of two people, `meeting` of many, or the session of an `agent`. */
  kind: 'chat' | 'meeting' | 'agent'
  conversation: LoggedConversation
  /** Questions about it, where the data set has some. */
  questions: Question[]
}

/** Reads the conversations in an order that the seed decides, one of each kind at a time: a run that ends early has some of each.
 * @param talks files or folders that `eval -- recall` reads
 * @param logs files or folders with sessions of agents */
export async function sourcesOf(talks: readonly string[], logs: readonly string[], seed: number): Promise<Source[]> {
  const read = numbered((await Promise.all(talks.map(readTalks))).flat().map(sourceOfTalk))
  const agents: Source[] = []
  if (logs.length > 0)
    for await (const { file, conversation } of conversations(await logFiles(logs)))
      agents.push({ name: `${basename(file)} ${conversation.title}`, kind: 'agent', conversation, questions: [] })
  const random = seededRandom(seed)
  const kinds = [agents, ...(['chat', 'meeting'] as const).map((kind) => read.filter((one) => one.kind === kind))]
  const shuffled = kinds.map((list) =>
    list
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one),
  )
  const most = Math.max(0, ...shuffled.map(({ length }) => length))
  return Array.from({ length: most }, (_, at) => shuffled.flatMap((list) => list[at] ?? [])).flat()
}

/** Users of one data set share a name: all but the first get a number. */
function numbered(sources: readonly Source[]): Source[] {
  const times = new Map<string, number>()
  return sources.map((source) => {
    const time = (times.get(source.name) ?? 0) + 1
    times.set(source.name, time)
    return time === 1 ? source : { ...source, name: `${source.name} ${time}` }
  })
}

function sourceOfTalk({ name, messages, questions }: Talk): Source {
  const values = messages.map(({ role, text, at }) => ({ role, content: text, ...(at !== null && { timestamp: at }) }))
  return {
    name,
    kind: name.startsWith('qmsum') ? 'meeting' : 'chat',
    conversation: { title: name, format: 'native', messages: values.map((value) => ({ value })), skipped: [] },
    questions,
  }
}
