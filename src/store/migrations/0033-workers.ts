/** The worker process that claimed a compression, by the number of the advisory lock it keeps while it lives. */
export const sql = `
ALTER TABLE compressions ADD COLUMN worker integer;
`
