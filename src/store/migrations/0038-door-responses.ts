/** Responses of the doors that a client may name in its next request instead of sending its items again. A row holds no
 * items of the conversation, which are messages of the session, but what tells whether those are the same items. */
export const sql = `
CREATE TABLE door_responses (
  app_id text COLLATE "C" NOT NULL,
  response_id text NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq integer NOT NULL, -- of the last message of the answer
  head text NOT NULL, -- JSON items before the conversation, which the session has as its system prompt
  items integer NOT NULL, -- of the request and its answer together
  length bigint NOT NULL, -- of their text, in characters
  PRIMARY KEY (app_id, response_id)
);
CREATE INDEX door_responses_by_session ON door_responses (session_id);
`
