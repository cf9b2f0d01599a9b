/** Defaults for the sessions of an app, and how long it keeps idle ones. */
export const sql = `
ALTER TABLE apps ADD COLUMN preset text;
ALTER TABLE apps ADD COLUMN policy text; -- JSON, overrides
ALTER TABLE apps ADD COLUMN retention_days integer CHECK (retention_days > 0); -- NULL: for ever
`
