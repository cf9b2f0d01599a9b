import { extractAnchors, IMPORTANT, containsAnchor } from '../src/domain/anchors/anchors.js'
import type { Anchor } from '../src/domain/source/types.js'
import type { Played } from './replay.js'

const KINDS = {
  'paths, addresses': ['path', 'url'],
  identifiers: ['identifier'],
  'numbers, versions, dates': ['number', 'version', 'date'],
  errors: ['error'],
  'rules, by any speaker': ['constraint'],
  decisions: ['decision'],
} satisfies Record<string, Anchor['kind'][]>

type Exact = Pick<Anchor, 'text' | 'kind'>

interface Counts {
  /** Important exact strings: from typed text, errors, and the arguments of calls. */
  all: number
  inContext: number
  inLedger: number
  /** In the ledger only. */
  onlyLedger: number
}
export interface Survival {
  kinds: Record<string, Counts>
  sessions: number
  ledgerTokens: number
  limits: number
}
export const NO_SURVIVAL: Survival = { kinds: {}, sessions: 0, ledgerTokens: 0, limits: 0 }

/** Counts the exact strings of messages that left the context, and those that the context still contains. */
export function survivalOf({ session, left, rules, context, withoutLedger }: Played): Survival {
  const anchors = extractAnchors(left).filter(({ weight }) => weight >= IMPORTANT)
  const ledger = session.ledger?.text ?? ''
  const groups = Object.entries(KINDS).map(([name, kinds]): [string, Exact[]] => [
    name,
    anchors.filter(({ kind }) => kinds.some((one) => one === kind)),
  ])
  groups.push(['rules of the user', rules.map((text) => ({ text, kind: 'constraint' }))])
  const kinds = groups.map(([name, mine]): [string, Counts] => {
    const inContext = mine.filter((anchor) => containsAnchor(anchor, context))
    const inLedger = inContext.filter((anchor) => containsAnchor(anchor, ledger))
    const onlyLedger = inLedger.filter((anchor) => !containsAnchor(anchor, withoutLedger))
    return [
      name,
      { all: mine.length, inContext: inContext.length, inLedger: inLedger.length, onlyLedger: onlyLedger.length },
    ]
  })
  return {
    kinds: Object.fromEntries(kinds),
    sessions: 1,
    ledgerTokens: session.ledger?.tokens ?? 0,
    limits: session.limit,
  }
}

export function addSurvival(a: Survival, b: Survival): Survival {
  const none: Counts = { all: 0, inContext: 0, inLedger: 0, onlyLedger: 0 }
  const names = [...new Set([...Object.keys(a.kinds), ...Object.keys(b.kinds)])]
  const kinds = names.map((name): [string, Counts] => {
    const [x, y] = [a.kinds[name] ?? none, b.kinds[name] ?? none]
    return [
      name,
      {
        all: x.all + y.all,
        inContext: x.inContext + y.inContext,
        inLedger: x.inLedger + y.inLedger,
        onlyLedger: x.onlyLedger + y.onlyLedger,
      },
    ]
  })
  return {
    kinds: Object.fromEntries(kinds),
    sessions: a.sessions + b.sessions,
    ledgerTokens: a.ledgerTokens + b.ledgerTokens,
    limits: a.limits + b.limits,
  }
}
