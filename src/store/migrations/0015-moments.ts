/** The states a session had. A moment begins with a cut, a pin, or another change that does not only add to the end of the context; until the
 * next one the context only grows. Sessions with cuts get a moment for the state they are in; earlier ones were not recorded. Snapshots refer
 * to moments. Forks have the ids of their parents' records, so these are unique per session only. */
const unlocked = (table: string, change: string): string =>
  `ALTER TABLE ${table} DISABLE TRIGGER USER; ${change}; ALTER TABLE ${table} ENABLE TRIGGER USER;`

const perSession = (table: string): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY (id, session_id);`

/** Records the state that sessions with cuts are in. How they came there was not recorded. */
export const PRESENT_STATES = `
INSERT INTO moments (session_id, version, start_seq, members, reduction_n, body, before)
SELECT s.id, substring(s.state from '"version":([0-9]{1,9})')::integer, s.last_seq,
  coalesce((SELECT range_agg(int4range(m.seq, m.seq, '[]')) FROM messages m WHERE m.session_id = s.id AND m.state < 2), '{}'),
  coalesce((SELECT max(r.n) FROM reductions r WHERE r.session_id = s.id), 0),
  concat('{"pinned":[',
    (SELECT string_agg(m.seq::text, ',' ORDER BY m.seq) FROM messages m
      WHERE m.session_id = s.id AND m.state < 2 AND coalesce(m.pin, m.pinned)),
    '],"checkpoints":[',
    (SELECT string_agg('"' || c.id || '"', ',') FROM checkpoints c WHERE c.session_id = s.id AND c.superseded_by IS NULL),
    '],"state":', s.state, '}'),
  NULL
FROM sessions s WHERE EXISTS (SELECT FROM cuts c WHERE c.session_id = s.id);`

export const sql = `
${['reductions', 'checkpoints', 'cuts'].map(perSession).join('\n')}

ALTER TABLE cuts ADD COLUMN version integer;
${unlocked('cuts', `UPDATE cuts SET version = coalesce(substring(body from '"version":([0-9]{1,9})')::integer, 0)`)}
ALTER TABLE cuts ALTER COLUMN version SET NOT NULL;

-- First context version that had the checkpoint; null: older than this column.
ALTER TABLE checkpoints ADD COLUMN since_version integer;
-- Context versions in which the entry counted; a restore removes or adds some. State 'hidden': it does not count now.
ALTER TABLE ledger ADD COLUMN shown int4multirange NOT NULL DEFAULT '{[0,)}';

CREATE TABLE moments (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  version integer NOT NULL, -- context version with which it began
  start_seq integer NOT NULL, -- newest message then; later ones were only added
  members int4multirange NOT NULL, -- messages in the context then
  reduction_n bigint NOT NULL, -- later reductions did not exist yet
  body text NOT NULL, -- JSON
  before text, -- JSON, how the moment before it ended; null: not recorded
  PRIMARY KEY (session_id, version)
);
CREATE INDEX moments_by_seq ON moments (session_id, start_seq, version);
CREATE TRIGGER moments_are_immutable BEFORE UPDATE ON moments FOR EACH ROW EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER moments_stay BEFORE DELETE ON moments FOR EACH ROW EXECUTE FUNCTION refuse_loss();

${PRESENT_STATES}

CREATE TABLE snapshots (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  is_auto boolean NOT NULL,
  body text NOT NULL -- JSON
);
CREATE INDEX snapshots_by_session ON snapshots (session_id, id);
CREATE TRIGGER snapshots_are_immutable BEFORE UPDATE ON snapshots FOR EACH ROW EXECUTE FUNCTION refuse_edit();
`
