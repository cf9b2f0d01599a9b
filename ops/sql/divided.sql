-- The column by which each large table can be divided. Run first: partition.sql and citus.sql read this list in the same session.
-- See docs/scale.md.
SET search_path = palimpsest;
CREATE TEMP TABLE divided AS SELECT part_by, name FROM (VALUES
  ('id', ARRAY['sessions']),
  ('session_id', ARRAY['checkpoints', 'compressions', 'cuts', 'door_links', 'expiring_sessions', 'goal_acts', 'goals', 'ledger', 'messages',
    'moments', 'recall_sources', 'recalls', 'reductions', 'replaced_prompts', 'search_sessions', 'session_metadata', 'shared_history', 'snapshots']),
  ('session_n', ARRAY['search_passages']), -- number of the session in search_sessions
  ('app_id', ARRAY['app_model_health', 'app_streams', 'app_windows', 'audit_log', 'calibrations', 'deletions', 'door_responses', 'events',
    'external_ids', 'forgotten_sources', 'memory_scopes', 'model_turns', 'session_users', 'standing_entries', 'standing_scopes', 'standing_sessions']),
  ('scope', ARRAY['idempotency']) -- an app or a session
) AS v (part_by, names), unnest(names) AS name;
-- Older processes rely on this index. From here on, external_ids keeps external ids unique.
INSERT INTO external_ids (app_id, external_id, session_id)
  SELECT app_id, external_id, id FROM sessions WHERE external_id IS NOT NULL ON CONFLICT DO NOTHING;
DROP INDEX sessions_by_external_id;
CREATE INDEX sessions_by_external_id ON sessions (app_id, external_id) WHERE external_id IS NOT NULL;
