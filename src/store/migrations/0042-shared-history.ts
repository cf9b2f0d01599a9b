/** Forks read the history of their parent where it is. A row of `shared_history` names the messages that a session reads from the rows of
 * another one. Rows of messages outlive their session as long as a fork reads them, so a trigger removes them instead of a foreign key.
 * Forks of before have rows of their own. A process of the version before sees only the own rows of newer forks. */
export const sql = `
CREATE TABLE shared_history (
  session_id text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL, -- session whose rows they are; it may be deleted
  seqs int4multirange NOT NULL, -- messages read from there; shrinks as the session gets rows of its own
  covered int4multirange NOT NULL, -- of these, those behind a live checkpoint of the session; it may name others
  withdrawn int4multirange NOT NULL, -- those it has no longer; all others are evicted
  start_seq integer NOT NULL, -- start of the moment in which the fork was made
  reduction_n bigint NOT NULL, -- newest reduction then
  PRIMARY KEY (session_id, source_id)
);
CREATE INDEX shared_history_by_source ON shared_history (source_id);

ALTER TABLE sessions ADD COLUMN shared_seq integer NOT NULL DEFAULT 0; -- later messages have rows of their own

ALTER TABLE messages DROP CONSTRAINT messages_session_id_fkey;

-- Locks in one order. A fork that is being made has the same locks shared, so its rows are either seen here or not made.
CREATE FUNCTION release_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sources text[];
  source text;
BEGIN
  SELECT array_agg(all_ids.id ORDER BY all_ids.id COLLATE "C") INTO sources FROM (
    SELECT OLD.id AS id UNION SELECT g.source_id FROM shared_history g WHERE g.session_id = OLD.id) all_ids;
  FOREACH source IN ARRAY sources LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(source, 7442));
  END LOOP;
  DELETE FROM shared_history WHERE session_id = OLD.id;
  FOREACH source IN ARRAY sources LOOP
    CONTINUE WHEN EXISTS (SELECT FROM sessions s WHERE s.id = source);
    IF EXISTS (SELECT FROM shared_history g WHERE g.source_id = source) THEN
      DELETE FROM messages m WHERE m.session_id = source
        AND NOT EXISTS (SELECT FROM shared_history g WHERE g.source_id = source AND m.seq <@ g.seqs);
    ELSE
      DELETE FROM messages m WHERE m.session_id = source;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER history_is_released AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION release_history();

CREATE FUNCTION refuse_loss_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sessions WHERE id = OLD.session_id)
    OR EXISTS (SELECT FROM shared_history WHERE source_id = OLD.session_id AND OLD.seq <@ seqs) THEN
    RAISE EXCEPTION 'messages leave only with all sessions that have them' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER messages_stay ON messages;
CREATE TRIGGER messages_stay BEFORE DELETE ON messages FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_message();
`
