import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { indexPending } from '../../src/app/search/index-messages.js'
import { searchMessages } from '../../src/app/search/search-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { startEmbedded } from '../../src/store/index.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { likeFinder, textSearchFinder, type Finder } from './baselines.js'
import { meetingQuestions, memoryQuestions, type Asked } from './questions.js'

/** `npm run eval -- search FOLDER`: asks questions about real conversations and counts how often the first hits contain
 * evidence. Beside it: what Postgres finds by itself. FOLDER is `chat` of the logged conversations. [R7] */

const FIRST = 5
const MESSAGES_PER_APPEND = 500

export async function reportSearch(folder: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palimpsest-search-'))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const database = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log })
  const service = await openEvalService({ databaseUrl: database.url })
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    const finders: Record<string, Finder> = {
      search: searchFinder(service),
      ILIKE: likeFinder(client),
      'tsvector, all words': textSearchFinder(client, 'all words'),
      'tsvector, any word': textSearchFinder(client, 'any word'),
    }
    console.log(`questions with evidence in the first ${FIRST} hits (in the first hit)`)
    console.log(['conversations'.padEnd(16), 'questions', ...Object.keys(finders)].join('\t'))
    for (const [name, asked] of [
      ['qmsum', await meetingQuestions(folder)],
      ['memorybank en', await memoryQuestions(folder, 'en')],
      ['memorybank cn', await memoryQuestions(folder, 'cn')],
    ] as const) {
      const counts = await countFound(service, asked, finders)
      const cells = Object.keys(finders).map((finder) => `${counts[finder]!.first} (${counts[finder]!.top})`)
      console.log([name.padEnd(16), asked.flatMap(({ questions }) => questions).length, ...cells].join('\t'))
    }
  } finally {
    await client.end()
    await service.close()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function countFound(
  service: EvalService,
  asked: readonly Asked[],
  finders: Record<string, Finder>,
): Promise<Record<string, { first: number; top: number }>> {
  const counts = Object.fromEntries(Object.keys(finders).map((name) => [name, { first: 0, top: 0 }]))
  for (const { conversation, questions } of asked) {
    const sessionId = await store(service, conversation)
    for (const { text, evidence } of questions)
      for (const [name, find] of Object.entries(finders)) {
        const seqs = await find(sessionId, text, FIRST)
        const count = counts[name]!
        if (seqs.some((seq) => evidence.has(seq))) count.first += 1
        if (seqs[0] !== undefined && evidence.has(seqs[0])) count.top += 1
      }
  }
  return counts
}

/** Stores a conversation as a session and indexes it. */
async function store({ ports }: EvalService, { messages, format }: LoggedConversation): Promise<string> {
  const { id } = await createSession(ports, { appId: 'default', model: 'asked', contextLimit: 3_000_000 })
  for (let from = 0; from < messages.length; from += MESSAGES_PER_APPEND) {
    const values = messages.slice(from, from + MESSAGES_PER_APPEND).map(({ value }) => value)
    const raw = values.map((value) => JSON.stringify(value))
    await appendMessages(ports, { appId: null, sessionId: id, format, values, raw, validation: 'lenient' })
  }
  await indexPending(ports)
  return id
}

function searchFinder({ ports }: EvalService): Finder {
  return async (sessionId, query, limit) => {
    const at = { appId: 'default', home: 'default', sessionId }
    const { hits } = await searchMessages(ports, { ...at, query, limit, maxTokens: null, after: null })
    return hits.map(({ seq }) => seq)
  }
}
