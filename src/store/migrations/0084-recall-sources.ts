/** Which sessions quote which others, and deleted sessions whose quotes are still to be taken out of them. [M11] [P11] */
const OTHERS = (row: string): string => `
  SELECT DISTINCT ${row}.session_id, quoted[1] FROM regexp_matches(${row}.body, '"sessionId":"([^"\\\\]+)"', 'g') quoted
  WHERE quoted[1] <> ${row}.session_id AND NOT EXISTS (
    SELECT FROM shared_history g WHERE g.session_id = ${row}.session_id AND g.source_id = quoted[1])`

export const sql = `
CREATE TABLE recall_sources (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  source_id text COLLATE "C" NOT NULL, -- the session that it quotes; a fork has the words of its parent itself
  PRIMARY KEY (session_id, source_id)
);
CREATE INDEX recall_sources_by_source ON recall_sources (source_id, session_id);

-- A trigger, because forks, imports, and processes of the version before write decisions, too.
CREATE FUNCTION note_recall_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recall_sources ${OTHERS('NEW')} ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER recall_sources_are_noted AFTER INSERT ON recalls FOR EACH ROW EXECUTE FUNCTION note_recall_sources();
INSERT INTO recall_sources SELECT found.* FROM recalls r CROSS JOIN LATERAL (${OTHERS('r')}) found ON CONFLICT DO NOTHING;

CREATE TABLE forgotten_sources (
  app_id text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL, -- the deleted session
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (app_id, source_id)
);
`
