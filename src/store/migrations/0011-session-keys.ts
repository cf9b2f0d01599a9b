/** Keys by which an app finds its sessions, and messages that are rewritten when they are sent. Metadata stays exact JSON text in `setup`;
 * the table has only what is looked up: top-level members whose value is text, a number or a boolean. */
export const sql = `
ALTER TABLE sessions ADD COLUMN external_id text COLLATE "C"; -- JSON
CREATE UNIQUE INDEX sessions_by_external_id ON sessions (app_id, external_id) WHERE external_id IS NOT NULL;
CREATE TABLE session_metadata (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  key_hash text COLLATE "C" NOT NULL,
  value_hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (session_id, key_hash)
);
CREATE INDEX session_metadata_by_value ON session_metadata (key_hash, value_hash, session_id);
ALTER TABLE messages ADD COLUMN irregular boolean NOT NULL DEFAULT false;
CREATE TRIGGER irregular_is_immutable BEFORE UPDATE OF irregular ON messages FOR EACH ROW EXECUTE FUNCTION refuse_edit();
`
