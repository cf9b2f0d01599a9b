/** What the compressor is doing for a session. Stored with the session, so that a restart changes nothing. [P9] */
export type CompressorState =
  | { readonly state: 'idle' }
  | { readonly state: 'queued'; readonly failures?: number }
  | { readonly state: 'running'; readonly failures?: number }
  /** `until`: ISO 8601 time of the next attempt. `failures`: failed compressions in a row. */
  | { readonly state: 'backing-off'; readonly reason: string; readonly until: string; readonly failures: number }
  | { readonly state: 'stuck'; readonly reason: string }

export const COMPRESSOR_IDLE: CompressorState = { state: 'idle' }

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 600_000

/** A compression is pending. Failures in a row are kept until one completes. */
export function compressorQueued(before: CompressorState): CompressorState {
  return { state: 'queued', ...failuresOf(before) }
}

export function compressorRunning(before: CompressorState): CompressorState {
  return { state: 'running', ...failuresOf(before) }
}

/** A compression failed. Each failure in a row doubles the wait, from 5 s up to 10 min. */
export function compressorBackingOff(before: CompressorState, reason: string, now: Date): CompressorState {
  const { failures = 0 } = failuresOf(before)
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
  const until = new Date(now.getTime() + waitMs).toISOString()
  return { state: 'backing-off', reason, until, failures: failures + 1 }
}

/** No compression can bring the session below its trigger. */
export function compressorStuck(reason: string): CompressorState {
  return { state: 'stuck', reason }
}

/** Reason of a session that is stuck until a few more messages make a compression worth its price. */
const SOON_WORTH_IT = 'gain-too-small'

/** Whether no compression can make the context smaller, not even after the next messages. */
export function isBeyondHelp(compressor: CompressorState): boolean {
  return compressor.state === 'stuck' && compressor.reason !== SOON_WORTH_IT
}

export function isStuckBecause(compressor: CompressorState, reason: string): boolean {
  return compressor.state === 'stuck' && compressor.reason === reason
}

export function isWaiting(compressor: CompressorState, now: Date): boolean {
  return compressor.state === 'backing-off' && now < new Date(compressor.until)
}

/** What replies publish: the state and its reason. */
export interface CompressorStatus {
  state: CompressorState['state']
  reason?: string
}

export function compressorStatus(compressor: CompressorState): CompressorStatus {
  return 'reason' in compressor ? { state: compressor.state, reason: compressor.reason } : { state: compressor.state }
}

function failuresOf(compressor: CompressorState): { failures?: number } {
  return 'failures' in compressor && compressor.failures !== undefined ? { failures: compressor.failures } : {}
}
