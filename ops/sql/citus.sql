-- Distributes the tables over a Citus cluster, after divided.sql. This never ran on Citus: see docs/scale.md.
-- Foreign keys cannot lead from one key to another. The product deletes these rows itself.
DO $$
DECLARE definition text;
BEGIN
  FOR definition IN
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname)
    FROM pg_constraint k JOIN divided d ON k.conrelid = to_regclass(d.name)
    WHERE k.contype = 'f' AND k.conparentid = 0 AND d.part_by IN ('app_id', 'scope')
  LOOP EXECUTE definition; END LOOP;
END $$;
SET citus.enable_unsafe_triggers = on;
SELECT create_reference_table(name)
  FROM unnest(ARRAY['apps', 'keys', 'tickets', 'search_apps', 'model_care', 'upkeep_cursors', 'log_incarnations']) AS name;
SELECT create_distributed_table('sessions', 'id');
SELECT create_distributed_table('messages', 'session_id', colocate_with => 'sessions');
SELECT create_distributed_table(name, part_by, colocate_with => 'sessions') FROM divided WHERE part_by = 'session_id' AND name <> 'messages';
SELECT create_distributed_table('search_passages', 'session_n');
SELECT create_distributed_table(name, part_by) FROM divided WHERE part_by IN ('app_id', 'scope') AND name <> 'events';
