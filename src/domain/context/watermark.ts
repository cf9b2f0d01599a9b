/** Watermark: the boundary where the last task ended. Earlier calls and results leave the context; text stays. [D4] */
import type { NewMessage } from '../message.js'

export interface Watermark {
  /** Message at the boundary. This message and all later ones stay unchanged. 0: no boundary. */
  seq: number
  /** Call that set the boundary; null if the app named a message instead of a call. */
  callId: string | null
  toolName: string | null
  /** Tool whose next call becomes the boundary; null: none. */
  pending: string | null
  /** Boundary up to which calls and results have been removed. */
  appliedSeq: number
}
export const NO_WATERMARK: Watermark = { seq: 0, callId: null, toolName: null, pending: null, appliedSeq: 0 }

/** Fields of a call that a boundary needs. */
export interface BoundaryCall {
  seq: number
  callId: string
  name: string
}

/** Whether a tool has this name, with or without the prefix of an MCP server. */
export function isNamed(toolName: string, named: string): boolean {
  return toolName === named || (toolName.startsWith('mcp__') && toolName.endsWith(`__${named}`))
}

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
    now = { ...now, seq: call.seq, callId: call.callId, toolName: call.name, pending: awaited ? null : now.pending }
  }
  return now
}

/** Identifies a task boundary by a call, by a tool (its first call after the current boundary, stored or future), or by
 * a message. [D4] */
export type BoundaryName = { toolCallId: string } | { toolName: string } | { seq: number }
