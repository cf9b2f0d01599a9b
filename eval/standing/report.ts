import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { governing } from './governing.js'
import { readContext } from '../../src/app/context/read-context.js'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { contentWords } from '../../src/domain/source/sentences.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { probesOf, readTalks, type Said } from '../recall/load.js'
import { reportForms } from './forms.js'
import { reportPrecision } from './precision.js'
import { reportListed } from './listed.js'
import { reportStated } from './stated.js'

/** `npm run eval -- standing [--size 16K] FILE…`: BEAM's questions that an instruction or a preference governs, asked in a new session of
 * the scope whose other session holds it. Counts the questions whose context shows most words of the governing statement in one entry of
 * the scope, or, where `labels/governing.tsv` names them, the governing words verbatim, and the tokens of the block. [M11] */

const CATEGORIES = ['instruction_following', 'preference_following'] as const
/** Share of the words of the statement that one entry must show. */
const SHARE = 0.5

interface Probe {
  question: string
  instruction_being_tested?: string
  preference_being_tested?: string
}
interface Seen {
  category: string
  isShown: boolean
  /** Whether a person said it: BEAM also asks about preferences that only its plan of the talk has. */
  isStated: boolean
  tokens: number
  limit: number
}

export async function reportStanding(args: string[]): Promise<void> {
  const options = {
    size: { type: 'string', default: '16K' },
    labels: { type: 'string' },
    stated: { type: 'string' },
    listed: { type: 'string' },
    forms: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.labels !== undefined) return reportPrecision(values.labels)
  if (values.forms) return reportForms(values.verbose)
  if (values.stated !== undefined) return reportStated(values.stated, values.verbose)
  if (values.listed !== undefined) return reportListed(values.listed, values.verbose)
  const service = await openEvalService()
  const seen: Seen[] = []
  try {
    for (const [at, file] of positionals.entries())
      seen.push(...(await judge(service, file, `talk:${at}`, values.size)))
  } finally {
    await service.close()
  }
  print(seen)
}

async function judge(service: EvalService, file: string, memoryScope: string, size: string): Promise<Seen[]> {
  const [talk] = await readTalks(file)
  const probes = JSON.parse(await readFile(await probesOf(file), 'utf8')) as Record<string, Probe[]>
  const open = () =>
    createSession(service.ports, {
      ...{ appId: 'default', model: 'gpt-4o', contextSize: size },
      policy: { recall: { scope: memoryScope } },
    })
  const first = await open()
  // Only people state something, so the answers are left out.
  const said = talk!.messages.filter(({ role }) => role === 'user')
  for (let from = 0; from < said.length; from += 20) await append(service, first.id, said.slice(from, from + 20))
  const seen: Seen[] = []
  for (const category of CATEGORIES)
    for (const [at, probe] of (probes[category] ?? []).entries()) {
      const session = await open()
      await append(service, session.id, [{ role: 'user', text: probe.question, at: null }])
      const input = { appId: null, sessionId: session.id, format: 'native' as const, recall: 'off' as const }
      const read = JSON.parse((await readContext(service.ports, input)).body) as {
        messages: unknown[]
        limit: number
        contextStatus: { breakdown: { standing: number } }
      }
      const rows = JSON.stringify(read.messages[0]).split('\\n')
      const rule = probe.instruction_being_tested ?? probe.preference_being_tested ?? ''
      const source = talk!.questions.find(({ text }) => text === probe.question)?.evidence ?? []
      const words = source.map((seq) => talk!.messages[seq - 1]).filter((one) => one?.role === 'user')
      const label = category === 'preference_following' ? await governing(file, at + 1) : null
      const isShown = label
        ? rows.some((row) => row.startsWith('- ') && row.includes(label.words))
        : rows.some((row) => row.startsWith('- ') && share(rule, row, texts(words)) >= SHARE)
      if (!isShown) console.log(`missed${label?.isStated === false ? ', never said' : ''}\t${file}\t${rule}`)
      seen.push({
        category,
        isShown,
        isStated: label?.isStated ?? true,
        tokens: read.contextStatus.breakdown.standing,
        limit: read.limit,
      })
    }
  return seen
}

async function append({ ports }: EvalService, sessionId: string, said: readonly Said[]): Promise<void> {
  const values = said.map(({ role, text, at }) => ({ role, content: text, ...(at !== null && { timestamp: at }) }))
  const raw = values.map((value) => JSON.stringify(value))
  await appendMessages(ports, { appId: null, sessionId, format: 'native', values, raw, validation: 'lenient' })
}

/** Returns the share of the words of a statement that a row shows. BEAM uses other words, so only words that the person used count. */
function share(statement: string, row: string, said: readonly string[]): number {
  const used = new Set(said.flatMap(contentWords))
  const words = new Set(contentWords(statement).filter((word) => used.has(word)))
  const there = new Set(contentWords(row))
  return [...words].filter((word) => there.has(word)).length / Math.max(1, words.size)
}

function print(seen: readonly Seen[]): void {
  console.log(
    ['questions', 'n', 'shown', 'said', 'shown of those', 'tokens at the median', 'most of the limit'].join('\t'),
  )
  for (const category of CATEGORIES) {
    const of = seen.filter((one) => one.category === category)
    const tokens = of.map((one) => one.tokens).sort((a, b) => a - b)
    const most = Math.max(0, ...of.map((one) => one.tokens / one.limit))
    const said = of.filter(({ isStated }) => isStated)
    console.log(
      [
        category,
        of.length,
        shown(of),
        said.length,
        shown(said),
        tokens[tokens.length >> 1] ?? 0,
        `${(100 * most).toFixed(1)}%`,
      ].join('\t'),
    )
  }
}

function shown(of: readonly Seen[]): string {
  return `${((100 * of.filter(({ isShown }) => isShown).length) / Math.max(1, of.length)).toFixed(1)}%`
}

function texts(said: readonly (Said | undefined)[]): string[] {
  return said.flatMap((one) => (one ? [one.text] : []))
}
