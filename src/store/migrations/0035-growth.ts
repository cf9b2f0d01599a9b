/** What requests and background loops look for gets an index, so that their time does not grow with the number of sessions.
 * The time of the last activity changes at every append. An index on it would make every append write the index, so the
 * day of the activity has a column of its own. */
export const sql = `
CREATE FUNCTION utc_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT (at AT TIME ZONE 'UTC')::date $$;

ALTER TABLE sessions ADD COLUMN active_day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date;
UPDATE sessions SET active_day = utc_day(last_activity_at) WHERE active_day <> utc_day(last_activity_at);
CREATE INDEX sessions_by_day ON sessions (app_id, active_day);
-- The largest window of a model among the sessions of today and yesterday.
CREATE INDEX sessions_by_model_day ON sessions (model, active_day, limit_tokens DESC);
DROP INDEX sessions_by_model;

CREATE INDEX checkpoints_to_rewrite ON checkpoints (upgrade_tried_at, id) WHERE copied AND superseded_by IS NULL;
DROP INDEX checkpoints_copied;

-- Thousands of conversations may begin with the same words. The newest of them are enough.
CREATE INDEX door_links_by_session ON door_links (digest, session_id DESC);
DROP INDEX door_links_by_digest;
`
