export { startEmbedded, type EmbeddedDatabase } from './embedded.js'
export { openStore, type StoreOptions } from './store.js'
export type { Wake } from './wake.js'
