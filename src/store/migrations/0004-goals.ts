/** Goals as they are, and the acts that made them: acts are only ever added. */
export const sql = `
CREATE TABLE goals (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  n bigint GENERATED ALWAYS AS IDENTITY,
  body text NOT NULL, -- JSON, items included
  PRIMARY KEY (session_id, id)
);

CREATE TABLE goal_acts (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  n integer NOT NULL, -- 1, 2, 3 in the session
  body text NOT NULL, -- JSON
  PRIMARY KEY (session_id, n)
);
CREATE TRIGGER goal_acts_are_immutable BEFORE UPDATE ON goal_acts FOR EACH ROW EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER goal_acts_stay BEFORE DELETE ON goal_acts FOR EACH ROW EXECUTE FUNCTION refuse_loss();
`
