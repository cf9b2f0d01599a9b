/** Deletions of an app, of what belongs to a person, and of a scope. They take many transactions, so each is a row that workers go on with. */
export const sql = `
CREATE TABLE deletions (
  app_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL, -- sorts by time
  kind text NOT NULL CHECK (kind IN ('app', 'user', 'scope')),
  name text, -- JSON; NULL: of an app, or done
  state text NOT NULL CHECK (state IN ('running', 'done')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  step text, -- JSON: the sessions that are being deleted; NULL: none
  removed text NOT NULL DEFAULT '{}', -- JSON of counts
  PRIMARY KEY (app_id, id)
);
CREATE INDEX deletions_running ON deletions (id) WHERE state = 'running';
CREATE INDEX deletions_by_id ON deletions (id);

ALTER TABLE apps ADD COLUMN deleting_at timestamptz; -- NULL: it is not being deleted
CREATE INDEX apps_by_name ON apps (name);
`
