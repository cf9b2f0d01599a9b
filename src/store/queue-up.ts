/** Waits for the end of other transactions that queued up under the same text, and makes later ones wait. Parameter: the text. */
export const QUEUE_UP = { name: 'queue-up', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 7420))' }
