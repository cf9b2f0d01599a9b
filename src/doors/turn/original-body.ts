import type { ThreadRequest } from '../request/held-threads.js'

/** The body of a request as it came. */
export interface OriginalBody {
  bytes: Buffer
  isDecoded: boolean
  /** It has what only this service can read. */
  isRestored: boolean
  /** Thread that is held here; null: none. */
  thread: Pick<ThreadRequest, 'previous'> | null
  /** Called when the upstream has the body. An answer may take minutes. */
  sent(): void
}
