/** Quotas of apps and what is counted for them. A session counts its own bytes, so that appends to two sessions of one app
 * never wait for each other. */
export const sql = `
ALTER TABLE apps ADD COLUMN quotas text; -- JSON; NULL: no limits
ALTER TABLE sessions ADD COLUMN stored_bytes bigint; -- of its messages as they were received; NULL: not counted yet

-- The newest window of the clock of each app and quota.
CREATE TABLE app_windows (
  app_id text COLLATE "C" NOT NULL,
  quota text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  used double precision NOT NULL,
  PRIMARY KEY (app_id, quota)
) WITH (fillfactor = 50);

-- Open event streams of each process. A process that ended without closing them no longer renews its rows.
CREATE TABLE app_streams (
  app_id text COLLATE "C" NOT NULL,
  process text COLLATE "C" NOT NULL,
  open integer NOT NULL,
  valid_until timestamptz NOT NULL,
  PRIMARY KEY (app_id, process)
) WITH (fillfactor = 50);
`
