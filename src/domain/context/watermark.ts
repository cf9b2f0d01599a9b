/** The watermark: a task boundary. Calls and results from before it have done their work and leave the context; words stay. [D4] */
import type { NewMessage } from '../message.js'

export interface Watermark {
  /** Message that the boundary stands at; it and all after it stay as they are. 0: none was set. */
  seq: number
  /** The call that set it; null: a message was named, not a call. */
  callId: string | null
  toolName: string | null
  /** A tool that was named before it was called: its next call becomes the boundary. */
  pending: string | null
  /** Boundary up to which calls and results have left. */
  appliedSeq: number
}
export const NO_WATERMARK: Watermark = { seq: 0, callId: null, toolName: null, pending: null, appliedSeq: 0 }

/** A call as a boundary sees it. */
export interface BoundaryCall {
  seq: number
  callId: string
  name: string
}

/** Whether a tool is the one that is named, called through an MCP server or not. */
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

/** The boundary after more calls, in their order: the first that the pending mark waits for, and every call of a boundary tool.
 * It only moves forward. */
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

/** Names a task boundary by a call, by a tool (its first call after the boundary, stored or next to arrive), or by a message. [D4] */
export type BoundaryName = { toolCallId: string } | { toolName: string } | { seq: number }
