/** Decisions about what to recall, one for each message of a person that got one, and the sessions that recall from each other. */
export const sql = `
CREATE TABLE recalls (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq integer NOT NULL, -- the message of the person
  body text NOT NULL, -- JSON
  PRIMARY KEY (session_id, seq)
);

CREATE TABLE memory_scopes (
  session_id text COLLATE "C" PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  app_id text COLLATE "C" NOT NULL,
  scope_hash text COLLATE "C" NOT NULL
);
CREATE INDEX memory_scopes_by_scope ON memory_scopes (app_id, scope_hash, session_id DESC);
`
