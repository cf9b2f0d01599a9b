/** The search index. Derived from messages, so it may be emptied and filled again. Every lexeme starts with the number of its app: a query
 * made for one app cannot match a passage of another. One more lexeme names the session. */
export const sql = `
CREATE TABLE search_apps (
  app_id text COLLATE "C" PRIMARY KEY,
  n integer GENERATED ALWAYS AS IDENTITY UNIQUE, -- prefix of its lexemes
  passages bigint NOT NULL DEFAULT 0
);

CREATE TABLE search_sessions (
  session_id text COLLATE "C" PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  n bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  app_id text COLLATE "C" NOT NULL,
  indexed_seq integer NOT NULL DEFAULT 0, -- all messages up to here have their passages
  passages integer NOT NULL DEFAULT 0,
  pending boolean NOT NULL -- messages after indexed_seq wait
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE INDEX search_sessions_pending ON search_sessions (app_id, n) WHERE pending;

CREATE TABLE search_passages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- newer passages have higher numbers
  session_n bigint NOT NULL REFERENCES search_sessions (n) ON DELETE CASCADE,
  seq integer NOT NULL,
  part integer NOT NULL,
  start integer NOT NULL, -- in the original text of the part, in UTF-16 code units
  is_json boolean NOT NULL,
  name text, -- JSON
  body text NOT NULL, -- JSON
  lexemes tsvector NOT NULL,
  UNIQUE (session_n, seq, part, start)
);
-- Written in the background, so no list of pending entries slows a search.
CREATE INDEX search_passages_by_lexeme ON search_passages USING gin (lexemes) WITH (fastupdate = off);
-- Lists more of the frequent lexemes for each app: a search reads their passages from the newest on.
ALTER TABLE search_passages ALTER COLUMN lexemes SET STATISTICS 400;

INSERT INTO search_sessions (session_id, app_id, pending) SELECT id, app_id, true FROM sessions WHERE last_seq > 0 ORDER BY id;
`
