import { openEvalService, type EvalServiceOptions } from '../eval-service.js'
import type { Talk } from '../recall/load.js'
import { ask, Unanswered, type AnswerServer } from './ask.js'
import { digestOf, type Kept, type KeptAnswers } from './kept.js'
import { promptsOf, type Arm, type Prompt } from './prompts.js'
import { chosenQuestions } from './sample.js'

export interface RunOptions {
  server: AnswerServer
  /** Context size of the sessions, such as `8K`. */
  size: string
  /** What is asked. */
  arms: readonly Arm[]
  /** Questions in all; null: every one. */
  count: number | null
  kept: KeptAnswers
  /** How the service is opened. Default: without a model. */
  service?: EvalServiceOptions
  /** Receives a line of progress. */
  log(line: string): void
}

/** The answers that there are, and whether the run gave up because the server failed. */
export interface Answered {
  answers: Kept[]
  gaveUp: boolean
}

/** After so many failures in a row, no further question is asked. */
const FAILURES_IN_A_ROW = 3

/** Asks what is not kept yet, conversation by conversation. Throws what the server says of a request that it will never answer. */
export async function answersOf(talks: readonly Talk[], options: RunOptions): Promise<Answered> {
  const { server, size, arms, count, log } = options
  const answers: Kept[] = []
  const start = Date.now()
  let failures = 0
  for (const [talk, questions] of chosenQuestions(talks, count)) {
    const all = await preparedPrompts(talk, { questions, model: server.model, size }, options.service)
    const prompts = all.filter(({ arm }) => arms.includes(arm))
    for (const [at, prompt] of prompts.entries()) {
      const answer = await answerTo(talk, prompt, options)
      if (answer) answers.push(answer)
      failures = answer ? 0 : failures + 1
      const minutes = ((Date.now() - start) / 60_000).toFixed(0)
      log(`${talk.name}\t${prompt.arm}\t${at + 1} of ${prompts.length}\t${minutes} min`)
      if (failures === FAILURES_IN_A_ROW) return { answers, gaveUp: true }
    }
  }
  return { answers, gaveUp: false }
}

/** A service of its own for each conversation, so that its contexts do not depend on which conversations came before. */
async function preparedPrompts(
  talk: Talk,
  input: Parameters<typeof promptsOf>[2],
  options: EvalServiceOptions = {},
): Promise<Prompt[]> {
  const service = await openEvalService(options)
  // A busy machine must not decide what is recalled.
  service.ports.settings.recallMs = 60_000
  try {
    return await promptsOf(service, talk, input)
  } finally {
    await service.close()
  }
}

/** Returns the answer, kept or new; null: it cannot be had now. */
async function answerTo(
  talk: Talk,
  { arm, question, messages }: Prompt,
  { server, size, kept, log }: RunOptions,
): Promise<Kept | null> {
  const { number, category, text, answer: gold } = question
  const key = { talk: talk.name, question: number, arm, model: server.model, prompt: digestOf(messages) }
  const known = kept.find(key)
  if (known) return known
  try {
    const { text: answer, ...reply } = await ask(server, messages)
    const made = { ...key, size, category, text, gold, answer, ...reply }
    await kept.add(made)
    return made
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    log(`${talk.name}, question ${number}, ${arm}: ${error.message}`)
    return null
  }
}
