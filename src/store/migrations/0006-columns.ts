/** What SQL decides by gets columns of its own: reading JSON in SQL fails on documents that hold U+0000 or half a surrogate pair, and one such
 * row would stop the statement for every app. Existing rows are filled by pattern, which cannot fail: a quote inside a string is escaped, so
 * a bare key is a real key. */
export const sql = `
ALTER TABLE sessions ADD COLUMN used_tokens integer, ADD COLUMN limit_tokens integer;
UPDATE sessions s SET
  used_tokens = (
    SELECT coalesce(sum(t.match[1]::integer), 0)::integer
    FROM regexp_matches(substring(s.state from '"tallies":[{]([^}]*)[}]'), ':([0-9]{1,8})', 'g') AS t (match)
  ),
  limit_tokens = coalesce(substring(s.setup from '"limit":([0-9]{1,9})')::integer, 1);
ALTER TABLE sessions ALTER COLUMN used_tokens SET NOT NULL, ALTER COLUMN limit_tokens SET NOT NULL;

-- How often workers took it up: the token of a run. A worker with an older one has lost the compression to its successor.
ALTER TABLE compressions ADD COLUMN runs integer;
UPDATE compressions SET runs = coalesce(substring(body from '"runs":([0-9]{1,9})')::integer, 0);
ALTER TABLE compressions ALTER COLUMN runs SET NOT NULL;
`
