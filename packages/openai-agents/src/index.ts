/** A `Session` of the OpenAI Agents SDK that keeps its items in Palimpsest. */
export { PalimpsestSession, type PalimpsestSessionOptions } from './session.js'
export type { AgentItem, HistoryTransaction, ModelInput } from './contract.js'
