/** Positions before the first incarnation keep their cursors. Older processes do not read the table. */
export const sql = `
CREATE TABLE log_incarnations (
  from_tx bigint PRIMARY KEY, -- first position of the event log that belongs to it
  id text COLLATE "C" NOT NULL -- random
);
`
