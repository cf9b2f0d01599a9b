/** Messages without their large values, stored beside them: readers of contexts and summaries load no large text. Null: the message is short,
 * or older than these columns. Written once, as the message is. */
export const sql = `
ALTER TABLE messages ADD COLUMN frame text; -- JSON {raw, without}
ALTER TABLE messages ADD COLUMN outline text; -- JSON text of the message
CREATE TRIGGER shortened_are_immutable BEFORE UPDATE OF frame, outline ON messages FOR EACH ROW EXECUTE FUNCTION refuse_edit();
`
