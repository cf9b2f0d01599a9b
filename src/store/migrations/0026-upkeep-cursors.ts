export const sql = `
CREATE TABLE upkeep_cursors (
  task text PRIMARY KEY,
  after text -- session where the last round ended; NULL: the next round begins with the newest session
);
`
