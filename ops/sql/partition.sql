-- Makes partitions by hash on Postgres 17 or later, and copies each table once. Run with all processes stopped, after divided.sql, in the
-- same transaction.
DO $$
DECLARE
  parts constant int := 16;
  t record;
  later text[];
  definition text;
  copied text;
BEGIN
  CREATE TEMP TABLE planned AS
    SELECT name, part_by, c.oid AS id, coalesce('WITH (' || array_to_string(c.reloptions, ', ') || ')', '') AS options,
      (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attidentity <> '') AS numbered
    FROM divided JOIN pg_class c ON c.oid = to_regclass(name) AND c.relkind = 'r';
  -- What is made again, in this order: primary keys, indexes, triggers, foreign keys.
  SELECT array_agg(made.text ORDER BY made.step) INTO later FROM (
    SELECT CASE k.contype WHEN 'p' THEN 1 ELSE 4 END, format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k WHERE k.contype IN ('p', 'f') AND k.conparentid = 0
      AND (k.conrelid IN (SELECT id FROM planned) OR k.confrelid IN (SELECT id FROM planned))
    UNION ALL SELECT 2, pg_get_indexdef(i.indexrelid) FROM pg_index i WHERE NOT i.indisprimary AND i.indrelid IN (SELECT id FROM planned)
    UNION ALL SELECT 3, pg_get_triggerdef(g.oid) FROM pg_trigger g WHERE NOT g.tgisinternal AND g.tgrelid IN (SELECT id FROM planned)
  ) AS made (step, text);
  FOR definition IN
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname)
    FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0 AND k.confrelid IN (SELECT id FROM planned)
  LOOP EXECUTE definition; END LOOP;
  FOR t IN SELECT * FROM planned LOOP
    copied := t.name || '_new';
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (%I)', copied, t.name, t.part_by);
    FOR part IN 0..parts - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s) %s', t.name || '_' || part, copied, parts, part, t.options);
    END LOOP;
    EXECUTE format('INSERT INTO %I OVERRIDING SYSTEM VALUE SELECT * FROM %I', copied, t.name);
    IF t.numbered IS NOT NULL THEN
      EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), last_value, is_called) FROM %I', copied, t.numbered, t.name || '_' || t.numbered || '_seq');
    END IF;
    EXECUTE format('DROP TABLE %I', t.name);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', copied, t.name);
    IF t.numbered IS NOT NULL THEN
      EXECUTE format('ALTER SEQUENCE %s RENAME TO %I', pg_get_serial_sequence(t.name, t.numbered), t.name || '_' || t.numbered || '_seq');
    END IF;
  END LOOP;
  FOREACH definition IN ARRAY later LOOP EXECUTE definition; END LOOP;
  ALTER TABLE search_passages ALTER COLUMN lexemes SET STATISTICS 400;
END $$;
