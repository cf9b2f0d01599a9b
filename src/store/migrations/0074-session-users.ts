/** Users who spoke in a session through a door. Only a hash of the id that their client sent is kept. */
export const sql = `
CREATE TABLE session_users (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  app_id text COLLATE "C" NOT NULL,
  user_hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (app_id, user_hash, session_id)
);
CREATE INDEX session_users_of_session ON session_users (session_id);
`
