import { mkdtemp, chmod, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { passagesFrom } from '../../src/domain/search/passages.js'
import { LONG_RUN, runPrefixes, SHORT_RUN } from '../../src/store/search/lexemes.js'
import { Random } from './random.js'

/** Loads a large history into the database by COPY, as appends and the index would have written it. */

export interface Corpus {
  /** A text of any message. */
  text(): string
  /** A session of the app `default`, and one of its texts. */
  session(): { id: string; text: string }
  random: Random
}

const IN_SESSION = 50
/** One session in this many belongs to another app. */
const OTHERS_EVERY = 10
const BATCH = 20_000
const OTHER_APP = 'app_other'
const COPY_MESSAGES =
  'messages (session_id, seq, id, role, origin, pinned, format, raw, digest, shape, tokens, turn, created_at, view_tokens)'
const COPY_PASSAGES = 'search_passages (session_n, seq, part, start, is_json, name, body, lexemes)'

/** @param like id of an existing session, copied for all others */
export async function loadCorpus(databaseUrl: string, like: string, messages: number): Promise<Corpus> {
  const words = new Words(new Random(7))
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=palimpsest' })
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-corpus-'))
  await chmod(folder, 0o755) // the server runs as another user
  const sampled: { id: string; text: string }[] = []
  let mine = 0
  try {
    await client.connect()
    await makeSessions(client, like, Math.ceil(messages / IN_SESSION))
    const copy = async (table: string, rows: readonly string[]) => {
      const file = join(folder, 'rows')
      await writeFile(file, `${rows.join('\n')}\n`, { mode: 0o644 })
      await client.query(`COPY ${table} FROM '${file}'`)
    }
    await client.query('DROP INDEX search_passages_by_lexeme')
    for (let from = 0; from < messages; from += BATCH) {
      const [ofMessages, ofPassages]: [string[], string[]] = [[], []]
      for (let at = from; at < Math.min(messages, from + BATCH); at++) {
        const session = Math.floor(at / IN_SESSION) + 1
        const text = words.message()
        const app = session % OTHERS_EVERY === 0 ? 2 : 1
        if (app === 1 && at % 997 === 0) sampled.push({ id: idOf(session), text })
        ofMessages.push(messageRow(session, (at % IN_SESSION) + 1, text))
        const made = app === 1 ? (mine += 1) : at + 1 - mine
        ofPassages.push(...passageRows({ app, session, made }, (at % IN_SESSION) + 1, text))
      }
      await copy(COPY_MESSAGES, ofMessages)
      await copy(COPY_PASSAGES, ofPassages)
    }
    await client.query("SET maintenance_work_mem = '512MB'")
    await client.query(
      'CREATE INDEX search_passages_by_lexeme ON search_passages USING gin (lexemes) WITH (fastupdate = off)',
    )
    await client.query('VACUUM ANALYZE search_passages')
    await client.query('VACUUM ANALYZE messages')
    await client.query('ANALYZE search_sessions, sessions')
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
  const { random } = words
  return { random, text: () => random.pick(sampled).text, session: () => random.pick(sampled) }
}

async function makeSessions(client: pg.Client, like: string, count: number): Promise<void> {
  const columns =
    'created_at, last_activity_at, event_seq, revision, state, setup, setup_revision, used_tokens, limit_tokens, model'
  await client.query(
    `INSERT INTO sessions (id, app_id, last_seq, ${columns})
     SELECT 'ses_bench' || n, CASE WHEN n % ${OTHERS_EVERY} = 0 THEN '${OTHER_APP}' ELSE 'default' END, ${IN_SESSION}, ${columns}
     FROM sessions, generate_series(1, $2::integer) n WHERE id = $1`,
    [like, count],
  )
  await client.query(
    `INSERT INTO search_apps (app_id, n, passages, made) OVERRIDING SYSTEM VALUE
     SELECT app_id, n, passages, passages FROM (
       VALUES ('default', 1, $1::bigint * ${OTHERS_EVERY - 1} / ${OTHERS_EVERY}), ('${OTHER_APP}', 2, $1::bigint / ${OTHERS_EVERY})
     ) AS a (app_id, n, passages)`,
    [count * IN_SESSION],
  )
  await client.query(
    `INSERT INTO search_sessions (session_id, app_id, n, indexed_seq, passages, pending) OVERRIDING SYSTEM VALUE
     SELECT id, app_id, substr(id, 10)::bigint, last_seq, last_seq, false FROM sessions WHERE id LIKE 'ses_bench%'`,
  )
}

function idOf(session: number): string {
  return `ses_bench${session}`
}

function messageRow(session: number, seq: number, text: string): string {
  const raw = JSON.stringify({ role: seq % 2 === 1 ? 'user' : 'assistant', content: text })
  const shape = '[{"kind":"text","tokens":60}]'
  const role = seq % 2 === 1 ? 'user' : 'assistant'
  const at = '2026-01-01 00:00:00+00'
  return [idOf(session), seq, `msg_${session}_${seq}`, role, 'human', 'f', 'native', raw, '', shape, 64, seq, at, 64]
    .map(field)
    .join('\t')
}

function passageRows(at: { app: number; session: number; made: number }, seq: number, text: string): string[] {
  const { app, session, made } = at
  const { short, long } = runPrefixes(app)
  const runs = [`${short}${Math.floor((made - 1) / SHORT_RUN)}`, `${long}${Math.floor((made - 1) / LONG_RUN)}`]
  const { passages } = passagesFrom({ part: 0, text, isJson: false, name: null }, 0, 100)
  return passages.map((one) => {
    const lexemes = [`${app}~${session.toString(36)}`, ...runs, ...one.terms.map((term) => `${app}:${term}`)]
    const vector = lexemes.map((lexeme) => `'${lexeme.replace(/[\\']/g, '$&$&')}'`).join(' ')
    return [session, seq, one.part, one.start, 'f', null, JSON.stringify(one.text), vector].map(field).join('\t')
  })
}

function field(value: string | number | null): string {
  if (value === null) return '\\N'
  return String(value).replace(
    /[\\\n\t\r]/g,
    (char) => ({ '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' })[char]!,
  )
}

const SYLLABLES = 'ba co di fu ge ha ki lo mu ne po qui ra se to vu wa xe yo zi'.split(' ')
const VOCABULARY = 60_000

/** Texts whose words are as unequally frequent as in a language, with paths and names in between. */
class Words {
  constructor(readonly random: Random) {}

  message(): string {
    const words: string[] = []
    for (let count = 10 + Math.floor(70 * this.random.next() ** 2); count > 0; count--) words.push(this.word())
    return words.join(' ')
  }

  private word(): string {
    if (this.random.chance(0.03)) return `src/${this.plain()}/${this.plain()}${this.random.int(1, 999)}.ts`
    if (this.random.chance(0.02)) return `${this.plain()}_${this.plain()}`
    return this.plain()
  }

  /** The n-th word occurs about 1/n as often as the first. */
  private plain(): string {
    return wordOf(Math.floor(Math.exp(this.random.next() * Math.log(VOCABULARY))))
  }
}

function wordOf(rank: number): string {
  let text = ''
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / 20)) text += SYLLABLES[rest % 20]
  return text
}
