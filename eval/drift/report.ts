import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readLogFile } from '../../src/cli/demo/read-example.js'
import type { Intent } from '../../src/domain/drift/indicator.js'
import { RecentMessages } from '../../src/domain/drift/recent-messages.js'
import { judgeDrift } from '../../src/domain/drift/verdict.js'
import { meaningBy, type AskMeaning } from './meaning.js'
import { HALVES, labeledSet, type Half, type Sample } from './labeled-set.js'
import { talkSession, type TalkSession } from './talk-session.js'

/**
 * `npm run eval -- drift [--half tuning] [--embed-model NAME] FOLDER`: judges the labeled steps of `labeled-set.ts` and
 * prints how many verdicts are right. Compares with the intent by words, or by an embedding model at OLLAMA_HOST. Use
 * `--half tuning` while tuning: the held-back half must not influence it.
 */

interface Judged extends Sample {
  drift: boolean
}

const CODING_POINTS = 24
const TALK_POINTS = 6
const LOG_FILE = /\.(jsonl|json|traj)(\.gz)?$/

export async function reportDrift(
  folder: string,
  halves: readonly Half[] = HALVES,
  embedModel: string | null = null,
): Promise<void> {
  const meaning = meaningBy(embedModel)
  const sessions = await readSessions(folder)
  const coding = sessions.filter((session) => session.coding)
  const judged = await judgeAll(labeledSet(coding, CODING_POINTS), halves, meaning)
  console.log(
    `${coding.length} coding sessions, ${embedModel === null ? 'by words alone' : `with ${embedModel}`}; precision for equal numbers of own and foreign steps`,
  )
  printRow('foreign steps are of', ['half', 'own steps', 'false alarms', 'foreign', 'found', 'precision'])
  for (const half of halves) {
    const mine = judged.filter((sample) => sample.half === half)
    const own = mine.filter(({ label }) => label === 'own')
    const elsewhere = mine.filter(({ label }) => label === 'other-project')
    const alike = elsewhere.filter(({ session, from }) => session.agent === from.agent)
    row('another project', half, own, elsewhere)
    row('… by the same kind of agent', half, own, alike)
    row(
      'the same project',
      half,
      own,
      mine.filter(({ label }) => label === 'same-project'),
    )
    row(
      'any other session',
      half,
      own,
      mine.filter(({ label }) => label === 'any-other'),
    )
  }
  console.log('chats without a repository; foreign steps are from another collection')
  const others = sessions.filter((session) => !session.coding)
  const talk = await judgeAll(labeledSet(others, TALK_POINTS), halves, meaning)
  for (const agent of new Set(talk.map(({ session }) => session.agent)))
    for (const half of halves) {
      const mine = talk.filter((sample) => sample.half === half && sample.session.agent === agent)
      row(
        agent,
        half,
        mine.filter(({ label }) => label === 'own'),
        mine.filter(({ label }) => label === 'other-project'),
      )
    }
}

function row(title: string, half: Half, own: readonly Judged[], foreign: readonly Judged[]): void {
  const alarms = own.filter(({ drift }) => drift).length / own.length
  const recall = foreign.filter(({ drift }) => drift).length / foreign.length
  printRow(title, [
    half,
    String(own.length),
    percent(alarms),
    String(foreign.length),
    percent(recall),
    percent(recall / (recall + alarms)),
  ])
}

function printRow(title: string, cells: readonly string[]): void {
  console.log(title.padEnd(28) + cells.map((cell) => cell.padStart(14)).join(''))
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–'
}

async function judgeAll(samples: readonly Sample[], halves: readonly Half[], meaning: AskMeaning): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const sample of samples)
    if (halves.includes(sample.half)) judged.push({ ...sample, drift: await isDrift(sample, meaning) })
  return judged
}

/** Judges as the service does right after a compression, when every indicator counts. Has no checkpoints or ledger. */
async function isDrift({ session, before, step }: Sample, meaning: AskMeaning): Promise<boolean> {
  const earlier = session.messages.slice(0, before)
  const recentMessages = new RecentMessages()
  recentMessages.addBefore(earlier)
  const { messages } = recentMessages
  const intent = intentOf(earlier)
  const answer = judgeDrift({
    step,
    intent,
    messages,
    known: [session.system],
    stepsSinceCompression: 1,
    artifacts: 0,
    meaning: await meaning({ intent, step, messages }),
  })
  return answer.verdict === 'DRIFT_DETECTED'
}

function intentOf(messages: TalkSession['messages']): Intent {
  for (const { human, parts } of messages) {
    const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
    if (human && text.trim() !== '') return { source: 'first-human-message', text }
  }
  return { source: 'none', text: '' }
}

async function readSessions(folder: string): Promise<TalkSession[]> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && LOG_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const sessions: TalkSession[] = []
  for (const path of paths) {
    // The folder also contains files that are not conversations.
    const conversations = await readLogFile(path).catch(() => [])
    for (const conversation of conversations)
      sessions.push(talkSession(relative(folder, path).replaceAll('\\', '/'), conversation))
  }
  return sessions
}
