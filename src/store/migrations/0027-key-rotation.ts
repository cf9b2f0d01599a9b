/** Older processes insert keys and tickets without these columns, and accept only the newest secret. */
export const sql = `
ALTER TABLE keys
  ADD COLUMN generation integer NOT NULL DEFAULT 1, -- grows with each rotation
  ADD COLUMN previous_hash text COLLATE "C", -- of the generation before; valid until previous_until
  ADD COLUMN previous_until timestamptz,
  ADD COLUMN last_used_at timestamptz; -- written at most once a minute
CREATE UNIQUE INDEX keys_by_previous_hash ON keys (previous_hash);
ALTER TABLE tickets
  ADD COLUMN key_id text COLLATE "C", -- NULL: of the admin key, which is not in the table
  ADD COLUMN generation integer NOT NULL DEFAULT 0;
`
