/** A `SessionStore` of the Claude Agent SDK that keeps transcripts in Palimpsest. */
export { palimpsestSessionStore, type PalimpsestSessionStoreOptions } from './session-store.js'
export type { SessionKey, SessionStore, SessionStoreEntry } from './contract.js'
