import { readContext } from '../../src/app/context/read-context.js'
import type { Json } from '../../src/domain/message.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import type { EvalService } from '../eval-service.js'
import { play, type PlayOptions } from '../play.js'
import { isCheck } from './actions.js'
import { isDecision, isRule, isThoughtAsDecision, junkOf, linesOf, type JunkKind } from './junk.js'
import { plain, stepsOf, type Step } from './steps.js'
import { truthOf, type Truth } from './truth.js'
import {
  showsClosing,
  showsCommand,
  showsEdit,
  showsError,
  showsFile,
  showsRequest,
  viewOf,
  type View,
} from './view.js'

/** Shares of a session's messages at which its context is judged. */
export const POINTS = [0.4, 0.6, 0.8, 1]
/** Turns whose closing statements a reader needs most. */
const RECENT_TURNS = 6

/** `[shown, all]` for each thing that a reader needs. */
export type Shown = Record<Need, [number, number]>
export const NEEDS = [
  'files, last action',
  'files, last edit',
  'checks, last status',
  'all commands, last status',
  'closing statements',
  'of the last six turns',
  'open errors',
  'human requests',
  'last human request',
  'first human request',
] as const
export type Need = (typeof NEEDS)[number]

/** One judged context. */
export interface Judged {
  point: number
  shown: Shown
  /** Lines of the live checkpoints and the ledger, and which of them are junk. */
  lines: number
  junk: JunkKind[]
  decisions: number
  thoughts: number
  rules: number
  /** Rules that no person wrote. */
  foreignRules: number
  /** Of the limit, in tokens of the session's own count. */
  blockTokens: number
  usedTokens: number
  limit: number
  /** Texts for `--dump`. */
  context: string
  blocks: string
  /** What is not in view, one item a paragraph. */
  misses: string
}

/** Plays a session and judges its context at each point that lies after its first cut. Gives nothing if it never needed one. */
export async function judgeSession(
  service: EvalService,
  conversation: LoggedConversation,
  played: PlayOptions,
): Promise<Judged[]> {
  const { messages } = conversation
  const judged: Judged[] = []
  const points = POINTS.map((point) => ({ point, at: Math.ceil(point * messages.length) }))
  const { step = 4 } = played
  let messagesPlayed = 0
  for await (const sessionId of play(service, conversation, played)) {
    messagesPlayed = Math.min(messages.length, messagesPlayed + step)
    const body: { system?: Json; messages: Json[] } = JSON.parse(
      (await readContext(service.ports, { appId: null, sessionId, format: 'native' })).body,
    )
    const due = points.filter(({ at }) => at <= messagesPlayed)
    if (due.length === 0) continue
    points.splice(0, due.length)
    if ((await service.ports.store.cuts(sessionId)).length === 0) continue
    const steps = messages.slice(0, messagesPlayed).flatMap(({ value, origin }) => stepsOf(value, origin))
    judged.push(await judge(service, { sessionId, point: due.at(-1)!.point, body, truth: truthOf(steps) }))
  }
  return judged
}

async function judge(
  { ports }: EvalService,
  {
    sessionId,
    point,
    body,
    truth,
  }: { sessionId: string; point: number; body: { system?: Json; messages: Json[] }; truth: Truth },
): Promise<Judged> {
  const session = (await ports.store.session(sessionId, null))!
  const checkpoints = await ports.store.checkpoints(sessionId, { limit: 1_000 })
  const blocks = [...checkpoints.map(({ text }) => text), ...(session.ledger ? [session.ledger.text] : [])]
  const steps = body.messages.flatMap((value): Step[] => stepsOf(value))
  const view = viewOf(typeof body.system === 'string' ? body.system : '', steps)
  const lines = blocks.flatMap(linesOf)
  const { shown, misses } = shownOf(truth, view)
  const { tokenCounts } = session
  const rules = lines.filter(isRule)
  const human = plain([...truth.requests, ...truth.refusals].join('\n'))
  const isPersons = ({ text }: { text: string }) => human.includes(plain(text).slice(0, 100))
  return {
    point,
    shown,
    misses,
    lines: lines.length,
    junk: lines.flatMap((line) => junkOf(line) ?? []),
    decisions: lines.filter(isDecision).length,
    thoughts: lines.filter((line) => isThoughtAsDecision(line) && !isPersons(line)).length,
    rules: rules.length,
    foreignRules: rules.filter((line) => !isPersons(line)).length,
    blockTokens: tokenCounts.checkpoints + (session.ledger?.tokens ?? 0),
    usedTokens: Object.values(tokenCounts).reduce((sum, tokens) => sum + tokens, 0),
    limit: session.limit,
    context: readable(body),
    blocks: blocks.join('\n\n'),
  }
}

function shownOf(truth: Truth, view: View): { shown: Shown; misses: string } {
  const commands = [...truth.commands]
  const checks = commands.filter(([key]) => isCheck(key))
  const misses: string[] = []
  const count = <T>(need: Need, all: readonly T[], isShown: (one: T) => boolean): [number, number] => {
    const missed = all.filter((one) => !isShown(one))
    misses.push(...missed.map((one) => `${need}: ${typeof one === 'string' ? one : JSON.stringify(one)}`))
    return [all.length - missed.length, all.length]
  }
  const command = ([key, status]: (typeof commands)[number]) => showsCommand(view, key, status)
  const request = (text: string) => showsRequest(view, text)
  const closing = (text: string) => showsClosing(view, text)
  const recent = truth.closings.slice(-RECENT_TURNS)
  const shown: Shown = {
    'files, last action': count('files, last action', [...truth.files], ([path, did]) => showsFile(view, path, did)),
    'files, last edit': count('files, last edit', [...truth.edits], ([, rows]) => showsEdit(view, rows)),
    'checks, last status': count('checks, last status', checks, command),
    'all commands, last status': count('all commands, last status', commands, command),
    'closing statements': count('closing statements', truth.closings, closing),
    'of the last six turns': count('of the last six turns', recent, closing),
    'open errors': count('open errors', truth.openErrors, (error) => showsError(view, error)),
    'human requests': count('human requests', truth.requests, request),
    'last human request': count('last human request', truth.requests.slice(-1), request),
    'first human request': count('first human request', truth.requests.slice(0, 1), request),
  }
  return { shown, misses: misses.join('\n\n') }
}

/** The context for a person to read. */
function readable({ system, messages }: { system?: Json; messages: Json[] }): string {
  const parts = messages.map((message) => {
    const texts = stepsOf(message).map((step) => {
      if (step.kind === 'call') return `→ ${step.name} ${JSON.stringify(step.args)}`
      return step.kind === 'result' ? `← ${step.text}` : step.text
    })
    const role = typeof message === 'object' && message !== null && !Array.isArray(message) ? message['role'] : ''
    return `=== ${String(role)}\n${texts.join('\n')}`
  })
  return [...(typeof system === 'string' ? [`=== system\n${system}`] : []), ...parts].join('\n\n')
}
