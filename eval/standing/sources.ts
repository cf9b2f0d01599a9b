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
  ...{ beam: 'en', locomo: 'en', 'memorybank-en': 'en', 'xpersona-en': 'en', 'xdailydialog-en': 'en' },
  ...{ 'schema-guided': 'en', taskmaster: 'en', 'memorybank-cn': 'zh', 'xpersona-zh': 'zh', 'xdailydialog-zh': 'zh' },
  ...{ crosswoz: 'zh', kdconv: 'zh', germeval: 'de', 'xdailydialog-de': 'de', bcontrast: 'de' },
  ...{ 'arena-hard': 'en', 'woz-de': 'de' },
} as const satisfies Record<string, 'en' | 'de' | 'zh'>
export type SourceName = keyof typeof LANGUAGE_OF

/** What a file of a collection has, by the path that its repository gives it. `{N}` means numbers of talks. */
interface Collection {
  source: SourceName
  files: readonly string[]
  read: (source: SourceName, name: string, file: string) => SourceMessage[]
}

const PARTS = ['dev', 'test'] as const
const COLLECTIONS: readonly Collection[] = [
  // mohammadtavakoli78/BEAM, snap-research/LoCoMo, zhongwanjun/MemoryBank-SiliconFriend
  { source: 'beam', files: Array.from({ length: 20 }, (_, at) => `beam/${at + 1}/chat.json`), read: beam },
  { source: 'locomo', files: ['locomo10.json'], read: locomo },
  { source: 'memorybank-en', files: ['memory_bank_en.json'], read: memoryBank },
  { source: 'memorybank-cn', files: ['memory_bank_cn.json'], read: memoryBank },
  // HLTCHKUST/Xpersona
  { source: 'xpersona-en', files: ['En_persona_valid.json', 'En_persona_test.json'], read: xpersona },
  {
    source: 'xpersona-zh',
    files: ['Zh_persona_split_valid_human_annotated.json', 'Zh_persona_split_test_human_annotated.json'],
    read: xpersona,
  },
  // liuzeming01/XDailyDialog
  ...(['en', 'de', 'zh'] as const).map((language): Collection => {
    const parts = PARTS.map((part) => `${language}_${part}_human.txt`)
    const more = `dialogues_text_${language[0]!.toUpperCase()}${language[1]!}.txt`
    return { source: `xdailydialog-${language}`, files: [...parts, more], read: dailyDialog }
  }),
  // uds-lsv/GermEval-2018-Data
  { source: 'germeval', files: ['germeval2018.training.txt', 'germeval2018.test.txt'], read: germeval },
  // google-research-datasets/dstc8-schema-guided-dialogue and Taskmaster, thu-coai/CrossWOZ and KdConv, Unbabel/BConTrasT
  { source: 'schema-guided', files: ['sgd.dev.019.json'], read: schemaGuided },
  { source: 'taskmaster', files: ['taskmaster4.07.json'], read: taskmaster },
  { source: 'crosswoz', files: ['crosswoz.val.json'], read: crossWoz },
  {
    source: 'kdconv',
    files: ['film', 'music', 'travel'].map((topic) => `kdconv.${topic}.dev.json`),
    read: kdConv,
  },
  {
    source: 'bcontrast',
    files: ['dev', 'train', 'test1_corpus-with_gold_references'].map((part) => `bcontrast.${part}.json`),
    read: contrast,
  },
  // lmarena/arena-hard-auto, prompts to assistants, and nmrksic/neural-belief-tracker
  { source: 'arena-hard', files: ['v0.1', 'v2.0'].map((version) => `arena-hard.${version}.jsonl`), read: arenaHard },
  {
    source: 'woz-de',
    files: ['train', 'validate', 'test'].map((part) => `woz_${part}_de.json`),
    read: woz,
  },
]

