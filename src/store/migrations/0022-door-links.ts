/** How sessions of the doors were found, and the digest chain by which a resent history is recognized. A digest covers
 * its message and all before it, the app and the conversation's seed: equal digests are equal openings. A fork copies
 * the links it shares. Derived from requests: a client that resends its history makes them again. */
export const sql = `
CREATE TABLE door_links (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  position integer NOT NULL CHECK (position > 0), -- place in the client's history, counting messages of the conversation
  digest bytea NOT NULL,
  seq integer NOT NULL, -- of the message in the session
  kind smallint NOT NULL, -- 0 sent by the client, 1 answer, 2 interrupted answer
  prefix_version integer NOT NULL, -- of the context that was sent when the message was made
  PRIMARY KEY (session_id, position)
);
CREATE INDEX door_links_by_digest ON door_links (digest);
`
