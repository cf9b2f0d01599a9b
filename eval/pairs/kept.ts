import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../../src/domain/message.js'
import { seededRandom } from '../seeded-random.js'
import { stringsOf, type Arm } from './arms.js'
import type { Source } from './sources.js'

/** A conversation with and without a model, as it is kept: a line of JSON. */
export interface Pair {
  name: string
  kind: Source['kind']
  size: string
  model: string
  withModel: Arm
  without: Arm
}

/** Returns the pairs that a folder has, in the order in which they were made. A half line, which a killed process leaves, does not count. */
export async function keptPairs(folder: string): Promise<Pair[]> {
  await mkdir(join(folder, 'sources'), { recursive: true })
  const text = await readFile(join(folder, 'pairs.jsonl'), 'utf8').catch(() => '')
  if (text !== '' && !text.endsWith('\n')) await appendFile(join(folder, 'pairs.jsonl'), '\n')
  return text.split('\n').flatMap((line): Pair[] => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Pair]
    } catch {
      return []
    }
  })
}

/** Keeps a pair, with the text of the messages that its checkpoints replace. */
export async function keep(folder: string, pair: Pair, { conversation }: Source, number: number): Promise<void> {
  const shown = conversation.messages.slice(0, pair.withModel.messages)
  const source = shown.map(({ value }, at) => `### ${at + 1} ${roleOf(value)}\n${stringsOf(value)}`)
  await writeFile(join(folder, 'sources', `${number}.txt`), `${source.join('\n\n')}\n`)
  await appendFile(join(folder, 'pairs.jsonl'), `${JSON.stringify(pair)}\n`)
}

function roleOf(value: Json): string {
  return typeof value === 'object' && value !== null && 'role' in value ? String(value.role) : ''
}

/** Which text of each pair is the one with a model, by number from 1. */
export type Key = Record<string, 'A' | 'B'>

/** Writes the sheet, in which nothing says which text is which, and its key in a file of its own. Pairs with equal texts are named only. */
export async function writeSheet(folder: string, pairs: readonly Pair[], seed: number): Promise<Key> {
  const random = seededRandom(seed)
  const key: Key = {}
  const sheet = pairs.map((pair, at) => {
    const number = at + 1
    const head = `## ${number} · ${pair.kind} · ${pair.name} · ${pair.withModel.messages} messages · sources/${number}.txt`
    const isA = random() < 0.5
    if (isSame(pair)) return `${head}\n\nequal texts\n`
    key[number] = isA ? 'A' : 'B'
    const [a, b] = isA ? [pair.withModel, pair.without] : [pair.without, pair.withModel]
    return `${head}\n\n### A\n\n${blind(a.text)}\n\n### B\n\n${blind(b.text)}\n`
  })
  await writeFile(join(folder, 'sheet.md'), sheet.join('\n'))
  await writeFile(join(folder, 'key.json'), `${JSON.stringify(key, null, 1)}\n`)
  return key
}

/** Whether both contexts have the same checkpoints, but for who wrote them. */
export function isSame({ withModel, without }: Pair): boolean {
  return blind(withModel.text) === blind(without.text)
}

/** Returns checkpoints without what their headings say of who wrote them. */
function blind(text: string): string {
  return text.replace(/^(\[Checkpoint \d+ · .*) · (?:written by|copied from) [^\n]*\]$/gm, '$1]')
}
