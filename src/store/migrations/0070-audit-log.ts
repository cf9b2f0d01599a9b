/** What people and keys did. Entries outlive the app they name. */
export const sql = `
CREATE TABLE audit_log (
  app_id text COLLATE "C" NOT NULL, -- '': of no app
  id text COLLATE "C" NOT NULL, -- sorts by time
  at timestamptz NOT NULL,
  action text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL, -- who
  role text NOT NULL,
  body text NOT NULL, -- JSON
  PRIMARY KEY (app_id, id)
);
CREATE INDEX audit_log_by_id ON audit_log (id);
CREATE INDEX audit_log_by_time ON audit_log (at);
`
