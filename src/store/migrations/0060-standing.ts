/** What people stated for all sessions of a scope, and the sessions whose contexts showed it. */
export const sql = `
CREATE TABLE standing_entries (
  app_id text COLLATE "C" NOT NULL,
  scope_hash text COLLATE "C" NOT NULL,
  n bigint GENERATED ALWAYS AS IDENTITY, -- order of making
  id text COLLATE "C" NOT NULL UNIQUE,
  kind text NOT NULL,
  state text NOT NULL,
  body text NOT NULL, -- JSON
  PRIMARY KEY (app_id, scope_hash, n)
);
CREATE INDEX standing_entries_open ON standing_entries (app_id, scope_hash, kind, n DESC) WHERE state = 'open';

CREATE TABLE standing_sessions (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  app_id text COLLATE "C" NOT NULL,
  scope_hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (app_id, scope_hash, session_id)
);
CREATE INDEX standing_sessions_of_session ON standing_sessions (session_id);
`
