import type { ElementKind, Plan, Protocol, RequestFacts } from '../protocol.js'
import { membersOf, type ParsedBody } from './parse-body.js'

/** Makes the body that is sent upstream. Whatever a cut does not concern keeps its bytes. */

interface Replacement {
  from: number
  to: number
  text: string
}

export interface SpliceInput {
  body: ParsedBody
  kinds: readonly ElementKind[]
  facts: RequestFacts
  /** What replaces the list; null: the client's own list stays. */
  plan: Plan | null
  /** Window for the upstream, in tokens; null: it has one of its own. */
  numCtx: number | null
}

/** Returns the body to send; the client's own bytes if nothing has to change. */
export function spliceBody(protocol: Protocol, input: SpliceInput): Buffer {
  const { body, facts, plan, numCtx } = input
  const changes: Replacement[] = []
  const members = membersOf(body)
  const window = numCtx === null ? null : (protocol.windowMember?.(members, numCtx) ?? null)
  if (window) changes.push(memberChange(body, window))
  if (plan) changes.push(listChange(protocol, input, plan))
  const bytes = changes.length === 0 ? body.bytes : replaced(body.bytes, changes)
  return plan && protocol.finish ? Buffer.from(protocol.finish(bytes.toString('utf8'), plan, facts), 'utf8') : bytes
}

function memberChange(
  { bytes, spans, others }: ParsedBody,
  { name, text }: { name: string; text: string },
): Replacement {
  const span = Object.hasOwn(others, name) ? spans.get(name) : undefined
  if (span) return { ...span, text }
  const from = bytes.indexOf('{') + 1
  return { from, to: from, text: `${JSON.stringify(name)}:${text},` }
}

/** System messages at the head of the list keep their bytes. */
function listChange(protocol: Protocol, { body, kinds, facts }: SpliceInput, plan: Plan): Replacement {
  const heads = kinds.findIndex((kind) => kind !== 'system')
  const items = protocol.write(plan, facts).join(',')
  const lastHead = heads > 0 ? body.elements[heads - 1] : undefined
  return lastHead
    ? { from: lastHead.to, to: body.list.to, text: items === '' ? ']' : `,${items}]` }
    : { ...body.list, text: `[${items}]` }
}

function replaced(bytes: Buffer, changes: readonly Replacement[]): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  for (const { from, to, text } of [...changes].sort((a, b) => a.from - b.from)) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text, 'utf8'))
    at = to
  }
  return Buffer.concat([...pieces, bytes.subarray(at)])
}
