/** The health of a model as one app uses it. `model_care` keeps only the health of servers. Its records of models cannot be
 * told apart by app; a process of an older version makes new ones until it ends, which are no longer read. */
export const sql = `
CREATE TABLE app_model_health (
  server text COLLATE "C" NOT NULL,
  app_id text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL, -- JSON
  troubled boolean NOT NULL,
  body text NOT NULL, -- JSON
  PRIMARY KEY (server, app_id, model)
);
DELETE FROM model_care WHERE model <> 'null';
`
