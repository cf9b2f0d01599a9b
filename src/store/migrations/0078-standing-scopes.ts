/** Names of the scopes that have entries, so that one without a session is listed, and is reached by the retention. Those of earlier entries
 * are found in events, as text: an entry that Postgres can't read as JSON must not stop the upgrade. A name with an escape is noted with its
 * next entry. */
export const sql = String.raw`
CREATE TABLE standing_scopes (
  app_id text COLLATE "C" NOT NULL,
  scope_hash text COLLATE "C" NOT NULL,
  scope text NOT NULL,
  newest_at timestamptz NOT NULL, -- of its entries, when one was said or closed last
  PRIMARY KEY (app_id, scope_hash)
);
CREATE INDEX standing_scopes_by_age ON standing_scopes (newest_at);

INSERT INTO standing_scopes (app_id, scope_hash, scope, newest_at)
  SELECT e.app_id, encode(sha256(convert_to(e.scope, 'UTF8')), 'hex'), e.scope, max(e.at)
  FROM (SELECT app_id, substring(data from '"scope":"([^"\\]*)"') AS scope, at FROM events WHERE type = 'standing-added' OR type = 'standing-changed') e
  WHERE EXISTS (SELECT FROM standing_entries s
    WHERE s.app_id = e.app_id AND s.scope_hash = encode(sha256(convert_to(e.scope, 'UTF8')), 'hex'))
  GROUP BY e.app_id, e.scope;
`
