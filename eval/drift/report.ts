import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readLogFile } from '../../src/cli/demo/read-example.js'
import type { Intent } from '../../src/domain/drift/indicator.js'
import { Trail } from '../../src/domain/drift/trail.js'
import { judgeDrift } from '../../src/domain/drift/verdict.js'
import { HALVES, labelledSet, type Half, type Sample } from './labelled-set.js'
import { talkSession, type TalkSession } from './talk-session.js'

/**
 * `npm run eval -- drift [--half tuning] FOLDER`: judges the labelled steps of `labelled-set.ts` by words alone and says how many were judged
 * rightly. The half that is held back was not looked at while anything was tuned; whoever tunes again names the other half.
 */

interface Judged extends Sample {
  drift: boolean
}

const CODING_POINTS = 24
const TALK_POINTS = 6
const LOG_FILE = /\.(jsonl|json|traj)(\.gz)?$/

export async function reportDrift(folder: string, halves: readonly Half[] = HALVES): Promise<void> {
  const sessions = await readSessions(folder)
  const coding = sessions.filter((session) => session.coding)
  const judged = judgeAll(labelledSet(coding, CODING_POINTS), halves)
  console.log(`${coding.length} coding sessions, by words alone; precision as if own and foreign steps were equally many`)
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
  }
  console.log('talk without a repository; foreign steps are of another collection')
  const talk = judgeAll(
    labelledSet(
      sessions.filter((session) => !session.coding),
      TALK_POINTS,
    ),
    halves,
  )
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
  printRow(title, [half, String(own.length), percent(alarms), String(foreign.length), percent(recall), percent(recall / (recall + alarms))])
}

function printRow(title: string, cells: readonly string[]): void {
  console.log(title.padEnd(28) + cells.map((cell) => cell.padStart(14)).join(''))
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–'
}

function judgeAll(samples: readonly Sample[], halves: readonly Half[]): Judged[] {
  return samples.filter(({ half }) => halves.includes(half)).map((sample) => ({ ...sample, drift: isDrift(sample) }))
}

/** As the service asks it right after a compression, when every sign counts; without the checkpoints and the ledger it would have besides. */
function isDrift({ session, before, step }: Sample): boolean {
  const messages = session.messages.slice(0, before)
  const trail = new Trail()
  trail.addBefore(messages)
  const answer = judgeDrift({
    step,
    intent: intentOf(messages),
    messages: trail.messages,
    known: [session.system],
    stepsSinceCompression: 1,
    artifacts: 0,
    meaning: { without: 'not asked' },
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
    // Files of questions and answers lie between the conversations.
    const conversations = await readLogFile(path).catch(() => [])
    for (const conversation of conversations) sessions.push(talkSession(relative(folder, path).replaceAll('\\', '/'), conversation))
  }
  return sessions
}
