/** Returns SQL for the tables that have the rows of a table: itself, or its partitions. Postgres counts and analyzes only these by itself.
 * @param table an expression of type regclass */
export const leavesOf = (table: string): string => `(
  SELECT leaf.oid, leaf.relname, greatest(leaf.reltuples, 0) AS rows FROM pg_class leaf
  WHERE leaf.relkind = 'r' AND (leaf.oid = ${table} OR leaf.oid IN (SELECT relid FROM pg_partition_tree(${table}))))`
