/** What is known of model servers and models; whose turn at the model it is; which checkpoints wait for a model to write them anew. */
export const sql = `
CREATE TABLE model_care (
  server text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL, -- JSON of the name; null: the server itself
  troubled boolean NOT NULL,
  body text NOT NULL, -- JSON
  PRIMARY KEY (server, model)
);
CREATE INDEX model_care_troubled ON model_care (server) WHERE troubled;

-- When each app was last given the model.
CREATE TABLE model_turns (
  app_id text COLLATE "C" PRIMARY KEY,
  at timestamptz NOT NULL
);

-- A worker has chosen it and is about to take it up.
ALTER TABLE compressions ADD COLUMN claimed_until timestamptz;
-- Whether it asks a model; copying and setting aside do not wait for a turn.
ALTER TABLE compressions ADD COLUMN needs_model boolean NOT NULL DEFAULT true;
-- Of the budget rule, by hand, or to write an older checkpoint anew.
ALTER TABLE compressions ADD COLUMN is_upgrade boolean NOT NULL DEFAULT false;

ALTER TABLE checkpoints ADD COLUMN copied boolean NOT NULL DEFAULT false; -- extractive and not aged yet
ALTER TABLE checkpoints ADD COLUMN upgrade_tried_at timestamptz;
-- By pattern: reading JSON in SQL fails on documents that hold U+0000 or half a surrogate pair. A quote inside a string is escaped, so a
-- bare key is a real key.
UPDATE checkpoints SET copied = true
  WHERE body ~ '"summarizer":[{]"kind":"extractive"' AND body ~ '"generation":0[,}]';
CREATE INDEX checkpoints_copied ON checkpoints (session_id) WHERE copied AND superseded_by IS NULL;
`
