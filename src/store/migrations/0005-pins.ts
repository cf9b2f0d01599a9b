/** What apps said of a message after it came; null: as it came. What came is never edited. */
export const sql = `
ALTER TABLE messages ADD COLUMN pin boolean;
`
