/** Sessions whose deletion was scheduled. One becomes active again by any change after that. */
export const sql = `
CREATE TABLE expiring_sessions (
  session_id text COLLATE "C" PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  idle_since timestamptz NOT NULL, -- last activity when it was scheduled
  deletes_at timestamptz NOT NULL
);
CREATE INDEX expiring_sessions_by_time ON expiring_sessions (deletes_at);
`
