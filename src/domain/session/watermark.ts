/** Watermark: the boundary where the last task ended. Earlier calls and results leave the context; text stays. [D4] */
import type { NewMessage } from '../message.js'

export interface Watermark {
  /** Message at the boundary. This message and all later ones stay unchanged. 0: no boundary. */
  readonly seq: number
  /** Call that set the boundary; null if the app named a message instead of a call. */
  readonly callId: string | null
  readonly toolName: string | null
  /** Tool whose next call becomes the boundary; null: none. */
  readonly pending: string | null
  /** Tool groups before the boundary that stay, counted from the newest; absent: as the policy says. */
  readonly keepBefore?: number
  /** The same for the boundary that `pending` waits for. */
  readonly pendingKeep?: number
  /** Boundary up to which calls and results have been removed. */
  readonly appliedSeq: number
}
/** What sets a boundary: a request, a call of a boundary tool, or a drift check. */
export const WATERMARK_BY = ['api', 'tool', 'drift'] as const
export type WatermarkBy = (typeof WATERMARK_BY)[number]

export const NO_WATERMARK: Watermark = { seq: 0, callId: null, toolName: null, pending: null, appliedSeq: 0 }

/** Fields of a call that a boundary needs. */
export interface BoundaryCall {
  seq: number
  callId: string
  name: string
}

/** Prefixes of other clients (`palimpsest_`, `mcp_palimpsest_`) do not show where the name of a server ends, so only the
 * name that our documentation gives the server counts. */
const OWN_PREFIX = /^(?:mcp_)?palimpsest_+/

/** Whether a tool has this name, with or without the prefix of an MCP server. */
export function isNamed(toolName: string, named: string): boolean {
  if (toolName === named || toolName.replace(OWN_PREFIX, '') === named) return true
  return toolName.startsWith('mcp__') && toolName.endsWith(`__${named}`)
}

/** Returns the calls in messages, in order, for a check against the boundary tools. */
export function callsOf(messages: readonly Pick<NewMessage, 'seq' | 'shape'>[]): BoundaryCall[] {
  return messages.flatMap(({ seq, shape }) =>
    shape.flatMap((part): BoundaryCall[] =>
      part.kind === 'tool_call' ? [{ seq, callId: part.callId, name: part.name }] : [],
    ),
  )
}

/** Returns the watermark after further calls, in their order. The first call of the pending tool and every call of a
 * boundary tool move it. It only moves forward. */
export function advanceWatermark(
  mark: Watermark,
  calls: readonly BoundaryCall[],
  boundaryTools: readonly string[],
): Watermark {
  let now = mark
  for (const call of calls) {
    if (call.seq <= now.seq) continue
    const awaited = now.pending !== null && isNamed(call.name, now.pending)
    if (!awaited && !boundaryTools.some((tool) => isNamed(call.name, tool))) continue
    now = awaited ? resolved(now, call) : movedTo(now, call)
  }
  return now
}

/** Returns the watermark at a boundary that no mark waited for. */
function movedTo({ keepBefore: _, ...mark }: Watermark, { seq, callId, name }: BoundaryCall): Watermark {
  return { ...mark, seq, callId, toolName: name }
}

/** Returns the watermark after the call that the pending mark waited for. */
function resolved({ pendingKeep, ...mark }: Watermark, call: BoundaryCall): Watermark {
  const moved = { ...movedTo(mark, call), pending: null }
  return pendingKeep === undefined ? moved : { ...moved, keepBefore: pendingKeep }
}

/** Identifies a task boundary by a call, by a tool (its first call after the current boundary, stored or future), or by
 * a message. [D4] */
export type BoundaryName = { toolCallId: string } | { toolName: string } | { seq: number }
