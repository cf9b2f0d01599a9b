/** Sessions of a deleted scope stay in it, so that a deletion of their messages still finds them. No session recalls from them. Only a
 * transaction that deletes recalled words may edit a moment or a snapshot. [M11] */
const guarded = (table: string): string => `
DROP TRIGGER ${table}_are_immutable ON ${table};
CREATE TRIGGER ${table}_are_immutable BEFORE UPDATE ON ${table} FOR EACH ROW
  WHEN (current_setting('palimpsest.deletes_recalled', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_edit();
`

export const sql = `
ALTER TABLE memory_scopes ADD COLUMN recalled boolean NOT NULL DEFAULT true; -- whether the other sessions of the scope recall from it
${['moments', 'snapshots'].map(guarded).join('')}`
