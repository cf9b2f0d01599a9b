export { startEmbedded, type EmbeddedDatabase } from './embedded/index.js'
export { openStore, type StoreOptions } from './store.js'
export type { Notifier } from './notifier.js'
