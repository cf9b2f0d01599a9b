/** The evaluation that asks a model: its scores, its sample, and what happens when the server or the run ends early. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, Unanswered, type AnswerServer } from '../../eval/answers/ask.js'
import { KeptAnswers } from '../../eval/answers/kept.js'
import { ARMS } from '../../eval/answers/prompts.js'
import { answersOf, type RunOptions } from '../../eval/answers/run.js'
import { chosenQuestions } from '../../eval/answers/sample.js'
import { scoreOf } from '../../eval/answers/score.js'
import type { Talk } from '../../eval/recall/load.js'
import { ScriptedServer, sendJson, type Received } from '../../testing/scripted-server.js'
import { migratedDatabase } from '../support/database.js'

/** Answers every chat with one text, or with a status. */
class Answering extends ScriptedServer {
  text = 'Rome'
  status = 200
  isSilent = false
  serve({ body }: Received, response: ServerResponse): void {
    if (this.isSilent) return
    if (this.status !== 200) return sendJson(response, this.status, { error: 'not now' })
    const line = { model: body.model, message: { role: 'assistant', content: this.text }, done: true }
    response.writeHead(200).end(`${JSON.stringify({ ...line, done_reason: 'stop', prompt_eval_count: 7 })}\n`)
  }
}

const model = new Answering()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-answers-'))
  await model.listen()
})
afterAll(async () => {
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

const server = (): AnswerServer => ({
  ...{ host: model.url, model: 'small', windowTokens: 4_000 },
  ...{ timeoutMs: 60_000, patienceMs: 1, retryMs: 1 },
})

const day = '2026-03-01T00:00:00.000Z'
const CITIES = ['Rome', 'Oslo', 'Lima']
const talk: Talk = {
  name: 'trips',
  messages: [
    ...CITIES.map((city) => ({ role: 'user' as const, text: `Ann: I saw the lake of ${city} by train.`, at: day })),
    ...Array.from({ length: 120 }, (_, at) => ({
      role: at % 2 ? ('assistant' as const) : ('user' as const),
      text: `Bob: Box ${at} holds ${at * 7} old letters from the attic, tied with a blue ribbon and a short note on top.`,
      at: '2026-04-02T00:00:00.000Z',
    })),
  ],
  questions: CITIES.map((city, at) => ({
    text: `Which lake of ${city} did Ann see by train?`,
    category: at === 0 ? 'temporal' : 'single-hop',
    evidence: [at + 1],
    answer: city,
  })),
}

test.each([
  ['The Rome', 'rome.', 'single-hop', 1, true],
  ['I think it was Rome', 'Rome', 'single-hop', 2 / 6, false],
  ['', 'Rome', 'single-hop', 0, false],
  ['Oslo', 'Rome', 'single-hop', 0, false],
  ['7 May 2023', '7 May, 2023', 'temporal', 1, true],
  ['likely no', 'Likely no; she reads', 'inference', 1, true],
  // Half of the answers, and one of them with a word too many.
  ['Rome, big Lima', 'Rome, Oslo, Lima', 'multi-hop', (1 + 0 + 2 / 3) / 3, false],
  ['Rome', 'Rome, Oslo', 'multi-hop', 1 / 2, false],
])('[P13] %j for %j (%s kind) scores as LoCoMo does', (answer, gold, category, f1, isExact) => {
  const score = scoreOf(answer, { gold, category })
  expect(score.f1).toBeCloseTo(f1, 10)
  expect(score.isExact).toBe(isExact)
})

test('[P13] a sample spreads over categories and conversations, and a smaller one is part of a larger one', () => {
  const questions = Array.from({ length: 40 }, (_, at) => ({
    ...{ text: `${at}`, evidence: [1], answer: 'x' },
    category: at < 30 ? 'single-hop' : at < 36 ? 'temporal' : 'inference',
  }))
  const talks = ['a', 'b'].map((name) => ({ name, messages: [], questions }))
  const small = [...chosenQuestions(talks, 12).values()]
  const large = [...chosenQuestions(talks, 24).values()]
  for (const [at, chosen] of small.entries()) {
    expect(chosen.map(({ category }) => category).sort()).toEqual(
      ['inference', 'single-hop', 'temporal'].flatMap((one) => [one, one]),
    )
    expect(large[at]!.slice(0, 6)).toEqual(chosen)
  }
  expect(small[0]!.map(({ number }) => number)).not.toEqual(small[1]!.map(({ number }) => number))
})

test('[13] a server that is down or slow leaves a question unanswered; one that refuses it ends the run', async () => {
  const messages = [{ role: 'user', content: 'Where?' }]
  const gone = { ...server(), host: 'http://127.0.0.1:9' }
  await expect(ask(gone, messages)).rejects.toThrow(Unanswered)
  model.status = 500
  await expect(ask(server(), messages)).rejects.toThrow(/does not answer.*not now/)
  model.status = 404
  await expect(ask(server(), messages)).rejects.toThrow('not now')
  await expect(ask(server(), messages)).rejects.not.toThrow(Unanswered)
  model.status = 200
  model.isSilent = true
  await expect(ask({ ...server(), timeoutMs: 100 }, messages)).rejects.toThrow('no answer within 0.1 s')
  model.isSilent = false
  await expect(ask(server(), messages)).resolves.toMatchObject({ text: 'Rome', promptTokens: 7, isCut: false })
})

test('[P13] every arm is asked the same question within one budget, and a run goes on where it ended', async () => {
  const database = await migratedDatabase()
  const path = join(folder, 'answers.jsonl')
  const run = async (options: Partial<RunOptions> = {}) => {
    const service = { databaseUrl: database.url }
    const kept = await KeptAnswers.open(path)
    const base = { server: server(), size: '4K', arms: ARMS, count: 2, kept, service, log: () => {} }
    return answersOf([talk], { ...base, ...options })
  }
  try {
    const first = await run()
    expect(first.gaveUp).toBe(false)
    expect(first.answers.map(({ arm }) => arm)).toEqual(
      ['window', 'context', 'recall', 'oracle'].flatMap((arm) => [arm, arm]),
    )
    const sent = model.requests.slice(-8).map(({ body }) => JSON.stringify(body.messages))
    const lake = (text: string) => /lake of \w+ by train\.(?!\?)/.test(text)
    // The fact is too old for the newest messages; recall and the oracle show it.
    expect([...sent.slice(0, 2), ...sent.slice(4)].map(lake)).toEqual([false, false, true, true, true, true])
    for (const text of sent) expect(text).toMatch(/by train\?\\nAnswer with a few words:"/)
    expect(sent[6]).toContain('1 March 2026')

    // Half a line, as a killed process leaves it.
    await appendFile(path, '{"talk":"trips","quest')
    const asked = model.requests.length
    expect((await run()).answers).toEqual(first.answers)
    expect(model.requests).toHaveLength(asked)
    expect((await run({ count: 3 })).answers).toHaveLength(12)
    expect(model.requests).toHaveLength(asked + 4)
    expect((await run({ arms: ['recall'] })).answers.map(({ arm }) => arm)).toEqual(['recall', 'recall'])
    // Another window makes other prompts: what is kept does not answer them, but for the oracle's.
    await run({ size: '8K', server: { ...server(), windowTokens: 8_000 } })
    expect(model.requests.length).toBeGreaterThan(asked + 4)

    model.status = 503
    const logged: string[] = []
    const failed = await run({ kept: await KeptAnswers.open(null), log: (line) => void logged.push(line) })
    expect(failed).toEqual({ answers: [], gaveUp: true })
    expect(logged.filter((line) => line.includes('does not answer'))).toHaveLength(3)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    expect(lines.filter((line) => line.startsWith('{"talk":"trips","quest') && !line.endsWith('}'))).toHaveLength(1)
  } finally {
    model.status = 200
    await database.drop()
  }
})
