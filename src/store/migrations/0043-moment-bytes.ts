/** The bytes of the history at the start of a moment, so that a fork counts only the messages after it. */
export const sql = `
ALTER TABLE moments ADD COLUMN stored_bytes bigint; -- of the messages up to start_seq; NULL: not counted
`
