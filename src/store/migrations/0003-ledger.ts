export const sql = `
CREATE TABLE ledger (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq integer NOT NULL,
  n integer NOT NULL, -- place among the entries of its message
  kind text NOT NULL,
  key text COLLATE "C" NOT NULL, -- hash: entries of one key say of one thing, the newest hides the older
  state text NOT NULL,
  body text NOT NULL, -- JSON
  PRIMARY KEY (session_id, seq, n)
);
CREATE INDEX ledger_by_key ON ledger (session_id, key, seq, n);
CREATE INDEX ledger_open ON ledger (session_id, kind, seq, n) WHERE state = 'open';
`
