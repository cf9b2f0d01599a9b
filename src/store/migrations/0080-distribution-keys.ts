/** Every primary and unique key contains the session, the app, or a number of one of them, so that tables can be partitioned or distributed by
 * it. A large database may have the indexes of the first block before the upgrade, made without a lock (docs/operations.md). */
export const sql = `
DO $$
BEGIN
  -- A database that was partitioned before has the key.
  IF (SELECT relkind = 'r' FROM pg_class WHERE oid = 'events'::regclass) THEN
    CREATE UNIQUE INDEX IF NOT EXISTS events_key ON events (app_id, tx, n);
    CREATE INDEX IF NOT EXISTS events_by_position ON events (tx, n);
    ALTER TABLE events DROP CONSTRAINT events_pkey;
    ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY USING INDEX events_key;
    DROP INDEX events_by_app;
  END IF;

  CREATE UNIQUE INDEX IF NOT EXISTS search_passages_key ON search_passages (session_n, seq, part, start);
  CREATE INDEX IF NOT EXISTS search_passages_by_id ON search_passages (id);
END $$;

-- Numbers of sessions and passages are given by a sequence, so no index has to keep them apart.
ALTER TABLE search_passages DROP CONSTRAINT search_passages_session_n_fkey;
ALTER TABLE search_passages DROP CONSTRAINT search_passages_session_n_seq_part_start_key;
ALTER TABLE search_passages DROP CONSTRAINT search_passages_pkey;
ALTER TABLE search_passages ADD CONSTRAINT search_passages_pkey PRIMARY KEY USING INDEX search_passages_key;
ALTER TABLE search_sessions DROP CONSTRAINT search_sessions_n_key;
CREATE INDEX search_sessions_by_n ON search_sessions (n);
-- In place of the foreign key, which needs the number alone to be unique.
CREATE FUNCTION delete_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_passages WHERE session_n = OLD.n;
  RETURN NULL;
END $$;
CREATE TRIGGER passages_are_deleted AFTER DELETE ON search_sessions FOR EACH ROW EXECUTE FUNCTION delete_passages();

CREATE UNIQUE INDEX standing_entries_by_id ON standing_entries (app_id, id);
ALTER TABLE standing_entries DROP CONSTRAINT standing_entries_id_key;

-- Which session of an app has an external id. Processes of the version before do not write it, so the index of sessions stays unique.
CREATE TABLE external_ids (
  app_id text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL, -- JSON
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  PRIMARY KEY (app_id, external_id)
);
CREATE INDEX external_ids_by_session ON external_ids (session_id);
INSERT INTO external_ids (app_id, external_id, session_id) SELECT app_id, external_id, id FROM sessions WHERE external_id IS NOT NULL;

-- Scopes are looked up by their app.
ALTER TABLE memory_scopes DROP CONSTRAINT memory_scopes_pkey, ADD PRIMARY KEY (app_id, scope_hash, session_id);
CREATE INDEX memory_scopes_of_session ON memory_scopes (session_id);
DROP INDEX memory_scopes_by_scope;
`
