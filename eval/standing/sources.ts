import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads what people wrote in public collections. Their texts are not part of this repository: labels name a message by its place. */

/** A message of a person, named as the labels name it. */
export interface SourceMessage {
  source: SourceName
  talk: string
  message: string
  text: string
}

export const LANGUAGE_OF = {
  beam: 'en',
  locomo: 'en',
  'memorybank-cn': 'zh',
  'xpersona-zh': 'zh',
  germeval: 'de',
} as const
export type SourceName = keyof typeof LANGUAGE_OF

const BEAM_TALKS = Array.from({ length: 20 }, (_, at) => String(at + 1))
const PARTS = { 'xpersona-zh': ['valid', 'test'], germeval: ['training', 'test'] } as const

/** Returns the messages of each source that the folder has: `beam/N/chat.json`, `locomo10.json`, `memory_bank_cn.users-01-08.json`,
 * `Zh_persona_split_{valid,test}_human_annotated.json`, `germeval2018.{training,test}.txt`. */
export async function messagesIn(folder: string): Promise<SourceMessage[]> {
  const at = (name: string) => textOf(join(folder, name))
  const found: SourceMessage[] = []
  for (const talk of BEAM_TALKS) found.push(...beam(talk, await at(`beam/${talk}/chat.json`)))
  found.push(...locomo(await at('locomo10.json')))
  found.push(...memoryBank(await at('memory_bank_cn.users-01-08.json')))
  for (const part of PARTS['xpersona-zh'])
    found.push(...xpersona(part, await at(`Zh_persona_split_${part}_human_annotated.json`)))
  for (const part of PARTS.germeval) found.push(...germeval(part, await at(`germeval2018.${part}.txt`)))
  return found
}

async function textOf(path: string): Promise<string | null> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  return isThere ? readFile(path, 'utf8') : null
}

/** Messages are numbered from 1, the answers of the model included. */
function beam(talk: string, file: string | null): SourceMessage[] {
  if (file === null) return []
  const batches = JSON.parse(file) as { turns: { role: string; content: string }[][] }[]
  return batches
    .flatMap(({ turns }) => turns.flat())
    .flatMap(({ role, content }, at) =>
      role === 'user' ? [message('beam', talk, at + 1, content.replace(/\s*->->[^\n]*$/, ''))] : [],
    )
}

function locomo(file: string | null): SourceMessage[] {
  if (file === null) return []
  const talks = JSON.parse(file) as { sample_id: string; conversation: Record<string, unknown> }[]
  return talks.flatMap(({ sample_id: talk, conversation }) =>
    Object.entries(conversation).flatMap(([name, turns]) =>
      /^session_\d+$/.test(name) && Array.isArray(turns)
        ? (turns as { dia_id: string; text: string }[]).map((turn) => message('locomo', talk, turn.dia_id, turn.text))
        : [],
    ),
  )
}

function memoryBank(file: string | null): SourceMessage[] {
  if (file === null) return []
  const users = JSON.parse(file) as Record<string, { history: Record<string, { query: string }[]> }>
  return Object.entries(users).flatMap(([talk, { history }]) =>
    Object.entries(history).flatMap(([day, said]) =>
      said.map(({ query }, at) => message('memorybank-cn', talk, `${day}:${at + 1}`, query)),
    ),
  )
}

/** Both sides are people. */
function xpersona(part: string, file: string | null): SourceMessage[] {
  if (file === null) return []
  const talks = JSON.parse(file) as { dialogue: string[][] }[]
  return talks.flatMap(({ dialogue }, place) =>
    dialogue.flat().map((text, at) => message('xpersona-zh', part, `${place + 1}:${at + 1}`, text)),
  )
}

/** Messages are lines. */
function germeval(part: string, file: string | null): SourceMessage[] {
  if (file === null) return []
  return file
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [message('germeval', part, at + 1, line.split('\t')[0]!)]))
}

function message(source: SourceName, talk: string, of: string | number, text: string): SourceMessage {
  return { source, talk, message: String(of), text }
}
