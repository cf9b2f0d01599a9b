import type pg from 'pg'

/** What Postgres finds by itself in the same messages, best first. */

export type Finder = (sessionId: string, question: string, limit: number) => Promise<number[]>

/** Messages with most of the words of the question as substrings. */
export function likeFinder(client: pg.Client): Finder {
  return async (sessionId, question, limit) => {
    const words = [...new Set(question.match(/[\p{L}\p{N}]{3,}/gu) ?? [])].map((word) => `%${word}%`)
    const text = `
      SELECT seq FROM (SELECT seq, (SELECT count(*) FROM unnest($2::text[]) w WHERE raw ILIKE w) AS found FROM palimpsest.messages WHERE session_id = $1) m
      WHERE found > 0 ORDER BY found DESC, seq DESC LIMIT $3`
    return seqsOf(client, text, [sessionId, words, limit])
  }
}

/** Postgres full-text search with English stems, ordered by `ts_rank`. */
export function textSearchFinder(client: pg.Client, words: 'all words' | 'any word'): Finder {
  const plain = "plainto_tsquery('english', $2)"
  const query = words === 'all words' ? plain : `replace(${plain}::text, ' & ', ' | ')::tsquery`
  const text = `
    SELECT seq FROM palimpsest.messages, LATERAL (SELECT ${query} AS query) q
    WHERE session_id = $1 AND to_tsvector('english', raw) @@ q.query
    ORDER BY ts_rank(to_tsvector('english', raw), q.query) DESC, seq DESC LIMIT $3`
  return (sessionId, question, limit) => seqsOf(client, text, [sessionId, question, limit])
}

async function seqsOf(client: pg.Client, text: string, values: unknown[]): Promise<number[]> {
  return (await client.query<{ seq: number }>(text, values)).rows.map(({ seq }) => seq)
}
