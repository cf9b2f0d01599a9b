import { useMemo, useState } from 'preact/hooks'
import { formatInteger, formatTime } from '../../parts/format.js'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { levelOf, logReader, type LogLevel, type LogLine } from '../../state/log.js'
import { addressOf, filters, setFilters } from '../../state/route.js'
import { useLive, type SessionProps } from '../../state/session.js'

/** Lines added by one click. */
const PAGE = 200

/** Sign of a level, so that color is not the only difference. */
const SIGNS: Record<LogLevel, string> = { info: '·', warning: '▲', error: '✕' }
const CHOICES: Record<LogLevel, string> = {
  info: 'All levels',
  warning: 'Warnings and errors',
  error: 'Errors',
}
const RANKS: Record<LogLevel, number> = { info: 0, warning: 1, error: 2 }

/** What happened to a session, newest first and live: one line for each action. */
export function LogView({ client, sessionId }: SessionProps) {
  const read = useMemo(logReader, [sessionId])
  const { data, fault, reload } = useLive({ client, sessionId }, read)
  const { q: words = '', level: wanted = '' } = filters.value
  const level: LogLevel = wanted in CHOICES ? (wanted as LogLevel) : 'info'
  const [shown, setShown] = useState(PAGE)
  const picked = useMemo(() => pick(data?.lines ?? [], level, words), [data, level, words])
  return (
    <div class="log">
      <div class="search-form">
        <input
          type="search"
          aria-label="Filter the log"
          placeholder="Filter by text"
          value={words}
          onInput={(event) => setFilters({ q: event.currentTarget.value })}
        />
        <select aria-label="Level" value={level} onChange={(event) => setFilters({ level: event.currentTarget.value })}>
          {Object.entries(CHOICES).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <span class="hint" role="status">
          {formatInteger(picked.length)} of {formatInteger(data?.lines.length ?? 0)} lines
        </span>
      </div>
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the log" />}
      {data && picked.length === 0 && (
        <Empty title={data.lines.length === 0 ? 'The log is empty.' : 'No line matches.'} />
      )}
      {picked.length > 0 && <LogTable lines={picked.slice(0, shown)} sessionId={sessionId} />}
      {picked.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show more
        </button>
      )}
      {data?.isCut && picked.length <= shown && (
        <p class="hint">
          Older lines are not shown here. <code>palimpsest log {sessionId}</code> prints them all.
        </p>
      )}
    </div>
  )
}

function LogTable({ lines, sessionId }: { lines: readonly LogLine[]; sessionId: string }) {
  return (
    <table class="log-table stacked">
      <caption class="unseen">Session log, newest first</caption>
      <TableHead columns={['Time', 'Level', 'Action', ...numbers('Tokens before → after')]} />
      <tbody>
        {lines.map((entry) => {
          const level = levelOf(entry)
          return (
            <tr key={entry.seq} class={level}>
              <td>
                <time dateTime={entry.at}>{formatTime(entry.at)}</time>
              </td>
              <td>
                <span class={`log-level ${level}`}>
                  <span aria-hidden="true">{SIGNS[level]}</span> {level}
                </span>
              </td>
              <td class="whole" title={entry.type}>
                {entry.cut === null ? (
                  entry.line
                ) : (
                  <a href={addressOf({ view: 'session', sessionId, tab: 'cuts', item: String(entry.cut) })}>
                    {entry.line}
                  </a>
                )}
              </td>
              <td class="number">
                {entry.usage && `${formatInteger(entry.usage.before)} → ${formatInteger(entry.usage.after)}`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Returns the lines of a level or above that contain the words, newest first. */
function pick(lines: readonly LogLine[], level: LogLevel, words: string): LogLine[] {
  const wanted = words.trim().toLowerCase()
  return lines
    .filter((entry) => RANKS[levelOf(entry)] >= RANKS[level])
    .filter(({ line, type }) => wanted === '' || `${type} ${line}`.toLowerCase().includes(wanted))
    .toReversed()
}