/** Returns the messages of the collections of which the folder has the files. */
export async function messagesIn(folder: string): Promise<SourceMessage[]> {
  const found: SourceMessage[] = []
  for (const { source, files, read } of COLLECTIONS)
    for (const name of files) {
      const file = await textOf(join(folder, name))
      if (file !== null) found.push(...read(source, name, file))
    }
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
function beam(source: SourceName, name: string, file: string): SourceMessage[] {
  const batches = JSON.parse(file) as { turns: { role: string; content: string }[][] }[]
  const talk = name.split('/')[1]!
  return batches
    .flatMap(({ turns }) => turns.flat())
    .flatMap(({ role, content }, at) =>
      role === 'user' ? [message(source, talk, at + 1, content.replace(/\s*->->[^\n]*$/, ''))] : [],
    )
}

function locomo(source: SourceName, _: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as { sample_id: string; conversation: Record<string, unknown> }[]
  return talks.flatMap(({ sample_id: talk, conversation }) =>
    Object.entries(conversation).flatMap(([name, turns]) =>
      /^session_\d+$/.test(name) && Array.isArray(turns)
        ? (turns as { dia_id: string; text: string }[]).map((turn) => message(source, talk, turn.dia_id, turn.text))
        : [],
    ),
  )
}

function memoryBank(source: SourceName, _: string, file: string): SourceMessage[] {
  const users = JSON.parse(file) as Record<string, { history: Record<string, { query: string }[]> }>
  return Object.entries(users).flatMap(([talk, { history }]) =>
    Object.entries(history).flatMap(([day, said]) =>
      said.map(({ query }, at) => message(source, talk, `${day}:${at + 1}`, query)),
    ),
  )
}

/** Both sides are people. The talks of one file have the name of its part. */
function xpersona(source: SourceName, name: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as { dialogue: string[][] }[]
  const part = name.includes('valid') ? 'valid' : 'test'
  return talks.flatMap(({ dialogue }, place) =>
    dialogue.flat().map((text, at) => message(source, part, `${place + 1}:${at + 1}`, text)),
  )
}

/** A line is a talk, the same in all languages. */
function dailyDialog(source: SourceName, name: string, file: string): SourceMessage[] {
  const part = PARTS.find((one) => name.includes(one)) ?? 'more'
  return file
    .split('\n')
    .flatMap((line, place) =>
      line.split('__eou__').flatMap((text, at) => worded(message(source, `${part}:${place + 1}`, at + 1, text.trim()))),
    )
}

/** Messages are lines. */
function germeval(source: SourceName, name: string, file: string): SourceMessage[] {
  const part = name.split('.')[1]!
  return file.split('\n').flatMap((line, at) => worded(message(source, part, at + 1, line.split('\t')[0]!)))
}

function schemaGuided(source: SourceName, _: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as { dialogue_id: string; turns: { speaker: string; utterance: string }[] }[]
  return talks.flatMap(({ dialogue_id: talk, turns }) =>
    turns.flatMap(({ speaker, utterance }, at) =>
      speaker === 'USER' ? [message(source, talk, at + 1, utterance)] : [],
    ),
  )
}

function taskmaster(source: SourceName, _: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as { conversation_id: string; utterances: { speaker: string; text: string }[] }[]
  return talks.flatMap(({ conversation_id: talk, utterances }) =>
    utterances.flatMap(({ speaker, text }, at) => (speaker === 'user' ? [message(source, talk, at + 1, text)] : [])),
  )
}

function crossWoz(source: SourceName, _: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as Record<string, { messages: { role: string; content: string }[] }>
  return Object.entries(talks).flatMap(([talk, { messages }]) =>
    messages.flatMap(({ role, content }, at) => (role === 'usr' ? [message(source, talk, at + 1, content)] : [])),
  )
}

function kdConv(source: SourceName, name: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as { messages: { message: string }[] }[]
  const topic = name.split('.')[1]!
  return talks.flatMap(({ messages }, place) =>
    messages.map(({ message: text }, at) => message(source, `${topic}:${place + 1}`, at + 1, text)),
  )
}

/** Customers write German; what agents write is translated. */
function contrast(source: SourceName, name: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as Record<string, { speaker: string; source: string; target: string }[]>
  const part = name.split('.')[1]!
  return Object.entries(talks).flatMap(([place, turns]) =>
    turns.map((turn, at) =>
      message(source, `${part}:${place}`, at + 1, turn.speaker === 'customer' ? turn.source : turn.target),
    ),
  )
}

/** Each prompt is a talk of its own. */
function arenaHard(source: SourceName, name: string, file: string): SourceMessage[] {
  const version = name.split('.').slice(1, -1).join('.')
  const rows = file.trim().split('\n')
  return rows.map((row) => {
    const { uid, prompt } = JSON.parse(row) as { uid: string; prompt: string }
    return message(source, version, uid, prompt)
  })
}

function woz(source: SourceName, name: string, file: string): SourceMessage[] {
  const talks = JSON.parse(file) as { dialogue_idx: number; dialogue: { turn_idx: number; transcript: string }[] }[]
  const part = name.split('_')[1]!
  return talks.flatMap(({ dialogue_idx: talk, dialogue }) =>
    dialogue.map(({ turn_idx: turn, transcript }) => message(source, `${part}:${talk}`, turn, transcript)),
  )
}

function worded(said: SourceMessage): SourceMessage[] {
  return said.text.trim() === '' ? [] : [said]
}

function message(source: SourceName, talk: string, of: string | number, text: string): SourceMessage {
  return { source, talk, message: String(of), text }
}
