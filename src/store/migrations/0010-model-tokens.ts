/** Token counts of models, as measured per app, and the model of each session in a column: the largest window among the
 * sessions of a model decides its num_ctx. Models are JSON strings, because a name may hold U+0000. */
export const sql = `
CREATE TABLE calibrations (
  app_id text NOT NULL,
  model text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (app_id, model)
);

ALTER TABLE sessions ADD COLUMN model text;
UPDATE sessions SET model = coalesce(substring(setup from '^[{]"model":("(?:[^"\\\\]|\\\\.)*")'), '""');
ALTER TABLE sessions ALTER COLUMN model SET NOT NULL;
CREATE INDEX sessions_by_model ON sessions (model, limit_tokens DESC);
`
