/** Ids compare by bytes whatever the database's collation. What must come back exactly is `text` with JSON in it, never jsonb (it reorders
 * keys and folds duplicates), and never bare text (Postgres text cannot hold U+0000; JSON escapes it). */
export const sql = `
CREATE TABLE apps (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL, -- JSON
  created_at timestamptz NOT NULL
);

CREATE TABLE keys (
  id text COLLATE "C" PRIMARY KEY,
  app_id text COLLATE "C" NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'app', 'viewer')),
  hash text COLLATE "C" NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

CREATE TABLE tickets (
  hash text COLLATE "C" PRIMARY KEY,
  app_id text COLLATE "C" NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'app', 'viewer')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX tickets_by_expiry ON tickets (expires_at);

-- Written at every append: what changes is apart from what seldom does, and pages keep room for new versions of a row.
CREATE TABLE sessions (
  id text COLLATE "C" PRIMARY KEY,
  app_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  last_activity_at timestamptz NOT NULL,
  last_seq integer NOT NULL,
  event_seq integer NOT NULL,
  revision integer NOT NULL, -- grows with every write to what a context is made of; ours, not the domain's
  state text NOT NULL, -- JSON, changes often
  setup text NOT NULL, -- JSON, large, changes seldom
  setup_revision integer NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE INDEX sessions_by_app ON sessions (app_id, id);

CREATE TABLE messages (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq integer NOT NULL CHECK (seq > 0),
  id text COLLATE "C" NOT NULL,
  role text NOT NULL,
  origin text NOT NULL,
  pinned boolean NOT NULL,
  format text NOT NULL,
  raw text NOT NULL, -- the JSON text as it came
  digest text NOT NULL,
  shape text NOT NULL, -- JSON
  tokens integer NOT NULL,
  turn integer NOT NULL,
  external_id text, -- JSON
  created_at timestamptz NOT NULL,
  state smallint NOT NULL DEFAULT 0, -- 0 raw, 1 reduced, 2 covered, 3 aside
  view_tokens integer NOT NULL, -- 0 once it left the context
  PRIMARY KEY (session_id, seq)
) WITH (fillfactor = 90);
CREATE INDEX messages_in_view ON messages (session_id, seq) WHERE state < 2;

CREATE TABLE compressions (
  id text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'skipped', 'failed')),
  lease_until timestamptz, -- of a running one
  created_at timestamptz NOT NULL,
  body text NOT NULL -- JSON
);
CREATE UNIQUE INDEX compressions_active ON compressions (session_id) WHERE status IN ('queued', 'running');
CREATE INDEX compressions_by_session ON compressions (session_id, id);
CREATE INDEX compressions_owed ON compressions (created_at) WHERE status IN ('queued', 'running');

CREATE TABLE checkpoints (
  id text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  covered int4multirange NOT NULL,
  superseded_by text COLLATE "C", -- null while live
  body text NOT NULL -- JSON
);
CREATE INDEX checkpoints_by_session ON checkpoints (session_id, id);
CREATE INDEX checkpoints_live ON checkpoints (session_id) WHERE superseded_by IS NULL;

CREATE TABLE reductions (
  id text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  part integer NOT NULL,
  n bigint GENERATED ALWAYS AS IDENTITY, -- order of making: a part may be reduced again
  body text NOT NULL, -- JSON
  FOREIGN KEY (session_id, seq) REFERENCES messages ON DELETE CASCADE
);
CREATE INDEX reductions_by_message ON reductions (session_id, seq);

CREATE TABLE cuts (
  id text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  n bigint GENERATED ALWAYS AS IDENTITY,
  set_aside int4multirange NOT NULL,
  body text NOT NULL -- JSON
);
CREATE INDEX cuts_by_session ON cuts (session_id, n);

-- Replies to requests that may come again. Scope: the app for new sessions, the session for appends.
CREATE TABLE idempotency (
  scope text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  body_digest text NOT NULL,
  reply text NOT NULL, -- JSON
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key_hash)
);
CREATE INDEX idempotency_by_session ON idempotency (session_id);

-- tx: number of the writing transaction plus event_clock.base. Rows below the oldest transaction still at work cannot be overtaken.
-- No foreign key: the event that tells of a session's end outlives it.
CREATE TABLE events (
  tx bigint NOT NULL,
  n bigint NOT NULL, -- 1, 2, 3 in the transaction
  app_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C",
  seq integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  data text NOT NULL, -- JSON
  PRIMARY KEY (tx, n)
);
CREATE INDEX events_by_session ON events (session_id, tx, n);
CREATE INDEX events_by_app ON events (app_id, tx, n);

-- One row. A dump restored into a young cluster meets smaller transaction numbers; base is raised then, so that events stay in order.
CREATE TABLE event_clock (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  base bigint NOT NULL
);
INSERT INTO event_clock (base) VALUES (0);

CREATE FUNCTION refuse_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history is only ever appended: % of % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sessions WHERE id = OLD.session_id) THEN
    RAISE EXCEPTION '% leave only with their whole session', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

-- By column, not by value: changing a message's state costs nothing and never reads its text.
CREATE TRIGGER messages_are_immutable
  BEFORE UPDATE OF session_id, seq, id, role, origin, pinned, format, raw, digest, shape, tokens, turn, external_id, created_at ON messages
  FOR EACH ROW EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER messages_stay BEFORE DELETE ON messages FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER messages_stay_all BEFORE TRUNCATE ON messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();

CREATE TRIGGER reductions_are_immutable BEFORE UPDATE ON reductions FOR EACH ROW EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER reductions_stay BEFORE DELETE ON reductions FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER checkpoints_are_immutable
  BEFORE UPDATE OF id, session_id, covered, body ON checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER checkpoints_stay BEFORE DELETE ON checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER cuts_are_immutable BEFORE UPDATE ON cuts FOR EACH ROW EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER cuts_stay BEFORE DELETE ON cuts FOR EACH ROW EXECUTE FUNCTION refuse_loss();
CREATE TRIGGER events_are_immutable BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_edit();
`
