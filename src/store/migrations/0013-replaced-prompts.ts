/** System prompts and tools that a session had before: rows are only ever added. */
export const sql = `
CREATE TABLE replaced_prompts (
  session_id text COLLATE "C" NOT NULL REFERENCES sessions ON DELETE CASCADE,
  until_version integer NOT NULL, -- the first context version without it
  body text NOT NULL, -- JSON {systemPrompt, tools}
  PRIMARY KEY (session_id, until_version)
);
CREATE TRIGGER replaced_prompts_are_immutable BEFORE UPDATE ON replaced_prompts FOR EACH ROW EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER replaced_prompts_stay BEFORE DELETE ON replaced_prompts FOR EACH ROW EXECUTE FUNCTION refuse_loss();
`
