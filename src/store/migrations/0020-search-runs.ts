/** Passages have lexemes that name their place in the order of their app, so that a search for frequent words reads only the index
 * entries of the newest. The index is filled again in the background. */
export const sql = `
TRUNCATE search_passages;
-- Passages that ever entered the index; deleted ones count.
ALTER TABLE search_apps ADD COLUMN made bigint NOT NULL DEFAULT 0;
UPDATE search_apps SET passages = 0;
UPDATE search_sessions i SET indexed_seq = 0, passages = 0, pending = s.last_seq > 0 FROM sessions s WHERE s.id = i.session_id;

-- Imports keep the ids of snapshots, because summaries name them. So they are unique per session only.
ALTER TABLE snapshots DROP CONSTRAINT snapshots_pkey, ADD PRIMARY KEY (session_id, id);
DROP INDEX snapshots_by_session;
`
