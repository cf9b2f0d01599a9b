/** Imported sessions. An import keeps the ids of its records, because placeholders name them, so ids are unique in a session only. */
export const sql = `
ALTER TABLE sessions ADD COLUMN importing_until timestamptz; -- hidden until then or until the import ends; null: visible
CREATE INDEX sessions_importing ON sessions (importing_until) WHERE importing_until IS NOT NULL;

ALTER TABLE reductions DROP CONSTRAINT reductions_pkey, ADD PRIMARY KEY (session_id, id);
ALTER TABLE cuts DROP CONSTRAINT cuts_pkey, ADD PRIMARY KEY (session_id, id);
ALTER TABLE checkpoints DROP CONSTRAINT checkpoints_pkey, ADD PRIMARY KEY (session_id, id);
ALTER TABLE compressions DROP CONSTRAINT compressions_pkey, ADD PRIMARY KEY (session_id, id);
DROP INDEX checkpoints_by_session, compressions_by_session;
CREATE INDEX reductions_by_order ON reductions (session_id, n);
CREATE INDEX compressions_by_id ON compressions (id);
`
